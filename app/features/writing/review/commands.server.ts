import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, requireRight, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { isSameForReaders } from '../approval/approval.ts'
import { setApprovals } from '../approval/commands.server.ts'
import { approveAs, isApproved, listApproved, listAsking } from '../approval/queries.server.ts'
import { keepDraftText, lockDraft } from '../drafts/commands.server.ts'
import { resumePlans } from '../schedule/commands.server.ts'
import {
  findShownText,
  listOtherReviewers,
  lockReview,
  readPlannedTexts,
  type ShownText,
} from './queries.server.ts'
import { hasOpenNote } from './list-notes.server.ts'
import type { NotReviewed } from './messages.ts'
import { type Decision, MESSAGE_LENGTH } from './review.ts'
import { mailReviewLater } from './write-note.server.ts'

export { approveVariation } from './approve-variation.server.ts'
export { deleteNote, pruneReviews, REVIEW_MAIL_JOB, settleNote, writeNote } from './write-note.server.ts'

const limitReviewing = (operator: Operator) => ({
  name: 'review',
  of: toPersonId(operator),
  most: 60,
  windowS: 60,
})

/** Submits the text that is saved now for a review. Returns a refusal if it does not. */
export async function submitText(operator: Operator, id: string): Promise<NotReviewed | undefined> {
  requireRight(operator, 'write')
  const refusal = await refuseEarly(operator, '')
  if (refusal) return refusal
  return writeAs(operator, async (trx) => {
    await lockDraft(trx, operator, id)
    const shown = await findShownText(trx, operator, { id })
    if (!shown) return refuse('gone')
    if (shown.isLive) return refuse('nothing-new')
    const before = await lockReview(trx, operator, id)
    const revision = await keepDraftText(trx, operator, { id, text: shown.text, writtenBy: shown.writer })
    if (before?.state === 'approved' && before.revision === revision) return refuse('approved-already')
    await note(trx, operator, ['submitted', shown.text.title])
    const submitted = { submittedBy: toPersonId(operator), submittedAt: new Date() }
    await saveReview(trx, operator, { articleId: id, state: 'waiting', revision, message: '', ...submitted })
    if (before?.state !== 'waiting') await mailReviewers(trx, operator, id) // else they know of it
    return undefined
  })
}

async function refuseEarly(operator: Operator, message: string): Promise<NotReviewed | undefined> {
  if (message.length > MESSAGE_LENGTH) return refuse('message-too-long')
  return (await consumeRateLimits([limitReviewing(operator)])) > 0 ? refuse('too-often') : undefined
}

interface ReviewRow {
  articleId: string
  state: 'waiting' | 'changes' | 'approved'
  revision: number
  message: string
  submittedBy?: string
  submittedAt?: Date
  decidedBy?: string
  decidedAt?: Date
  decidedRevision?: number
}

async function saveReview(trx: Transaction, operator: Operator, row: ReviewRow): Promise<void> {
  await trx
    .insertInto('reviews')
    .values({ userId: operator.id, submittedBy: null, ...row })
    .onConflict((conflict) => conflict.columns(['userId', 'articleId']).doUpdateSet(row))
    .execute()
}

/** Takes a text back that was submitted. What was approved stays approved. */
export async function withdrawText(operator: Operator, id: string): Promise<NotReviewed | undefined> {
  requireRight(operator, 'write')
  return writeAs(operator, async (trx) => {
    const ended = await trx
      .deleteFrom('reviews')
      .where('articleId', '=', id)
      .where(isOwn(operator, 'userId'))
      .where('state', '=', 'waiting')
      .returning('articleId')
      .executeTakeFirst()
    return ended ? undefined : refuse('changed-meanwhile')
  })
}

/**
 * Approves a text that another person wrote, or asks the writer for changes. The approval is kept with the revision. Plans
 * whose time has come publish an approved text at once. Refused if the text is not the one that the reviewer saw.
 */
export async function decideReview(
  operator: Operator,
  id: string,
  decision: Decision,
): Promise<NotReviewed | undefined> {
  requireRight(operator, 'review')
  const { seen, planned, message } = decision
  const refusal = await refuseEarly(operator, message)
  if (refusal) return refusal
  return writeAs(operator, async (trx) => {
    await lockDraft(trx, operator, id)
    const before = await lockReview(trx, operator, id)
    const shown = await findShownText(trx, operator, { id, planned })
    if (!shown) return refuse('gone')
    if (shown.seen !== seen) return refuse('changed-meanwhile')
    const refused = await refuseDecision(trx, operator, { id, decision, shown })
    if (!refused) await decideIn(trx, operator, { id, decision, shown, before })
    return refused
  })
}

interface ToDecide {
  id: string
  decision: Decision
  shown: ShownText
  before: Awaited<ReturnType<typeof lockReview>>
}

