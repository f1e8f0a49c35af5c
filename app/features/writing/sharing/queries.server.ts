import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findHomeUrl } from '../../articles/placement/queries.server.ts'
import type { DraftText } from '../drafts/drafts.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { findEditable } from '../publish/queries.server.ts'
import { readShareToken, toShareToken } from './share-token.server.ts'
import type { SharedDraft, ShownDraft } from './sharing.ts'

/** Returns one of the operator's drafts with its active links; undefined if its text is public or does not exist. */
export async function findSharedDraft(operator: Operator, draftId: string): Promise<SharedDraft | undefined> {
  const text = await findUnpublished(operator, draftId)
  if (!text) return undefined
  const shares = await readAs(operator, (trx) =>
    trx
      .selectFrom('draftShares')
      .select(['id', 'madeAt', 'endsAt'])
      .where(isOwn(operator, 'userId'))
      .where('draftId', '=', draftId)
      .where('endsAt', '>', sql<Date>`now()`)
      .orderBy('madeAt', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )
  return {
    id: draftId,
    title: text.title,
    shares: shares.map((share) => ({ ...share, url: `${env.SITE_URL}/draft/${toShareToken(share.id)}` })),
  }
}

/** Returns the text of a draft, of a working copy, or of an article that is not live. */
export async function findUnpublished(operator: Operator, draftId: string): Promise<DraftText | undefined> {
  const draft = await findDraft(operator, draftId)
  if (draft) return draft.text
  const article = await findEditable(operator, draftId)
  return article?.state === 'draft' ? article.typed : undefined
}

/**
 * Returns the content of a link; undefined if the link was withdrawn or has ended, or if the draft is deleted. A link shows
 * what the person who made it reaches now.
 */
export async function findShown(token: string): Promise<ShownDraft | undefined> {
  const shareId = readShareToken(token)
  if (!shareId) return undefined
  const share = await db
    .selectFrom('draftShares')
    .innerJoin('users', 'users.id', 'draftShares.userId')
    .innerJoin('members', (join) =>
      join
        .onRef('members.accountId', '=', 'draftShares.userId')
        .onRef('members.personId', '=', 'draftShares.madeBy')
        .on('members.endedAt', 'is', null),
    )
    .select(['draftId', 'draftShares.endsAt', 'users.id', 'email', 'name', 'personId', 'role', 'siteIds'])
    .where('draftShares.id', '=', shareId)
    .where('draftShares.endsAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!share) return undefined
  const { draftId, endsAt, personId, role, siteIds, ...account } = share
  const member = personId === account.id ? undefined : { personId, role, siteIds }
  const operator = { ...account, member }
  const text = await findUnpublished(operator, draftId)
  return text ? { kind: 'text', shareId, text, endsAt } : findPublished(operator, draftId)
}

async function findPublished(operator: Operator, draftId: string): Promise<ShownDraft | undefined> {
  const article = await db
    .selectFrom('blogPosts')
    .select(['id', 'slug', 'siteId'])
    .where(isOwn(operator, 'userId'))
    .where((where) => where.or([where('id', '=', draftId), where('draftId', '=', draftId)]))
    .where('originId', 'is', null)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst()
  const url = article && (await findHomeUrl(db, article))
  return url ? { kind: 'published', url } : undefined
}
