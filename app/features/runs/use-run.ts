import { useEffect, useState } from 'react'
import { hasEnded, type LiveRun, runPath } from './runs.ts'

/**
 * Follows a run from before it has begun until it has ended. Undefined without an id, and until something is heard of
 * it. The browser asks again by itself where a connection breaks, and goes on where it was.
 */
export function useRun(id: string | undefined): LiveRun | undefined {
  const [run, setRun] = useState<LiveRun>()
  useEffect(() => {
    if (!id) return undefined
    const events = new EventSource(`${runPath(id)}/events?wait`)
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const news = JSON.parse(data) as LiveRun
      setRun((before) => join(before, news))
      if (hasEnded(news)) events.close()
    })
    return () => events.close()
  }, [id])
  return run?.id === id ? run : undefined
}

// Each event has only what is new.
const join = (before: LiveRun | undefined, news: LiveRun): LiveRun =>
  before?.id === news.id ? { ...news, results: [...before.results, ...news.results] } : news
