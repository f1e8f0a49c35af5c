import { useCallback, useRef, useState } from 'react'

/** The answers of a route that returns JSON. */
interface Lookup<T> {
  /** Asks for a path. An older answer that comes later is dropped. */
  load: (path: string) => Promise<void>
  /** The last answer. */
  data: T | undefined
  state: 'idle' | 'loading'
  /** True if the last question got no answer. */
  isUnanswered: boolean
}

/**
 * Asks the server while the user types. If a question gets no answer, the screen and its typed values stay. A fetcher
 * of the router would show the error page instead.
 */
export function useLookup<T>(): Lookup<T> {
  const [shown, setShown] = useState<Omit<Lookup<T>, 'load'>>({
    data: undefined,
    state: 'idle',
    isUnanswered: false,
  })
  const asked = useRef(0)
  const load = useCallback(async (path: string) => {
    const mine = (asked.current += 1)
    setShown((last) => ({ ...last, state: 'loading' }))
    const data = await ask<T>(path)
    if (mine !== asked.current) return
    setShown((last) => ({ data: data ?? last.data, state: 'idle', isUnanswered: data === undefined }))
  }, [])
  return { load, ...shown }
}

async function ask<T>(path: string): Promise<T | undefined> {
  try {
    const answer = await fetch(path, { redirect: 'manual' })
    return answer.ok ? ((await answer.json()) as T) : undefined
  } catch {
    return undefined
  }
}
