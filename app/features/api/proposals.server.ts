import { sql } from 'kysely'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { db } from '../../platform/store/database.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { refuse, type Refusal } from '../../shared/refusal.ts'
import { type Operator, toPersonId } from '../accounts/accounts.ts'
import type { proposalRefusals } from './agents-messages.ts'
import type { ListedProposal, Proposal, ToolRequest } from './proposals.ts'

const WAITING_LIMIT = 200
const HOLD_S = 120
const KEPT_DAYS = 90
const LISTED = 100

interface NewProposal {
  sessionId: string
  agent: string
  operation: string
  request: ToolRequest
  why: string
}

/** Stores what an agent proposes. Returns its id. */
export const insertProposal = (
  operator: Operator,
  { sessionId, agent, operation, request, why }: NewProposal,
): Promise<{ ok: true; id: string } | Refusal<'too-many'>> =>
  writeAs(operator, async (trx) => {
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

// A request holds whole texts, so lists have none.
const LISTED_COLUMNS = ['id', 'agent', 'operation', 'state', 'problem', 'madeAt', 'decidedAt'] as const
const COLUMNS = [...LISTED_COLUMNS, 'request', 'why'] as const

/** Lists the newest proposals of an account that the operator may see, those that wait first. With a session, its own. */
export const listProposals = (operator: Operator, sessionId?: string): Promise<ListedProposal[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('proposals')
      .select(LISTED_COLUMNS)
      .where(isOwn(operator, 'accountId'))
      .$if(sessionId !== undefined, (query) => query.where('sessionId', '=', sessionId ?? ''))
      .orderBy(sql`state <> 'waiting'`)
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute(),
  )

/** Returns one proposal; undefined if the operator may not see it. */
export const findProposal = (operator: Operator, id: string): Promise<Proposal | undefined> =>
  readAs(operator, async (trx) =>
    isUuid(id)
      ? trx
          .selectFrom('proposals')
          .select(COLUMNS)
          .where(isOwn(operator, 'accountId'))
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined,
  )

type NotDecided = Refusal<keyof typeof proposalRefusals>

/**
 * Carries out a proposal in the operator's name, by `carryOut`, which gets its id as the id of the work. So it is done once,
 * also after a crash. If it returns a problem, the proposal waits on with it.
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

const decidedBy = (operator: Operator, state: 'accepted' | 'refused') => ({
  state,
  decidedBy: toPersonId(operator),
  decidedAt: new Date(),
})

const holdProposal = (
  operator: Operator,
  id: string,
): Promise<{ ok: true; proposal: Proposal } | NotDecided> =>
  writeAs(operator, async (trx) => {
    if (!isUuid(id)) return refuse('not-found')
    const row = await trx
      .selectFrom('proposals')
      .select(COLUMNS)
      .select(sql<boolean>`coalesce(held_until > now(), false)`.as('isHeld'))
      .where(isOwn(operator, 'accountId'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('not-found')
    const { isHeld, ...proposal } = row
    if (row.state !== 'waiting') return refuse('decided')
    if (isHeld) return refuse('busy')
    await trx
      .updateTable('proposals')
      .set({ heldUntil: sql<Date>`now() + make_interval(secs => ${HOLD_S})` })
      .where('id', '=', id)
      .execute()
    return { ok: true, proposal }
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

/** Deletes proposals that were decided long ago. */
export async function pruneProposals(): Promise<void> {
  await sql`delete from proposals where decided_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
