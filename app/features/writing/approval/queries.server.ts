import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { pick } from '../../../shared/pick.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'
import { toSiteIds } from '../../../shared/rights.ts'
import { may, type Operator, toPersonId } from '../../accounts/accounts.ts'
import { CAUSES_OF_MANY, revisedText, type RevisedText } from '../../articles/revisions/revisions.ts'
import { type Approval, type Credits, isSameForReaders } from './approval.ts'

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
}

/**
 * Returns the people behind a text besides the person who publishes it; undefined if there are none. A reviewer who did not
 * write the text approves it by publishing it. Refused if a site asks for a second pair of eyes, and nobody but the writer
 * has seen this text. It asks the database nothing for the only person of an account without such a site.
 */
export async function findCredits(
  trx: Transaction,
  operator: Operator,
  shown: ToShow,
): Promise<Credits | Refusal<'review-needed'> | undefined> {
  const { siteIds, saved } = shown
  const person = toPersonId(operator)
  if (siteIds.length === 0 && isAlone(operator, saved)) return undefined
  const writer = await findWriter(trx, operator, shown)
  const writtenBy = writer === person ? null : writer
  const approval = (await findApproval(trx, operator, shown)) ?? approveOther(operator, writer)
  if (approval) return { writtenBy, ...approval }
  if (siteIds.length > 0) return refuse('review-needed')
  return writtenBy === null ? undefined : { writtenBy }
}

const isAlone = (operator: Operator, saved: ToShow['saved']): boolean =>
  !operator.member && (!saved || saved.writtenBy === operator.id)

const approveOther = (operator: Operator, writer: string | null): Approval | undefined =>
  writer !== toPersonId(operator) && may(operator, 'review') ? approveAs(operator) : undefined

async function findApproval(
  trx: Transaction,
  operator: Operator,
  { id, text, siteIds }: ToShow,
): Promise<Approval | undefined> {
  const approved = await listApproved(trx, operator, id)
  const found = approved.find(
    (each) => covers(each.approvedSites, siteIds) && isSameForReaders(each.text, text),
  )
  return found && pick(found, ['approvedBy', 'approvedAt', 'approvedSites'])
}

/** Returns true if somebody has approved a text for all these sites. */
export const isApproved = async (trx: Transaction, operator: Operator, shown: ToShow): Promise<boolean> =>
  shown.siteIds.length === 0 || (await findApproval(trx, operator, shown)) !== undefined

/** Returns the approval that a person gives now, for the sites that the person acts for. */
export const approveAs = ({ member, ...account }: Operator) => ({
  approvedBy: toPersonId({ ...account, member }),
  approvedAt: new Date(),
  approvedSites: member ? toSiteIds(member) : null,
})

const covers = (approved: string[] | null, siteIds: string[]) =>
  approved === null || siteIds.every((siteId) => approved.includes(siteId))

// A text that is not stored yet is the person's own.
async function findWriter(
  trx: Transaction,
  operator: Operator,
  { id, text, saved, stored }: ToShow,
): Promise<string | null> {
  const person = toPersonId(operator)
  if (saved && isSameForReaders(saved.text, text)) return saved.writtenBy
  if (!stored || !isSameForReaders(stored, text)) return person
  const writer = await findLastWriter(trx, operator, id)
  return writer === undefined ? person : writer
}

/** The SQL condition that a plan must not publish yet: one of its sites asks for an approval that its text does not have. */
export const lacksApproval = sql<boolean>`(plans.kind = 'publish' and exists (
  select from review_rules as rule where rule.user_id = plans.user_id and rule.pairs
    and (rule.site_id = any(plans.site_ids) or exists (
      select from deliveries where deliveries.article_id = plans.article_id
        and deliveries.site_id = rule.site_id and wanted_hash is not null))
    and not exists (
      select from revisions as planned where planned.article_id = plans.article_id and planned.site_id is null
        and planned.number in (plans.revision, plans.written_as) and planned.approved_at is not null
        and (planned.approved_sites is null or rule.site_id = any(planned.approved_sites)))))`

const APPROVALS_READ = 20

/** Returns the approved texts of an article or a draft, the newest first; 20 at most. */
export async function listApproved(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<(Approval & { number: number; text: RevisedText })[]> {
  const rows = await trx
    .selectFrom('revisions')
    .select(['number', 'text', 'approvedBy', 'approvedAt', 'approvedSites'])
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('approvedAt', 'is not', null)
    .orderBy('number', 'desc')
    .limit(APPROVALS_READ)
    .execute()
  return rows.map(({ text, ...row }) => ({ ...row, text: revisedText.parse(text) }))
}

/**
 * Returns the person who wrote the newest state of an article; null for a deleted person, undefined without a state. A change
 * of many texts is not writing.
 */
export async function findLastWriter(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<string | null | undefined> {
  const row = await trx
    .selectFrom('revisions')
    .select(sql<string | null>`coalesce(written_by, made_by)`.as('writer'))
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('cause', 'not in', CAUSES_OF_MANY)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.writer
}

/** Returns the people behind a state of an article; undefined if it does not exist. */
export const findCreditsOf = (
  trx: Transaction,
  operator: Operator,
  { articleId, number }: { articleId: string; number: number },
): Promise<Credits | undefined> =>
  trx
    .selectFrom('revisions')
    .select(sql<string | null>`coalesce(written_by, nullif(made_by, user_id))`.as('writtenBy'))
    .select(['approvedBy', 'approvedAt', 'approvedSites'])
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('number', '=', number)
    .executeTakeFirst()

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
