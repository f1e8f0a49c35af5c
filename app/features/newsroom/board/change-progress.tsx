import { RunProgress } from '../../../ui/run-progress.tsx'
import { hasEnded, type LiveRun } from '../../runs/runs.ts'
import type { ChangeSummary } from './board.ts'
import { changeUnderWay, countArticles } from './messages.ts'

interface ChangeProgressProps {
  summary: ChangeSummary
  live: LiveRun | undefined
  /** Path of the screen. */
  path: string
}

/** Shows the progress of a change of articles until its end. */
export function ChangeProgress({ summary, live, path }: ChangeProgressProps) {
  const { kind, total, counts } = summary
  const done = live?.done ?? Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (live && hasEnded(live)) return null
  return (
    <RunProgress
      title={changeUnderWay(kind, total)}
      done={done}
      total={total}
      standing={`${done.toLocaleString('en-US')} of ${countArticles(total)}`}
      note="It goes on if you leave this page."
      path={path}
    />
  )
}
