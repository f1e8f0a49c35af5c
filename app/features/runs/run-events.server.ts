import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { toProblem } from '../../shared/problem.ts'
import { type Operator, toPersonId } from '../accounts/accounts.ts'
import { sayResults } from './commands.server.ts'
import { runNotFound, tooManyStreams } from './messages.ts'
import { findRun } from './queries.server.ts'
import { hasEnded, toApiRun } from './runs.ts'

const POLL_MS = 500
const HEARTBEAT_MS = 15_000 // proxies close a connection that is silent for a minute
const LIFE_MS = 60_000 // then the client reconnects, and the guard checks its session again
const STREAMS_A_PERSON = 10

// Open streams by person, in this process.
const openStreams = new Map<string, number>()
const countStreams = (personId: string) => openStreams.get(personId) ?? 0

interface StreamRequest {
  id: string
  /** The last event that the client received; the stream continues after it. */
  lastEventId: string | null
  /** Waits for a run that may not have begun yet, instead of the answer 404. */
  waits: boolean
  /** The maximum number of results of an event, the last ones. Default: all. */
  latest?: number | undefined
}

/**
 * Returns a stream of a run's changes until it has ended (server-sent events, HTML standard, 9.2). Each event is the run
 * with the results since the event before. Answers 404 without such a run, and 429 above ten streams of a person.
 */
export async function answerRunEvents(
  operator: Operator,
  { id, lastEventId, waits, latest }: StreamRequest,
): Promise<Response> {
  const after = lastEventId && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0
  if (!waits && !(await findRun(operator, id, { latest: 0 }))) return answerNoRun()
  if (countStreams(toPersonId(operator)) >= STREAMS_A_PERSON)
    return toProblem(429, { code: 'too_many_streams', message: tooManyStreams }, { 'retry-after': '5' })
  const stream = Readable.toWeb(
    Readable.from(encode(writeEvents(operator, { id, after, latest }))),
  ) as ReadableStream
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
  })
}

/** Returns the answer 404 for a run that the account does not have. */
export const answerNoRun = (): Response => toProblem(404, { code: 'not_found', message: runNotFound })

async function* writeEvents(
  operator: Operator,
  { id, after, latest }: { id: string; after: number; latest: number | undefined },
): AsyncGenerator<string> {
  const personId = toPersonId(operator)
  openStreams.set(personId, countStreams(personId) + 1)
  try {
    yield 'retry: 1000\n\n'
    let seen = after
    let quietMs = 0
    for (let lifeMs = 0; lifeMs < LIFE_MS; lifeMs += POLL_MS) {
      const run = await findRun(operator, id, { after: seen, latest })
      if (run && (run.version > seen || hasEnded(run))) {
        yield `id: ${run.version}\ndata: ${JSON.stringify(toApiRun(sayResults(run)))}\n\n`
        seen = run.version
        quietMs = 0
      }
      if (run && hasEnded(run)) return
      await sleep(POLL_MS)
      quietMs += POLL_MS
      if (quietMs % HEARTBEAT_MS === 0) yield ': still here\n\n'
    }
  } finally {
    closeStream(personId)
  }
}

function closeStream(personId: string): void {
  const left = countStreams(personId) - 1
  if (left > 0) openStreams.set(personId, left)
  else openStreams.delete(personId)
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
