import { toMoment } from '../../../shared/dates.ts'
import { UndoRun } from '../../../ui/undo-run.tsx'
import { UNDO_PATH } from '../../writing/writing.ts'
import type { Undoable } from './undo.ts'

/** Lists acts, each with the button that undoes it. */
export const UndoList = ({ undoable }: { undoable: Undoable[] }) => (
  <ul>
    {undoable.map(({ runId, label, madeAt }) => (
      <li
        key={runId}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-rule py-2 text-small wrap-anywhere"
      >
        <p>
          {label}{' '}
          <time className="text-muted" dateTime={madeAt.toISOString()}>
            {toMoment(madeAt)}
          </time>
        </p>
        <UndoRun runId={runId} path={UNDO_PATH} what={label} />
      </li>
    ))}
  </ul>
)

/** The acts that changed an article, on the screen of its revisions. */
export const UndoPanel = ({ undoable }: { undoable: Undoable[] }) =>
  undoable.length > 0 && (
    <section className="panel mt-5" aria-labelledby="undo">
      <h2 id="undo">What can be undone</h2>
      <UndoList undoable={undoable} />
    </section>
  )