async function decideIn(
  trx: Transaction,
  operator: Operator,
  { id, decision: { kind, planned, message }, shown, before }: ToDecide,
): Promise<void> {
  const kept = { id, text: shown.text, writtenBy: shown.writer }
  const revision = shown.number ?? (await keepDraftText(trx, operator, kept))
  const { carryOut, act } = DECISIONS[kind]
  await carryOut(trx, operator, { id, revision, shown })
  await note(trx, operator, [act, shown.text.title])
  // The approval of a planned text decides nothing about a newer one. What readers see already waits for nobody.
  const isOfOther = planned !== undefined && before && before.revision !== revision
  if (isOfOther || (kind === 'approve' && shown.isLive && !before)) return
  await saveDecision(trx, operator, { id, revision, shown, kind, message })
  await mailWriter(trx, operator, { id, kind, writer: before?.submittedBy ?? shown.writer })
}

async function saveDecision(
  trx: Transaction,
  operator: Operator,
  { id, revision, shown, kind, message }: Decided & Pick<Decision, 'kind' | 'message'>,
): Promise<void> {
  await saveReview(trx, operator, {
    articleId: id,
    state: await toState(trx, operator, { id, kind, shown }),
    revision,
    message,
    decidedBy: toPersonId(operator),
    decidedAt: new Date(),
    decidedRevision: revision,
  })
}

interface Decided {
  id: string
  revision: number
  shown: ShownText
}

async function refuseDecision(
  trx: Transaction,
  operator: Operator,
  { id, decision, shown }: { id: string; decision: Decision; shown: ShownText },
): Promise<NotReviewed | undefined> {
  const { kind, message } = decision
  if (kind === 'approve') return shown.writer === toPersonId(operator) ? refuse('own-text') : undefined
  const says = message.trim() !== '' || (await hasOpenNote(trx, operator, id))
  return says ? undefined : refuse('message-missing')
}

// A text waits on while one of its sites asks for the approval of another reviewer.
async function toState(
  trx: Transaction,
  operator: Operator,
  { id, kind, shown: { text } }: { id: string; kind: Decision['kind']; shown: ShownText },
): Promise<ReviewRow['state']> {
  if (kind === 'changes') return kind
  const siteIds = await listAsking(trx, operator, { id, siteIds: text.siteIds })
  return (await isApproved(trx, operator, { id, text, siteIds })) ? 'approved' : 'waiting'
}

async function mailReviewers(trx: Transaction, operator: Operator, articleId: string): Promise<void> {
  for (const personId of await listOtherReviewers(trx, operator))
    await mailReviewLater(trx, { accountId: operator.id, personId, articleId, about: 'submit' })
}

async function mailWriter(
  trx: Transaction,
  operator: Operator,
  { id, kind, writer }: { id: string; kind: Decision['kind']; writer: string | null },
): Promise<void> {
  if (writer === null || writer === toPersonId(operator)) return
  await mailReviewLater(trx, { accountId: operator.id, personId: writer, articleId: id, about: kind })
}

// Plans of the same text have revisions of their own.
async function approveTexts(
  trx: Transaction,
  operator: Operator,
  { id, revision, shown }: Decided,
): Promise<void> {
  const planned = await readPlannedTexts(trx, operator, id)
  const alike = planned.filter(({ text }) => isSameForReaders(text, shown.text))
  const numbers = [revision, ...alike.map(({ number }) => number)]
  await setApprovals(trx, operator, { articleId: id, numbers, approvals: approveAs(operator) })
  await resumePlans(trx, operator, id)
}

async function withdrawApproval(trx: Transaction, operator: Operator, { id, shown }: Decided): Promise<void> {
  const approved = await listApproved(trx, operator, id)
  const alike = approved.filter(({ text }) => isSameForReaders(text, shown.text))
  const numbers = alike.map(({ number }) => number)
  await setApprovals(trx, operator, { articleId: id, numbers, approvals: [] })
}

const DECISIONS = {
  approve: { carryOut: approveTexts, act: 'approved' },
  changes: { carryOut: withdrawApproval, act: 'changes-asked' },
} as const

/**
 * Asks for a second pair of eyes on the sites `pairs`, and for a review of what a model wrote on the sites `models`; no longer
 * on others. Plans that waited for a review are looked at again.
 */
export async function saveReviewRules(
  operator: Operator,
  { pairs, models }: { pairs: string[]; models: string[] },
): Promise<void> {
  requireRight(operator, 'lead')
  const siteIds = [...pairs, ...models]
  await writeAs(operator, async (trx) => {
    await sql`
      delete from review_rules where ${isOwn(operator, 'userId')} and site_id <> all(${siteIds}::uuid[])
    `.execute(trx)
    await sql`
      insert into review_rules (user_id, site_id, pairs, models)
      select ${operator.id}, id, id = any(${pairs}::uuid[]), id = any(${models}::uuid[]) from target_sites
      where id = any(${siteIds}::uuid[]) and (owner_id is null or owner_id = ${operator.id})
      on conflict (user_id, site_id) do update set pairs = excluded.pairs, models = excluded.models
    `.execute(trx)
    await note(trx, operator, ['review-rules', toRuleNote({ pairs, models })])
    await resumePlans(trx, operator)
  })
}

const toRuleNote = ({ pairs, models }: { pairs: string[]; models: string[] }) =>
  `a second pair of eyes: ${pairs.length} sites, what a model wrote: ${models.length} sites`
