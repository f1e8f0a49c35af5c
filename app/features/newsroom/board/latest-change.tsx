import { UndoForm } from '../../../ui/undo-form.tsx'
import type { LiveRun } from '../../runs/runs.ts'
import type { ChangeSummary } from './board.ts'
import { ChangeProgress } from './change-progress.tsx'
import { toChangeMessage } from './messages.ts'

interface LatestChangeProps {
  summary: ChangeSummary
  live: LiveRun | undefined
  busy: boolean
  /** Path of the screen. */
  path: string
}

/** Shows the newest change when its toast is gone, or never came: its progress, and then its undo. */
export const LatestChange = ({ summary, live, busy, path }: LatestChangeProps) =>
  summary.isOver ? (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 bg-sunk px-3.5 py-2 text-small wrap-anywhere">
      <p>{toChangeMessage(summary).title}</p>
      <UndoForm runId={summary.runId} busy={busy} path={path} />
    </div>
  ) : (
    <ChangeProgress summary={summary} live={live} path={path} />
  )
