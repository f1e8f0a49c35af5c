import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import type { LiveRun } from '../../runs/runs.ts'
import { nameChange } from '../../runs/use-run.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import type { ChangeSummary } from './board.ts'
import { ChangeProgress } from './change-progress.tsx'
import { toChangeMessage } from './messages.ts'
import styles from './board.module.css'

interface LatestChangeProps {
  summary: ChangeSummary
  live: LiveRun | undefined
  busy: boolean
}

/** Shows the newest change when its toast is gone, or never came: its progress, and then its undo. */
export const LatestChange = ({ summary, live, busy }: LatestChangeProps) =>
  summary.isOver ? (
    <div className={styles.latest}>
      <p>{toChangeMessage(summary).title}</p>
      <UndoForm runId={summary.runId} busy={busy} />
    </div>
  ) : (
    <ChangeProgress summary={summary} live={live} path={ARTICLES_PATH} />
  )

/** The form that undoes a change. */
export const UndoForm = ({ runId, busy = false }: { runId: string; busy?: boolean }) => (
  <Form method="post" preventScrollReset onSubmit={nameChange}>
    <input type="hidden" name="runId" value={runId} />
    <input type="hidden" name="changeId" />
    <Button intent="undo" busy={busy}>
      Undo
    </Button>
  </Form>
)
