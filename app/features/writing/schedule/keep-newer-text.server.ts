import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { readRevisedText } from '../../articles/revisions/queries.server.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { listChosen, listWanted } from '../../delivery/deliveries/queries.server.ts'
import { rebaseDraft } from '../drafts/commands.server.ts'
import { toVersion } from '../writing.ts'

interface PinnedPlan {
  madeAt: Date
  /** The revision that its text was written as; null if it is that of the plan. */
  writtenAs: number | null
}

/** Returns true if an article that readers did not see was saved after its plan was made. */
export const isSavedSince = ({ publishedAt, updatedAt }: BlogPost, { madeAt }: PinnedPlan) =>
  publishedAt === null && updatedAt > madeAt

interface NewerText {
  plan: PinnedPlan
  before: BlogPost
  /** The writer of the text before; undefined if it is not newer than the plan, or never had a state. */
  writtenBy: string | null | undefined
  article: BlogPost
  pinned: RevisedText
}

/**
 * Keeps a text that was written after the plan was made, as the working copy of the published article. It takes over the
 * changes of many texts that the plan got since.
 */
export async function keepNewerText(
  trx: Transaction,
  operator: Operator,
  { plan, before, writtenBy, article, pinned }: NewerText,
): Promise<void> {
  const chosen = await listChosen(trx, article.id)
  const toDraft = (row: BlogPost) => ({ ...toTypedFields(row), slug: row.slug, ...chosen })
  const key = { siteId: null, number: plan.writtenAs ?? 0 }
  const written = await readRevisedText(trx, operator, { id: article.id, key })
  await rebaseDraft(trx, operator, {
    id: article.id,
    planned: written ?? pinned,
    published: pinned,
    text: isSavedSince(before, plan) ? toDraft(before) : undefined,
    writtenBy,
    base: {
      version: toVersion(article.updatedAt, await listWanted(trx, article.id)),
      text: toDraft(article),
    },
  })
}
