import { readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findRevisedText, lacksPicture } from '../../articles/revisions/queries.server.ts'
import { listTargetSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { checkText, type EditRefusal } from '../writing.ts'
import { editArticle } from './edit-article.server.ts'
import type { PublishedState } from './queries.server.ts'

/**
 * Publishes the text that a publish replaced, on the sites of before, as a new revision. Returns a refusal if the article
 * has another version by now, or a working copy.
 */
export async function restorePublished(
  operator: Operator,
  { articleId, replaced: { revision, siteIds, varies, version } }: PublishedState,
  newRunId: string | undefined,
): Promise<EditRefusal | 'picture-gone' | undefined> {
  const key = { siteId: null, number: revision ?? 1 }
  const text = await findRevisedText(operator, articleId, key)
  const checked = text && checkText(text)
  if (!text || !checked?.ok) return 'not-stored'
  if (await readAs(operator, (trx) => lacksPicture(trx, { articleId, revision }))) return 'picture-gone'
  const available = await listTargetSiteIds(operator)
  const edit = {
    ...checked.text,
    slug: text.slug,
    articleId,
    version,
    draftVersion: 0,
    siteIds: siteIds.filter((id) => available.has(id)),
    generateVariations: varies,
    isPublished: false,
    isVerbatim: true,
    restored: key.number,
  }
  const edited = await editArticle(operator, edit, newRunId)
  return edited.ok ? undefined : edited.reason
}
