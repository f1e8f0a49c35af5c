import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import type { LiveRun } from '../../runs/runs.ts'
import { nameChange } from '../../runs/use-run.ts'
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

interface UndoFormProps {
  runId: string
  busy?: boolean
  /** Path that the form is sent to; that of the open screen, with its filter, by default. */
  path?: string | undefined
}

/** The form that undoes a change. */
export const UndoForm = ({ runId, busy = false, path }: UndoFormProps) => (
  <Form method="post" action={path} preventScrollReset onSubmit={nameChange}>
    <input type="hidden" name="runId" value={runId} />
    <input type="hidden" name="changeId" />
    <Button intent="undo" busy={busy}>
      Undo
    </Button>
  </Form>
)
