import { env } from '../../../platform/env.server.ts'
import { consumeRateLimits, type Limit } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { hasEnded, type Run } from '../../runs/runs.ts'
import {
  beingNotified,
  engineLabels,
  howToConfigure,
  notPublic,
  sayNotice,
  stillNotifying,
  toPingMessage,
} from './messages.ts'
import { listEngines, toReadiness } from '../../../platform/page-changes.server.ts'
import { type Engine, ENGINES } from '../../../platform/page-changes.ts'
import type { EngineNotice, PingRefusal, StoredNotice } from './search-engines.ts'
import { noticeRun } from './work-on-notice.server.ts'
import { refuse } from '../../../shared/refusal.ts'

// The request does the work itself. The job takes over only after a crash.
const TAKEOVER_S = 30

/** The notice that was started, or the reason why none was. */
type PingResult =
  | {
      ok: true
      runId: string
      /** True if the run has ended. If not, it continues in the background. */
      isOver: boolean
      /** True if every configured engine has accepted the notice, or had no changes to receive. */
      isDone: boolean
      /** True if a search engine was notified of changes. */
      isNews: boolean
      /** The toast: its title from the spec (§8), and its description. */
      message: string
      description: string
      engines: EngineNotice[]
    }
  | PingRefusal

/**
 * Notifies search engines of the operator's changed pages immediately. Limits: once in ten minutes for an account, ten
 * times an hour for all accounts. With `waits` it returns after the notice or after 20 s; the run then continues in the
 * background.
 */
export async function pingSearchEngines(operator: Operator, { waits = true } = {}): Promise<PingResult> {
  const engines = listEngines(env.SITE_URL)
  if (engines.length === 0) return refuse('not-possible', { engines: ENGINES.map(toUnusable) })
  const waitS = await consumeRateLimits(limitPings(operator))
  if (waitS > 0) return refuse('too-many', { waitS })
  const runId = await noticeRun.start(operator, {
    input: {},
    total: engines.length,
    delayS: waits ? TAKEOVER_S : 0,
  })
  if (!runId) return refuse('running')
  if (waits) await withinCallLimit(noticeRun.work(runId))
  const run = await findRun(operator, runId)
  const notices = listNotices(run)
  const isOver = run !== undefined && hasEnded(run)
  const outcome = toPingMessage(notices)
  return {
    ok: true,
    runId,
    isOver,
    engines: notices,
    ...outcome,
    ...(!isOver && { message: stillNotifying }),
  }
}

const limitPings = ({ id }: Operator): Limit[] => [
  { name: 'ping', of: id, most: 1, windowS: 600 },
  { name: 'ping', of: 'everybody', most: 10, windowS: 3600 },
]

function listNotices(run: Run | undefined): EngineNotice[] {
  return ENGINES.map((engine) => {
    const result = run?.results.find((each) => each.engine === engine)
    if (result) return sayNotice(result as unknown as StoredNotice) // as the run has stored it
    if (toReadiness(engine, env.SITE_URL) !== 'ready') return toUnusable(engine)
    return run?.error
      ? { engine, status: 'failed', addresses: 0, detail: run.error }
      : { engine, status: 'waiting', addresses: 0, detail: beingNotified(engine) }
  })
}

function toUnusable(engine: Engine): EngineNotice {
  const isConfigured = toReadiness(engine, env.SITE_URL) !== 'not-configured'
  return isConfigured
    ? { engine, status: 'not-public', addresses: 0, detail: notPublic(env.SITE_URL) }
    : {
        engine,
        status: 'not-configured',
        addresses: 0,
        detail: `${engineLabels[engine]} is not configured. ${howToConfigure[engine]}`,
      }
}
