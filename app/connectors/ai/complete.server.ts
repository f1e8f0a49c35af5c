import pLimit from 'p-limit'
import { throughBreaker } from '../../platform/breaker.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { ConnectorError } from '../connector-error.ts'
import { toAiError } from './ai-error.server.ts'
import { sdkFetch } from './sdk-fetch.server.ts'

const CONCURRENT = 4
const TIMEOUT_MS = 60_000
const RETRIES = 2

const turns = remember('turns at the AI server', () => pLimit(CONCURRENT))

export interface Question {
  /** What the model is told by us; nothing of an article. */
  instructions: string
  prompt: string
  maxOutputTokens: number
  /** For all of it: waiting for a turn, asking, asking again. */
  timeoutMs?: number
  /** How often it is asked again where the server asks for patience or fails; two times if left out. */
  retries?: number
}

export interface Completion {
  text: string
  /** In and out, as the server counts them; undefined where it does not. */
  tokens: number | undefined
  /** Whether the answer ended by itself and not at the limit of its length. */
  isWhole: boolean
}

/**
 * Has the model of the settings answer: at most four at a time, 60 s in all, with two more attempts where it asks for
 * patience or fails. A server that failed five times in a row is left alone for a minute. Throws ConnectorError, with
 * a sentence in `detail`.
 */
export async function complete(question: Question): Promise<Completion> {
  const { AI_BASE_URL: address } = env
  if (!address) throw new ConnectorError('ai', 'rejected', { detail: 'No AI server is set.' })
  const signal = AbortSignal.timeout(question.timeoutMs ?? TIMEOUT_MS)
  try {
    return await inTurn(signal, () =>
      throughBreaker(`ai ${new URL(address).host}`, () => ask(address, question, signal), isOutage),
    )
  } catch (error) {
    const failure = toAiError(error)
    log.warn({ reason: failure.reason }, 'ai.failed')
    throw failure
  }
}

/** Runs when it has its turn; a ConnectorError as soon as the signal says that this comes too late. */
function inTurn<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const { promise: lateness, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new ConnectorError('ai', 'throttled', { detail: TOO_LATE })) // nobody was asked
  signal.addEventListener('abort', giveUp)
  const turn = turns(() => {
    if (signal.aborted) return lateness
    signal.removeEventListener('abort', giveUp)
    return run()
  })
  return Promise.race([turn, lateness])
}

const isOutage = (error: unknown) => error instanceof ConnectorError && error.isPassing

async function ask(baseURL: string, question: Question, signal: AbortSignal): Promise<Completion> {
  try {
    // Only who asks pays for loading it.
    const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ])
    const provider = createOpenAICompatible({
      name: 'ai',
      baseURL,
      ...(env.AI_API_KEY && { apiKey: env.AI_API_KEY }),
      fetch: sdkFetch,
      transformRequestBody: (body) => toDialect(baseURL, body),
    })
    const { text, usage, finishReason } = await generateText({
      model: provider(env.AI_MODEL ?? ''),
      instructions: question.instructions,
      prompt: question.prompt,
      maxOutputTokens: question.maxOutputTokens,
      maxRetries: question.retries ?? RETRIES,
      abortSignal: signal,
    })
    if (finishReason === 'content-filter') throw new ConnectorError('ai', 'rejected', { detail: WITHHELD })
    return { text, tokens: usage.totalTokens, isWhole: finishReason !== 'length' }
  } catch (error) {
    throw toAiError(error)
  }
}

const TOO_LATE = 'Too much was asked of the AI server at once: the turn of this did not come in time.'
const WITHHELD = 'The AI server declined to write about this text.'

// OpenAI's own newer models refuse the name that all others know.
function toDialect(baseURL: string, body: Record<string, unknown>): Record<string, unknown> {
  if (new URL(baseURL).hostname !== 'api.openai.com') return body
  const { max_tokens: most, ...rest } = body
  return { ...rest, max_completion_tokens: most }
}
