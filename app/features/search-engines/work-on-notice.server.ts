import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { recordItem, workOnRun } from '../runs/commands.server.ts'
import { findRun } from '../runs/queries.server.ts'
import { leftAlone, pausedFor, unchanged } from './messages.ts'
import { type Engine, type EngineNotice, NOTICE_RUN } from './search-engines.ts'
import { isWaitingFor, tell } from './tell.server.ts'
import type { NotOurs } from './turns.server.ts'
import { listEngines } from './reach.server.ts'

const TURN_POLL_MS = 1000

/**
 * Goes on with a run that tells every engine of the account's own changed pages, one engine after the other. What an
 * engine was told for this run it is not told again; while somebody else is telling it, the run waits.
 */
export const workOnNotice = (runId: string): Promise<void> =>
  workOnRun({
    id: runId,
    kind: NOTICE_RUN,
    prepare: (operator) => Promise.resolve(() => tellNext(operator, runId)),
  })

async function tellNext(operator: Operator, runId: string): Promise<boolean> {
  const run = await findRun(operator, runId)
  const done = new Set(run?.results.map(({ engine }) => engine))
  const engine = listEngines(env.SITE_URL).find((each) => !done.has(each))
  if (!engine) return false
  const result = await tellEngine(operator, { engine, runId })
  if (!result) {
    await sleep(TURN_POLL_MS)
    return true
  }
  await recordItem(runId, { itemId: engine, outcome: result.status, result: { ...result } })
  return true
}

interface Part {
  engine: Engine
  runId: string
}

/** Undefined while somebody else has the turn. */
async function tellEngine(operator: Operator, part: Part): Promise<EngineNotice | undefined> {
  const { engine, runId } = part
  const told = new Set((await listReceipts(part)).map(({ origin }) => origin))
  const refusals: NotOurs[] = []
  for (const { origin, isWanted } of await listOrigins(operator, engine)) {
    if (told.has(origin)) continue
    let outcome = await tell({ engine, origin, operator, runId, isWanted })
    while ('isMore' in outcome && outcome.isMore) outcome = await tell({ engine, origin, operator, runId })
    if (!('isMore' in outcome)) refusals.push(outcome)
  }
  if (refusals.some(({ why }) => why === 'taken')) return undefined
  return toNotice(engine, await listReceipts(part), refusals[0])
}

// Google may be told that the sitemap is there even where nothing has changed: it is its way of asking for a visit.
async function listOrigins(operator: Operator, engine: Engine) {
  const rows = await db
    .selectFrom('pageChanges')
    .select('origin')
    .distinct()
    .where('userId', '=', operator.id)
    .where(isWaitingFor(engine))
    .execute()
  const origins = new Set(rows.map(({ origin }) => origin))
  if (engine === 'google') origins.add(env.SITE_URL)
  return [...origins].map((origin) => ({ origin, isWanted: engine === 'google' && origin === env.SITE_URL }))
}

const listReceipts = ({ engine, runId }: Part) =>
  db
    .selectFrom('noticeReceipts')
    .select(['origin', 'outcome', 'detail', 'addresses'])
    .where('runId', '=', runId)
    .where('engine', '=', engine)
    .orderBy('id')
    .execute()

type Receipts = Awaited<ReturnType<typeof listReceipts>>

function toNotice(engine: Engine, receipts: Receipts, refusal: NotOurs | undefined): EngineNotice {
  const counted = receipts.filter(({ outcome, origin }) => outcome === 'accepted' || isOurs(engine, origin))
  const addresses = counted.reduce((sum, receipt) => sum + receipt.addresses, 0)
  const failed = counted.find(({ outcome }) => outcome !== 'accepted')
  if (failed) return { engine, status: 'failed', addresses, detail: failed.detail }
  if (refusal) return { engine, status: 'waiting', addresses, detail: explain(engine, refusal) }
  const [accepted] = counted
  return accepted
    ? { engine, status: 'accepted', addresses, detail: accepted.detail }
    : { engine, status: 'unchanged', addresses, detail: unchanged(engine) }
}

// The service account of the installation seldom has a property for a domain of an account's own: the history says so,
// and nothing has failed that anybody here could mend.
const isOurs = (engine: Engine, origin: string) => engine !== 'google' || origin === env.SITE_URL

const explain = (engine: Engine, { why, waitS }: NotOurs) =>
  why === 'paused' ? pausedFor(engine, waitS) : leftAlone(engine)
