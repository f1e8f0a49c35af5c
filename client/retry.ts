import { ApiError } from './http.ts'

/** How often a request is sent, and how long it waits in between. */
export interface RetryOptions {
  /** The most times that a request is sent. Default: 5. */
  tries?: number
  /** The most seconds to wait for the next try. If the server asks for more, its refusal is thrown. Default: 60. */
  longestWaitS?: number
}

const FIRST_WAIT_S = 0.5
const LONGEST_OWN_WAIT_S = 30

/**
 * Sends a request again while its failure may pass: no answer, 429, 5xx, or another one with `Retry-After`. It waits as long
 * as the server says, or else twice as long each time. Throws the last error, or the reason of the signal.
 */
export async function retry<T>(
  send: () => Promise<T>,
  { tries = 5, longestWaitS = 60 }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      signal?.throwIfAborted()
      return await send()
    } catch (error) {
      const waitS = tried < tries ? toWait(error, tried) : undefined
      if (waitS === undefined || waitS > longestWaitS) throw error
      await pause(waitS * 1000, signal)
    }
  }
}

/** Returns the seconds to wait if the server names none: twice as long each time, and not in step with other programs. */
export const toOwnWait = (tried: number): number =>
  Math.min(FIRST_WAIT_S * 2 ** (tried - 1), LONGEST_OWN_WAIT_S) * (0.5 + Math.random() / 2)

/** Returns the seconds until a failed request is worth another try; undefined if it would fail again. */
export function toWait(error: unknown, tried: number): number | undefined {
  const ownS = toOwnWait(tried)
  if (error instanceof ApiError) {
    const isBusy = error.status === 429 || (error.status >= 500 && error.status !== 501)
    return error.retryAfterS ?? (isBusy ? ownS : undefined)
  }
  return error instanceof TypeError ? ownS : undefined // `fetch` had no answer
}

/** Returns true for a failure that may be over soon. */
export const mayPass = (error: unknown): boolean => toWait(error, 1) !== undefined

/** Waits, or throws the reason of the signal. */
export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
