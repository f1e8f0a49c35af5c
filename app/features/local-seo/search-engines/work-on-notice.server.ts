import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, recordItem } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { sayNotice, unchanged } from './messages.ts'
import type { Engine } from '../../../platform/page-changes.ts'
import { NOTICE_RUN, type StoredNotice, type WaitReason } from './search-engines.ts'
import { isWaitingFor, notifyEngine } from './notify-engine.server.ts'
import type { NotLocked } from './locks.server.ts'
import { listEngines } from '../../../platform/page-changes.server.ts'

const LOCK_POLL_MS = 1000

/**
 * The run that notifies every engine of the account's own changed pages, one engine after the other. A run notifies
 * each engine once. While another process notifies it, the run waits.
 */
export const noticeRun = defineRun({
  kind: NOTICE_RUN,
  input: z.object({}),
  sayResult: (result) => ({ ...sayNotice(result as unknown as StoredNotice) }), // as the run stores it
  prepare:
    ({ id, operator }) =>
    () =>
      notifyNext(operator, id),
})

async function notifyNext(operator: Operator, runId: string): Promise<boolean> {
  const run = await findRun(operator, runId)
  const done = new Set(run?.results.map(({ engine }) => engine))
  const engine = listEngines(env.SITE_URL).find((each) => !done.has(each))
  if (!engine) return false
  const result = await notifyForRun(operator, { engine, runId })
  if (!result) {
    await sleep(LOCK_POLL_MS)
    return true
  }
  await recordItem(runId, { itemId: engine, outcome: result.status, result: { ...result } })
  return true
}

interface Part {
  engine: Engine
  runId: string
}

/** Returns undefined while another process has the lock. */
async function notifyForRun(operator: Operator, part: Part): Promise<StoredNotice | undefined> {
  const { engine, runId } = part
  const notified = new Set((await listReceipts(part)).map(({ origin }) => origin))
  const refusals: NotLocked[] = []
  for (const { origin, isWanted } of await listOrigins(operator, engine)) {
    if (notified.has(origin)) continue
    let outcome = await notifyEngine({ engine, origin, operator, runId, isWanted })
    while (outcome.ok && outcome.isMore) outcome = await notifyEngine({ engine, origin, operator, runId })
    if (!outcome.ok) refusals.push(outcome)
  }
  const waits = refusals.flatMap(({ reason, waitS }) => (reason === 'taken' ? [] : [{ reason, waitS }]))
  if (waits.length < refusals.length) return undefined
  return toNotice(engine, await listReceipts(part), waits[0])
}

// Google gets the sitemap even without changes: this is the way to ask it for a visit.
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

interface Wait {
  reason: WaitReason
  waitS: number
}

function toNotice(engine: Engine, receipts: Receipts, wait: Wait | undefined): StoredNotice {
  const counted = receipts.filter(({ outcome, origin }) => outcome === 'accepted' || isOurs(engine, origin))
  const addresses = counted.reduce((sum, receipt) => sum + receipt.addresses, 0)
  const failed = counted.find(({ outcome }) => outcome !== 'accepted')
  if (failed) return { engine, status: 'failed', addresses, detail: failed.detail }
  if (wait) return { engine, status: 'waiting', addresses, ...wait }
  const [accepted] = counted
  return accepted
    ? { engine, status: 'accepted', addresses, detail: accepted.detail }
    : { engine, status: 'unchanged', addresses, detail: unchanged(engine) }
}

// The service account of the installation seldom has a property for an account's own domain. The history shows that
// refusal, but it is not a failure of the notice, because the account cannot correct it.
const isOurs = (engine: Engine, origin: string) => engine !== 'google' || origin === env.SITE_URL
