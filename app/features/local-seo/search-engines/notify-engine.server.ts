import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { ConnectorError, type ConnectorReason } from '../../../connectors/connector-error.ts'
import { BreakerOpenError, withCircuitBreaker } from '../../../platform/circuit-breaker.server.ts'
import { db, type Transaction, transact } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { ENGINE_CALLS } from './engines.server.ts'
import type { Engine } from '../../../platform/page-changes.ts'
import type { Receipt } from './search-engines.ts'
import { endNotice, unlockPair, type NotLocked, type Pair, lockPair } from './locks.server.ts'
import { isRefusal, refuse } from '../../../shared/refusal.ts'

const EXAMPLES = 5

/** One engine and site to notify, and the account that asked for it. */
interface Notice extends Pair {
  /** The account whose pages are sent; without it, the pages of all accounts are sent. */
  operator?: Operator
  /** The run that asked for it. */
  runId?: string
  /** True if the engine is notified even if no page is waiting. */
  isWanted?: boolean
}

/** The result of a notice: true if more pages are waiting, or the reason why the engine was not notified. */
type Notified = { ok: true; isMore: boolean } | NotLocked

/**
 * Notifies one engine of one batch of a site's changed pages, and stores the answer. A page leaves the outbox in the
 * transaction of the receipt, and only if it has not changed again. So an engine is notified of each page at least
 * once. Throws only if the database throws.
 */
export async function notifyEngine(notice: Notice): Promise<Notified> {
  const lock = await lockPair(notice, notice.operator !== undefined)
  if (!lock.ok) return lock
  const { batch } = ENGINE_CALLS[notice.engine]
  const pages = await listWaiting(notice, batch)
  if (pages.length === 0 && !notice.isWanted) {
    await unlockPair(notice)
    return { ok: true, isMore: false }
  }
  const answer = await ask(notice, [...new Set(pages.map(({ url }) => url))])
  if (isRefusal(answer)) {
    await unlockPair(notice)
    return answer
  }
  await transact((trx) => settle(trx, notice, { pages, answer }))
  const { outcome, status } = answer
  log.info(
    { engine: notice.engine, origin: notice.origin, pages: pages.length, outcome, status },
    'notice.sent',
  )
  return { ok: true, isMore: pages.length === batch && outcome !== 'failed' }
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

/** Returns the condition that an engine was not notified of a page yet. */
export const isWaitingFor = (engine: Engine) => sql<boolean>`${engine} = any(waiting_for)`

interface Answer extends Pick<Receipt, 'outcome' | 'status' | 'detail'> {
  retryAfterS?: number | undefined
  isPauseRequested: boolean
}

async function ask({ engine, origin }: Notice, addresses: string[]): Promise<Answer | NotLocked> {
  try {
    const work = () => ENGINE_CALLS[engine].notify(origin, addresses)
    const { status, detail } = await withCircuitBreaker(`search engine ${engine}`, work, isOutage)
    return { outcome: 'accepted', status, detail, isPauseRequested: false }
  } catch (error) {
    if (error instanceof BreakerOpenError) return refuse('failing', { waitS: error.retryAfterS })
    if (!(error instanceof ConnectorError)) throw error
    const { reason, detail = '', status = null, retryAfterS } = error
    const outcome = reason === 'rejected' ? 'refused' : 'failed'
    return {
      outcome,
      status,
      detail,
      retryAfterS,
      isPauseRequested: reason === 'throttled' || retryAfterS !== undefined,
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
  await insertReceipts(trx, notice, { pages, answer })
  const isFailed = answer.outcome === 'failed'
  if (!isFailed) await deleteNotified(trx, notice.engine, pages)
  const { retryAfterS, isPauseRequested } = answer
  const isForced = notice.operator !== undefined
  await endNotice(trx, notice, isFailed ? { retryAfterS, isPauseRequested, isForced } : undefined)
}

// Each account gets a separate receipt, with its own URLs only.
async function insertReceipts(
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

// A row that a change has locked stays in the outbox, so neither transaction waits. Receipts wait for each other: a row
// that the receipt of another engine has locked would be sent again.
async function deleteNotified(trx: Transaction, engine: Engine, pages: Page[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('receipts of notices'))`.execute(trx)
  const held = await trx
    .selectFrom('pageChanges')
    .select('id')
    .where(isAmong(pages))
    .forUpdate()
    .skipLocked()
    .execute()
  await trx
    .deleteFrom('pageChanges')
    .where(isAmong(held))
    .where(sql<boolean>`array_remove(waiting_for, ${engine}) = '{}'`)
    .execute()
  await trx
    .updateTable('pageChanges')
    .set({ waitingFor: sql<string[]>`array_remove(waiting_for, ${engine})` })
    .where(isAmong(held))
    .execute()
}

// A join with 10,000 ids took 13 seconds where the statistics of the database were old.
const isAmong = (rows: { id: string }[]) => sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`
