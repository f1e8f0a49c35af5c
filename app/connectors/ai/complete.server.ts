import pLimit from 'p-limit'
import { withCircuitBreaker } from '../../platform/circuit-breaker.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { singleton } from '../../platform/singleton.server.ts'
import { ConnectorError } from '../connector-error.ts'
import { toStorable } from '../../shared/storable.ts'
import { toAiError } from './ai-error.server.ts'
import { sdkFetch } from './sdk-fetch.server.ts'

const MAX_CALLS = 4
const TIMEOUT_MS = 60_000
const RETRIES = 2

const limit = singleton('calls to the AI server', () => pLimit(MAX_CALLS))

/** A prompt for a language model. */
export interface Question {
  /** Our own instructions, without any text of an article. */
  instructions: string
  prompt: string
  maxOutputTokens: number
  /** The time for the whole call, with the queue and all attempts. 60 s by default. */
  timeoutMs?: number
  /** The number of repeats if the server fails or throttles. Two by default. */
  retries?: number
}

/** The text that a language model wrote. */
export interface Completion {
  text: string
  /** Input and output tokens; undefined if the server does not count them. */
  tokens: number | undefined
  /** True if the text is complete, and was not cut off at the limit of its length. */
  isWhole: boolean
}

/** A server and a model on it. */
interface Model {
  baseUrl: string
  name: string
}

/**
 * Returns the answer of the model in the settings. At most four calls run concurrently. After five failures in a row,
 * no call is made for a minute. Throws ConnectorError, with a sentence in `detail`.
 */
export async function complete(question: Question): Promise<Completion> {
  const { AI_BASE_URL: baseUrl, AI_MODEL: name } = env
  if (!baseUrl || !name) throw new ConnectorError('ai', 'rejected', { detail: 'No AI server is set.' })
  const signal = AbortSignal.timeout(question.timeoutMs ?? TIMEOUT_MS)
  try {
    return await withinLimit(signal, () =>
      withCircuitBreaker(
        `ai ${new URL(baseUrl).host}`,
        () => ask({ baseUrl, name }, question, signal),
        isOutage,
      ),
    )
  } catch (error) {
    const failure = toAiError(error)
    log.warn({ reason: failure.reason }, 'ai.failed')
    throw failure
  }
}

/** Runs a call as soon as fewer than four are running. Throws ConnectorError if the signal aborts before that. */
function withinLimit<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new ConnectorError('ai', 'throttled', { detail: TOO_LATE }))
  signal.addEventListener('abort', giveUp)
  const call = limit(() => {
    if (signal.aborted) return tooLate
    signal.removeEventListener('abort', giveUp)
    return run()
  })
  return Promise.race([call, tooLate])
}

const isOutage = (error: unknown) => error instanceof ConnectorError && error.isRetryable

async function ask({ baseUrl, name }: Model, question: Question, signal: AbortSignal): Promise<Completion> {
  try {
    // Loaded late: an installation without a model does not need it.
    const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ])
    const provider = createOpenAICompatible({
      name: 'ai',
      baseURL: baseUrl,
      ...(env.AI_API_KEY && { apiKey: env.AI_API_KEY }),
      fetch: sdkFetch,
      transformRequestBody: (body) => adaptBody(baseUrl, body),
    })
    const { text, usage, finishReason } = await generateText({
      model: provider(name),
      instructions: question.instructions,
      prompt: question.prompt,
      maxOutputTokens: question.maxOutputTokens,
      maxRetries: question.retries ?? RETRIES,
      abortSignal: signal,
    })
    if (finishReason === 'content-filter') throw new ConnectorError('ai', 'rejected', { detail: WITHHELD })
    return { text: toStorable(text), tokens: usage.totalTokens, isWhole: finishReason !== 'length' }
  } catch (error) {
    throw toAiError(error)
  }
}

const TOO_LATE = 'Too much was asked of the AI server at once: the turn of this did not come in time.'
const WITHHELD = 'The AI server declined to write about this text.'

// The newer models of OpenAI refuse `max_tokens`, which all other servers understand.
function adaptBody(baseUrl: string, body: Record<string, unknown>): Record<string, unknown> {
  if (new URL(baseUrl).hostname !== 'api.openai.com') return body
  const { max_tokens: maxTokens, ...rest } = body
  return { ...rest, max_completion_tokens: maxTokens }
}
