import { env } from '../../platform/env.server.ts'
import { writeAs } from '../../platform/own-rows.server.ts'
import { countAttempt, type Limit } from '../../platform/rate-limits.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { isOneOpen, startRun, withinCallLimit } from '../runs/commands.server.ts'
import { findRun } from '../runs/queries.server.ts'
import { hasEnded, type Run } from '../runs/runs.ts'
import {
  alreadyNotifying,
  beingTold,
  engineLabels,
  howToConfigure,
  notPublic,
  pingFailed,
  stillTelling,
  tooSoon,
  toPingMessage,
} from './messages.ts'
import { listEngines, toReach } from './reach.server.ts'
import { type Engine, type EngineNotice, ENGINES, NOTICE_RUN } from './search-engines.ts'
import { workOnNotice } from './work-on-notice.server.ts'

// The job is there for a process that dies; while the request lives it does the work itself.
const TAKEOVER_S = 30

/** Why nobody is being told. */
type PingRefusal = 'too-many' | 'running' | 'not-possible'

export type Pinged =
  | {
      ok: true
      runId: string
      /** Whether there is nothing more to come; otherwise it goes on by itself. */
      isOver: boolean
      /** Whether every engine that is configured took what there was to take. */
      isDone: boolean
      /** Whether a search engine was told of something. */
      isNews: boolean
      /** To the letter of the spec (§8), and what to say beside it. */
      message: string
      description: string
      engines: EngineNotice[]
    }
  | { ok: false; reason: PingRefusal; message: string; description: string; waitS?: number }

/**
 * Tells search engines now which of the operator's own pages have changed, instead of at the next turn: once in ten
 * minutes, and ten times an hour for all accounts together. Waits 20 s at most unless told not to; what is not done by
 * then goes on by itself.
 */
export async function pingSearchEngines(operator: Operator, { waits = true } = {}): Promise<Pinged> {
  const engines = listEngines(env.SITE_URL)
  if (engines.length === 0) {
    const { description } = toPingMessage(ENGINES.map(toUnusable))
    return { ok: false, reason: 'not-possible', message: pingFailed, description }
  }
  const waitS = await countAttempt(limitPings(operator))
  if (waitS > 0)
    return { ok: false, reason: 'too-many', message: pingFailed, description: tooSoon(waitS), waitS }
  const runId = await start(operator, engines, waits ? TAKEOVER_S : 0)
  if (!runId) return { ok: false, reason: 'running', message: pingFailed, description: alreadyNotifying }
  if (waits) await withinCallLimit(workOnNotice(runId))
  const run = await findRun(operator, runId)
  const notices = listNotices(run)
  const isOver = run !== undefined && hasEnded(run)
  const outcome = toPingMessage(notices)
  return { ok: true, runId, isOver, engines: notices, ...outcome, ...(!isOver && { message: stillTelling }) }
}

const limitPings = ({ id }: Operator): Limit[] => [
  { name: 'ping', of: id, most: 1, windowS: 600 },
  { name: 'ping', of: 'everybody', most: 10, windowS: 3600 },
]

async function start(operator: Operator, engines: Engine[], delayS: number): Promise<string | undefined> {
  const run = { kind: NOTICE_RUN, input: {}, total: engines.length, delayS }
  try {
    return await writeAs(operator, (trx) => startRun(trx, operator, run))
  } catch (error) {
    if (isOneOpen(error)) return undefined
    throw error
  }
}

function listNotices(run: Run | undefined): EngineNotice[] {
  return ENGINES.map((engine) => {
    const told = run?.results.find((result) => result.engine === engine)
    if (told) return told as unknown as EngineNotice // as `workOnNotice` has written it
    if (toReach(engine, env.SITE_URL) !== 'ready') return toUnusable(engine)
    return run?.error
      ? { engine, status: 'failed', addresses: 0, detail: run.error }
      : { engine, status: 'waiting', addresses: 0, detail: beingTold(engine) }
  })
}

function toUnusable(engine: Engine): EngineNotice {
  const isConfigured = toReach(engine, env.SITE_URL) !== 'not-configured'
  return isConfigured
    ? { engine, status: 'not-public', addresses: 0, detail: notPublic(env.SITE_URL) }
    : {
        engine,
        status: 'not-configured',
        addresses: 0,
        detail: `${engineLabels[engine]} is not configured. ${howToConfigure[engine]}`,
      }
}
