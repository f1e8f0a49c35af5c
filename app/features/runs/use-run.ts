import { useEffect, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { readFormText } from '../../shared/text.ts'
import { forgetFailure } from '../../shell/form-failure.tsx'
import { hasEnded, type LiveRun, runPath } from './runs.ts'

const MOST_RESULTS = 500

/**
 * Returns a run at each of its changes, from before its start to its end. Undefined without an id and before the first
 * event. Only the `latest` results are kept. After a broken connection the browser reconnects and continues
 * automatically.
 */
export function useRun(id: string | undefined, latest = MOST_RESULTS): LiveRun | undefined {
  const [run, setRun] = useState<LiveRun>()
  useEffect(() => {
    if (!id) return undefined
    const events = new EventSource(`${runPath(id)}/events?wait&latest=${latest}`)
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const update = JSON.parse(data) as LiveRun
      setRun((previous) => mergeResults(previous, update, latest))
      if (hasEnded(update)) events.close()
    })
    return () => events.close()
  }, [id, latest])
  return run?.id === id ? run : undefined
}

/** Returns a run as `useRun` does, if it is open. At its end the data of the screen is loaded again. */
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

/**
 * Follows the run of the last form that got no answer; its field `changeId` has the id (see `nameChange`). Once that run has
 * begun, the data of the screen is loaded again, and the toast about the form is taken back.
 */
export function useUnansweredRun(isAnswered: boolean): void {
  const { formData } = useNavigation()
  const [id, setId] = useState('')
  const sent = formData ? readFormText(formData, 'changeId') : ''
  if (sent !== '' && sent !== id) setId(sent)
  if (!formData && isAnswered && id !== '') setId('')
  const hasBegun = useRun(formData || isAnswered || id === '' ? undefined : id, 1) !== undefined
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!hasBegun) return
    forgetFailure()
    void revalidate()
  }, [hasBegun, revalidate])
}

// Each event has only the new results.
const mergeResults = (previous: LiveRun | undefined, update: LiveRun, latest: number): LiveRun =>
  previous?.id === update.id
    ? { ...update, results: [...previous.results, ...update.results].slice(-latest) }
    : update
