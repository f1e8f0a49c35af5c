import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { toProblem } from '../../shared/problem.ts'
import type { Operator } from '../accounts/accounts.ts'
import { runNotFound, tooManyStreams } from './messages.ts'
import { findRun } from './queries.server.ts'
import { hasEnded, toApiRun } from './runs.ts'

const POLL_MS = 500
const HEARTBEAT_MS = 15_000 // proxies close what is silent for a minute
const LIFE_MS = 60_000 // then the client asks again, and the guard looks at its session again
const STREAMS_AN_ACCOUNT = 10

const open = new Map<string, number>()

interface Following {
  id: string
  /** The last event that was seen; it says from where to go on. */
  lastEventId: string | null
  /** The run may not have begun yet. */
  waits: boolean
  /** How many results an event tells of at most, the last ones; of all unless it is given. */
  latest?: number | undefined
}

/**
 * Answers with a run's changes as they happen, until it has ended (HTML standard, 9.2): each event is the run with what
 * was done with since the one before.
 */
export async function answerRunEvents(
  operator: Operator,
  { id, lastEventId, waits, latest }: Following,
): Promise<Response> {
  const after = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0
  if (!waits && !(await findRun(operator, id, { latest: 0 }))) return answerNoRun()
  if ((open.get(operator.id) ?? 0) >= STREAMS_AN_ACCOUNT)
    return toProblem(429, { code: 'too_many_streams', message: tooManyStreams }, { 'retry-after': '5' })
  const stream = Readable.toWeb(
    Readable.from(encode(writeEvents(operator, { id, after, latest }))),
  ) as ReadableStream
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
  })
}

export const answerNoRun = (): Response => toProblem(404, { code: 'not_found', message: runNotFound })

async function* writeEvents(
  operator: Operator,
  { id, after, latest }: { id: string; after: number; latest: number | undefined },
): AsyncGenerator<string> {
  open.set(operator.id, (open.get(operator.id) ?? 0) + 1)
  try {
    yield 'retry: 1000\n\n'
    let seen = after
    let quietMs = 0
    for (let lifeMs = 0; lifeMs < LIFE_MS; lifeMs += POLL_MS) {
      const run = await findRun(operator, id, { after: seen, latest })
      if (run && (run.version > seen || hasEnded(run))) {
        yield `id: ${run.version}\ndata: ${JSON.stringify(toApiRun(run))}\n\n`
        seen = run.version
        quietMs = 0
      }
      if (run && hasEnded(run)) return
      await sleep(POLL_MS)
      quietMs += POLL_MS
      if (quietMs % HEARTBEAT_MS === 0) yield ': still here\n\n'
    }
  } finally {
    leave(operator.id)
  }
}

function leave(operatorId: string): void {
  const left = (open.get(operatorId) ?? 1) - 1
  if (left > 0) open.set(operatorId, left)
  else open.delete(operatorId)
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
