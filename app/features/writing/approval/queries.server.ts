import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { pick } from '../../../shared/pick.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'
import { toSiteIds } from '../../../shared/rights.ts'
import { may, type Operator, toPersonId } from '../../accounts/accounts.ts'
import { findLastWriter, selectWriter } from '../../articles/revisions/queries.server.ts'
import { revisedText, type RevisedText } from '../../articles/revisions/revisions.ts'
import { type Approval, coverSites, type Credits, isSameForReaders } from './approval.ts'

/** A text that readers are about to see. */
interface ToShow {
  /** The id of the draft, or of the article. */
  id: string
  text: RevisedText
  /** The sites that ask for a second pair of eyes, among those that will show it. */
  siteIds: string[]
  /** The draft that was saved last, and its writer. */
  saved?: { text: RevisedText; writtenBy: string | null } | undefined
  /** The text of the article as it is stored. */
  stored?: RevisedText | undefined
  /** The number of the state that has the text, if that is restored. */
  restored?: number | undefined
}

/**
 * Returns the people behind a text besides the person who publishes it; undefined if there are none. A reviewer who did not
 * write the text approves it by publishing it. Refused if a site asks for a second pair of eyes, and nobody but the writer
 * has seen this text. It asks the database nothing for the only person of an account without such a site, unless an earlier
 * state is restored.
 */
export async function findCredits(
  trx: Transaction,
  operator: Operator,
  shown: ToShow,
): Promise<Credits | Refusal<'review-needed'> | undefined> {
  const { siteIds } = shown
  if (siteIds.length === 0 && isAlone(operator, shown)) return undefined
  const credits = await readCredits(trx, operator, shown)
  return coverSites(credits?.approvals ?? [], siteIds) ? credits : refuse('review-needed')
}

/**
 * Returns what `findCredits` returns, and refuses no text: a planned one may be approved later. It asks the database for the
 * only person of an account, too, because a plan needs the approvals of now at its time.
 */
export async function readCredits(
  trx: Transaction,
  operator: Operator,
  shown: Omit<ToShow, 'siteIds'>,
): Promise<Credits | undefined> {
  const writer = await findWriter(trx, operator, shown)
  const writtenBy = writer === toPersonId(operator) ? null : writer
  const approvals = [...(await listApprovals(trx, operator, shown)), ...approveOther(operator, writer)]
  return writtenBy === null && approvals.length === 0 ? undefined : { writtenBy, approvals }
}

const isAlone = (operator: Operator, { saved, restored }: ToShow): boolean =>
  !operator.member && restored === undefined && (!saved || saved.writtenBy === operator.id)

const approveOther = (operator: Operator, writer: string | null): Approval[] =>
  writer !== toPersonId(operator) && may(operator, 'review') ? approveAs(operator) : []

/** Returns the approvals of a text. It may have been approved in several states of its article. */
export async function listApprovals(
  trx: Transaction,
  operator: Operator,
  { id, text }: Pick<ToShow, 'id' | 'text'>,
): Promise<Approval[]> {
  const approved = await listApproved(trx, operator, id)
  return approved.flatMap((each) =>
    isSameForReaders(each.text, text) ? [pick(each, ['approvedBy', 'approvedAt', 'siteId'])] : [],
  )
}

/** Returns true if somebody has approved a text for all these sites. */
export const isApproved = async (
  trx: Transaction,
  operator: Operator,
  { siteIds, ...text }: Pick<ToShow, 'id' | 'text' | 'siteIds'>,
): Promise<boolean> => siteIds.length === 0 || coverSites(await listApprovals(trx, operator, text), siteIds)

/** Returns the approvals that a person gives now: for the sites that the person acts for. */
export function approveAs(operator: Operator): Approval[] {
  const approval = { approvedBy: toPersonId(operator), approvedAt: new Date() }
  const siteIds = (operator.member && toSiteIds(operator.member)) ?? [null]
  return siteIds.map((siteId) => ({ ...approval, siteId }))
}

