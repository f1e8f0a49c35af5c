import { sql } from 'kysely'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { db, type Transaction } from '../../platform/store/database.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { consumeRateLimits, type Limit } from '../../platform/rate-limits.server.ts'
import { refuse, type Refusal } from '../../shared/refusal.ts'
import { type Operator, toPersonId } from '../accounts/accounts.ts'
import { proposalExpired, type proposalRefusals } from './agents-messages.ts'
import {
  type ListedProposal,
  type Proposal,
  PROPOSALS_A_DAY,
  PROPOSALS_AN_HOUR,
  type ToolRequest,
} from './proposals.ts'

const WAITING_LIMIT = 200
const HOLD_S = 120
const KEPT_DAYS = 90
const WAITING_DAYS = 30
const LISTED = WAITING_LIMIT

interface NewProposal {
  sessionId: string
  agent: string
  operation: string
  request: ToolRequest
  why: string
}

/** Stores what an agent proposes. Returns its id. */
export async function insertProposal(
  operator: Operator,
  { sessionId, agent, operation, request, why }: NewProposal,
): Promise<{ ok: true; id: string } | Refusal<'too-many' | 'too-often'>> {
  if ((await consumeRateLimits(limitProposing(operator))) > 0) return refuse('too-often')
  return writeAs(operator, async (trx) => {
    const waiting = await trx
      .selectFrom('proposals')
      .select('id')
      .where(isOwn(operator, 'accountId'))
      .where('state', '=', 'waiting')
      .limit(WAITING_LIMIT)
      .execute()
    if (waiting.length >= WAITING_LIMIT) return refuse('too-many')
    const id = uuidv7()
    const row = {
      id,
      accountId: operator.id,
      personId: toPersonId(operator),
      sessionId,
      agent,
      operation,
      why,
    }
    await trx
      .insertInto('proposals')
      .values({ ...row, request: JSON.stringify(request) })
      .execute()
    return { ok: true, id }
  })
}

const limitProposing = (operator: Operator): Limit[] => {
  const limit = { name: 'propose', of: toPersonId(operator) }
  return [
    { ...limit, most: PROPOSALS_AN_HOUR, windowS: 3600 },
    { ...limit, most: PROPOSALS_A_DAY, windowS: 86_400 },
  ]
}

// A request holds whole texts, so lists have none.
const LISTED_COLUMNS = [
  'proposals.id',
  'agent',
  'operation',
  'state',
  'problem',
  'proposals.madeAt',
  'decidedAt',
  sql<string>`concat_ws(' · ', nullif(users.name, ''), users.email)`.as('person'), // a name is as its person likes
] as const
const COLUMNS = [...LISTED_COLUMNS, 'request', 'why'] as const

const selectProposals = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.personId')
    .where(isOwn(operator, 'proposals.accountId'))

/** Lists the newest proposals of an account that the operator may see, those that wait first. With a session, its own. */
export const listProposals = (operator: Operator, sessionId?: string): Promise<ListedProposal[]> =>
  readAs(operator, (trx) =>
    selectProposals(trx, operator)
      .select(LISTED_COLUMNS)
      .$if(sessionId !== undefined, (query) => query.where('sessionId', '=', sessionId ?? ''))
      .orderBy(sql`state <> 'waiting'`)
      .orderBy('proposals.id', 'desc')
      .limit(LISTED)
      .execute(),
  )

/** Returns one proposal; undefined if the operator may not see it. */
export const findProposal = (operator: Operator, id: string): Promise<Proposal | undefined> =>
  readAs(operator, async (trx) =>
    isUuid(id)
      ? selectProposals(trx, operator).select(COLUMNS).where('proposals.id', '=', id).executeTakeFirst()
      : undefined,
  )

type NotDecided = Refusal<keyof typeof proposalRefusals>

/**
 * Carries out a proposal in the operator's name, by `carryOut`, which gets its id as the id of the work. If it returns a
 * problem, the proposal waits on with it. After an attempt whose end nobody knows, as after a crash, the person is asked to
 * look first: only some commands know the work that they have done.
 */
export async function acceptProposal(
  operator: Operator,
  id: string,
  carryOut: (proposal: Proposal) => Promise<string | null>,
): Promise<{ ok: true } | NotDecided | Refusal<'problem', { problem: string }>> {
  const held = await holdProposal(operator, id)
  if (!held.ok) return held
  const problem = await carryOut(held.proposal)
  await writeAs(operator, (trx) =>
    trx
      .updateTable('proposals')
      .set({ heldUntil: null, problem, ...(problem === null && decidedBy(operator, 'accepted')) })
      .where(isOwn(operator, 'accountId'))
      .where('id', '=', id)
      .execute(),
  )
  return problem === null ? { ok: true } : refuse('problem', { problem })
}

// A body may be a megabyte, and nobody carries it out again.
const withoutBody = sql<string>`jsonb_set(request, '{body}', 'null')`

const decidedBy = (operator: Operator, state: 'accepted' | 'refused') => ({
  state,
  request: withoutBody,
  decidedBy: toPersonId(operator),
  decidedAt: new Date(),
})

const holdProposal = (
  operator: Operator,
  id: string,
): Promise<{ ok: true; proposal: Proposal } | NotDecided> =>
  writeAs(operator, async (trx) => {
    if (!isUuid(id)) return refuse('not-found')
    const row = await selectProposals(trx, operator)
      .select(COLUMNS)
      .select(['heldUntil', sql<boolean>`coalesce(held_until > now(), false)`.as('isHeld')])
      .where('proposals.id', '=', id)
      .forUpdate('proposals')
      .executeTakeFirst()
    if (!row) return refuse('not-found')
    const { isHeld, heldUntil, ...proposal } = row
    if (row.state !== 'waiting') return refuse('decided')
    if (isHeld) return refuse('busy')
    const isInterrupted = heldUntil !== null
    const held = sql<Date>`now() + make_interval(secs => ${HOLD_S})`
    await trx
      .updateTable('proposals')
      .set({ heldUntil: isInterrupted ? null : held })
      .where('id', '=', id)
      .execute()
    return isInterrupted ? refuse('interrupted') : { ok: true, proposal }
  })

/** Refuses a proposal: it is never carried out. */
export async function refuseProposal(operator: Operator, id: string): Promise<{ ok: true } | NotDecided> {
  const held = await holdProposal(operator, id)
  if (!held.ok) return held
  await writeAs(operator, (trx) =>
    trx
      .updateTable('proposals')
      .set({ heldUntil: null, problem: null, ...decidedBy(operator, 'refused') })
      .where(isOwn(operator, 'accountId'))
      .where('id', '=', id)
      .execute(),
  )
  return { ok: true }
}

/** Refuses proposals that nobody decided in time, and deletes those that were decided long ago. */
export async function pruneProposals(): Promise<void> {
  await sql`
    update proposals set state = 'refused', decided_at = now(), held_until = null, problem = ${proposalExpired},
      request = ${withoutBody}
    where state = 'waiting' and made_at < now() - make_interval(days => ${WAITING_DAYS})
      and coalesce(held_until, '-infinity') < now()
  `.execute(db)
  await sql`delete from proposals where decided_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
