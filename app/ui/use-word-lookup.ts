import { useEffect } from 'react'
import { useLookup } from './use-lookup.ts'

const PAUSE_MS = 150

/** Returns the answer of a path about some words, two letters at least, a moment after they were typed; undefined until then. */
export function useWordLookup<Found>(path: string, words: string): Found | undefined {
  const { load, data, state } = useLookup<Found>()
  const isEnough = words.length > 1
  useEffect(() => {
    if (!isEnough) return undefined
    const timer = setTimeout(() => void load(`${path}?${new URLSearchParams({ q: words })}`), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [path, words, isEnough, load])
  return isEnough && state === 'idle' ? data : undefined
}