// A text that is not stored yet is the person's own.
async function findWriter(
  trx: Transaction,
  operator: Operator,
  { id, text, saved, stored, restored }: Omit<ToShow, 'siteIds'>,
): Promise<string | null> {
  const person = toPersonId(operator)
  if (restored !== undefined) {
    const upTo = selectWriter(trx, operator, id).where('hash', 'is not', null).where('number', '<=', restored)
    const row = await upTo.executeTakeFirst()
    return row ? row.writer : person
  }
  if (saved && isSameForReaders(saved.text, text)) return saved.writtenBy
  if (!stored || !isSameForReaders(stored, text)) return person
  const writer = await findLastWriter(trx, operator, id)
  return writer === undefined ? person : writer
}

// The SQL condition that the site of a rule has an article, or has it as a page.
const isOnSiteOfRule = (articleId: RawBuilder<unknown>) => sql`(
  exists (select from deliveries where deliveries.article_id = ${articleId}
    and deliveries.site_id = rule.site_id and wanted_hash is not null)
  or exists (select from site_pages where site_pages.article_id = ${articleId}
    and site_pages.site_id = rule.site_id))`

/** The SQL condition that a plan must not publish yet: one of its sites asks for an approval that its text does not have. */
export const lacksApproval = sql<boolean>`(plans.kind = 'publish' and exists (
  select from review_rules as rule where rule.user_id = plans.user_id and rule.pairs
    and (rule.site_id = any(plans.site_ids) or ${isOnSiteOfRule(sql.ref('plans.article_id'))})
    and not exists (
      select from revisions as planned join approvals on approvals.revision_id = planned.id
      where planned.article_id = plans.article_id and planned.site_id is null
        and planned.number in (plans.revision, plans.written_as)
        and (approvals.site_id is null or approvals.site_id = rule.site_id))))`

/**
 * Returns the sites that ask for a second pair of eyes, among those that a text is for: those that are selected, those that
 * have the article, and those of its plans.
 */
export async function listAsking(
  trx: Transaction,
  operator: Operator,
  { id, siteIds }: { id: string; siteIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ siteId: string }>`
    select site_id from review_rules as rule where ${isOwn(operator, 'rule.userId')} and pairs and (
      site_id = any(${siteIds}::uuid[])
      or ${isOnSiteOfRule(sql`${id}::uuid`)}
      or exists (select from plans
        where article_id = ${id} and done_at is null and kind = 'publish' and rule.site_id = any(site_ids)))
  `.execute(trx)
  return rows.map(({ siteId }) => siteId)
}

const APPROVALS_READ = 100

/** Returns the approvals of all texts of an article or a draft with their texts, the newest first; 100 at most. */
export async function listApproved(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<(Approval & { number: number; text: RevisedText })[]> {
  const rows = await trx
    .selectFrom('approvals')
    .innerJoin('revisions', 'revisions.id', 'revisionId')
    .select(['number', 'text', 'approvals.approvedBy', 'approvals.approvedAt', 'approvals.siteId'])
    .where(isOwn(operator, 'revisions.userId'))
    .where('articleId', '=', articleId)
    .where('revisions.siteId', 'is', null)
    .orderBy('number', 'desc')
    .limit(APPROVALS_READ)
    .execute()
  return rows.map(({ text, ...row }) => ({ ...row, text: revisedText.parse(text) }))
}

/** Returns the people behind a state of an article; undefined if it does not exist. */
export async function findCreditsOf(
  trx: Transaction,
  operator: Operator,
  { articleId, number }: { articleId: string; number: number },
): Promise<Credits | undefined> {
  const row = await trx
    .selectFrom('revisions')
    .select(['id', sql<string | null>`coalesce(written_by, nullif(made_by, user_id))`.as('writtenBy')])
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return undefined
  const approvals = await trx
    .selectFrom('approvals')
    .select(['approvedBy', 'approvedAt', 'siteId'])
    .where('revisionId', '=', row.id)
    .execute()
  return { writtenBy: row.writtenBy, approvals }
}

/** Returns true if a state of an article was stored after a moment. */
export async function isRevisedSince(trx: Transaction, articleId: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('revisions')
    .select('id')
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('madeAt', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
