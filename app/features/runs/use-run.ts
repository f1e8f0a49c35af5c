import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { hasEnded, type LiveRun, runPath } from './runs.ts'

const MOST_RESULTS = 500

/**
 * Follows a run from before it has begun until it has ended. Undefined without an id, and until something is heard of
 * it. The browser asks again by itself where a connection breaks, and goes on where it was. Of a run with many parts
 * only the `latest` results are kept.
 */
export function useRun(id: string | undefined, latest = MOST_RESULTS): LiveRun | undefined {
  const [run, setRun] = useState<LiveRun>()
  useEffect(() => {
    if (!id) return undefined
    const events = new EventSource(`${runPath(id)}/events?wait&latest=${latest}`)
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const news = JSON.parse(data) as LiveRun
      setRun((before) => join(before, news, latest))
      if (hasEnded(news)) events.close()
    })
    return () => events.close()
  }, [id, latest])
  return run?.id === id ? run : undefined
}

/** Follows a run that a screen shows, as `useRun` does, unless it has ended; when it has, the screen is read anew. */
export function useOpenRun(
  run: Pick<LiveRun, 'id' | 'state'> | undefined,
  latest: number,
): LiveRun | undefined {
  const live = useRun(run && !hasEnded(run) ? run.id : undefined, latest)
  const { revalidate } = useRevalidator()
  const isOver = live !== undefined && hasEnded(live)
  useEffect(() => {
    if (isOver) void revalidate()
  }, [isOver, revalidate])
  return live
}

// Each event has only what is new.
const join = (before: LiveRun | undefined, news: LiveRun, latest: number): LiveRun =>
  before?.id === news.id ? { ...news, results: [...before.results, ...news.results].slice(-latest) } : news
