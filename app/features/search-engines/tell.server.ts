import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { ConnectorError, type ConnectorReason } from '../../connectors/connector-error.ts'
import { BreakerOpenError, throughBreaker } from '../../platform/breaker.server.ts'
import { db, type Transaction } from '../../platform/database.server.ts'
import { log } from '../../platform/log.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { ENGINE_CALLS } from './engines.server.ts'
import type { Engine, Receipt } from './search-engines.ts'
import { endTurn, leaveTurn, type NotOurs, type Pair, takeTurn } from './turns.server.ts'

const EXAMPLES = 5

export interface Notice extends Pair {
  /** Of its pages alone; of everybody's unless given. */
  operator?: Operator
  /** The run that asked for it. */
  runId?: string
  /** Whether the engine is told even where nothing is waiting. */
  isWanted?: boolean
}

/** What came of it: whether there is more to tell, or why it is not our turn. */
export type Told = { isMore: boolean } | NotOurs

/**
 * Tells one engine of one site what has changed there, a batch at most, and stores what it answered. A page goes out of
 * the outbox with the receipt, and only if it has not changed again since: whatever happens, it is told at least once.
 * Throws only when the store does.
 */
export async function tell(notice: Notice): Promise<Told> {
  const turn = await takeTurn(notice, notice.operator !== undefined)
  if (!turn.isOurs) return turn
  const { batch } = ENGINE_CALLS[notice.engine]
  const pages = await listWaiting(notice, batch)
  if (pages.length === 0 && !notice.isWanted) {
    await leaveTurn(notice)
    return { isMore: false }
  }
  const answer = await ask(notice, [...new Set(pages.map(({ url }) => url))])
  if ('isOurs' in answer) {
    await leaveTurn(notice)
    return answer
  }
  await db.transaction().execute((trx) => settle(trx, notice, { pages, answer }))
  const { outcome, status } = answer
  log.info(
    { engine: notice.engine, origin: notice.origin, pages: pages.length, outcome, status },
    'notice.sent',
  )
  return { isMore: pages.length === batch && outcome !== 'failed' }
}

interface Page {
  id: string
  userId: string | null
  url: string
}

const listWaiting = ({ engine, origin, operator }: Notice, limit: number): Promise<Page[]> =>
  db
    .selectFrom('pageChanges')
    .select(['id', 'userId', 'url'])
    .where('origin', '=', origin)
    .where(isWaitingFor(engine))
    .$if(operator !== undefined, (query) => query.where('userId', '=', operator?.id ?? ''))
    .orderBy('changedAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Says in a query that an engine was not told of a page yet. */
export const isWaitingFor = (engine: Engine) => sql<boolean>`${engine} = any(waiting_for)`

interface Answer extends Pick<Receipt, 'outcome' | 'status' | 'detail'> {
  retryAfterS?: number | undefined
  isPatience: boolean
}

async function ask({ engine, origin }: Notice, addresses: string[]): Promise<Answer | NotOurs> {
  try {
    const work = () => ENGINE_CALLS[engine].tell(origin, addresses)
    const { status, detail } = await throughBreaker(`search engine ${engine}`, work, isOutage)
    return { outcome: 'accepted', status, detail, isPatience: false }
  } catch (error) {
    if (error instanceof BreakerOpenError) return { isOurs: false, waitS: error.retryAfterS, why: 'failing' }
    if (!(error instanceof ConnectorError)) throw error
    const { reason, detail = '', status = null, retryAfterS } = error
    const outcome = reason === 'rejected' ? 'refused' : 'failed'
    return {
      outcome,
      status,
      detail,
      retryAfterS,
      isPatience: reason === 'throttled' || retryAfterS !== undefined,
    }
  }
}

const OUTAGES = new Set<ConnectorReason>(['unreachable', 'timeout', 'broken'])
const isOutage = (error: unknown) => error instanceof ConnectorError && OUTAGES.has(error.reason)

async function settle(
  trx: Transaction,
  notice: Notice,
  { pages, answer }: { pages: Page[]; answer: Answer },
): Promise<void> {
  await saveReceipts(trx, notice, { pages, answer })
  const isFailed = answer.outcome === 'failed'
  if (!isFailed) await forgetTold(trx, notice.engine, pages)
  const { retryAfterS, isPatience } = answer
  const isForced = notice.operator !== undefined
  await endTurn(trx, notice, isFailed ? { retryAfterS, isPatience, isForced } : undefined)
}

// Each account gets a receipt of its own, with its own addresses alone.
async function saveReceipts(
  trx: Transaction,
  { engine, origin, operator, runId }: Notice,
  { pages, answer }: { pages: Page[]; answer: Answer },
): Promise<void> {
  const { outcome, status, detail } = answer
  const byAccount = Map.groupBy(pages, ({ userId }) => userId)
  if (operator && !byAccount.has(operator.id)) byAccount.set(operator.id, [])
  const receipts = [...byAccount].map(([userId, own]) => ({
    id: uuidv7(),
    userId,
    runId: runId ?? null,
    engine,
    origin,
    addresses: own.length,
    examples: own.slice(0, EXAMPLES).map(({ url }) => url),
    status,
    outcome,
    detail,
  }))
  await trx.insertInto('noticeReceipts').values(receipts).execute()
}

// A row that somebody holds is being changed again: it stays, and nobody waits for anybody.
async function forgetTold(trx: Transaction, engine: Engine, pages: Page[]): Promise<void> {
  const ids = pages.map(({ id }) => id)
  await sql`
    with told as (
      select id, array_remove(waiting_for, ${engine}) as waiting_for from page_changes
      where id = any(${ids}::uuid[]) for update skip locked
    ), gone as (
      delete from page_changes where id in (select id from told where waiting_for = '{}')
    )
    update page_changes set waiting_for = told.waiting_for from told
    where page_changes.id = told.id and told.waiting_for <> '{}'
  `.execute(trx)
}
