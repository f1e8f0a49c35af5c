import type { KeyboardEvent } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { useMay } from '../../../shell/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { toSchedulePath } from '../drafts/drafts.ts'
import { ARTICLES_PATH } from '../writing.ts'
import styles from './calendar.module.css'
import { waitsForReview } from './messages.ts'
import { addDays } from './month.ts'
import { MovePlan } from './move-plan.tsx'
import type { PlannedEntry } from './schedule.ts'

/** The type of what is dragged: the id of a plan and its time of day. */
export const DRAGGED = 'application/x-broadsheet-plan'

/** The plan that keys moved last, and its new day. It gets the focus there. */
export type KeyMove = { id: string; date: string } | undefined

interface PlannedItemProps {
  entry: PlannedEntry
  timeZone: string
  busy: boolean
  moved: KeyMove
  onMove: (move: KeyMove) => void
}

const KINDS = { publish: 'Publish', 'take-off': 'Take off', unpublish: 'Unpublish' }

/** A plan on its day. One that is waiting opens for its forms. */
export function PlannedItem(props: PlannedItemProps) {
  const { entry, timeZone, busy, moved } = props
  const { id, articleId, title, time, kind, dueLocal, result } = entry
  const isMovedHere = moved?.id === id && dueLocal.startsWith(moved.date)
  const moveByKey = useMoveByKey(props)
  const mayPublish = useMay('publish')
  const name = (
    <>
      {time} {kind !== 'publish' && `${KINDS[kind]}: `}
      {title}
      {entry.lacksApproval && <small className="block">{waitsForReview}</small>}
    </>
  )
  if (result === null && !mayPublish)
    return (
      <Link className={styles.over} to={`${ARTICLES_PATH}/${articleId}`}>
        {name}
      </Link>
    )
  if (result !== null)
    return (
      <Link className={styles.over} data-result={result} to={`${toSchedulePath(articleId)}#plan-${id}`}>
        {name}
        <span className="sr-only">{result === 'done' ? ', done' : ', not done'}</span>
      </Link>
    )
  return (
    <details
      className={styles.plan}
      data-kind={kind}
      name="plan" // one is open at a time
    >
      <summary
        ref={isMovedHere ? focusOnce : undefined}
        draggable
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown"
        onKeyDown={moveByKey}
        onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED, `${id} ${time}`)}
      >
        {name}
      </summary>
      <div className={styles.planForms}>
        <MovePlan plan={entry} {...{ timeZone, busy }} />
        <p className="needs-scripts text-small text-muted">
          Shift with an arrow key moves it by a day or a week.
        </p>
        <Form method="post" className="flex flex-wrap items-center gap-3" preventScrollReset>
          <input type="hidden" name="planId" value={id} />
          <Button intent="cancel" busy={busy}>
            Cancel it
          </Button>
          <Link className="link text-small" to={toSchedulePath(articleId)}>
            Open the schedule
          </Link>
        </Form>
      </div>
    </details>
  )
}

// On its new day the plan is another element.
const focusOnce = (element: HTMLElement | null) => element?.focus()

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Returns the handler of the keys that move a plan by days, one move after the other. */
function useMoveByKey({ entry, timeZone, busy, onMove }: PlannedItemProps) {
  const submit = useSubmit()
  const { id, time, dueLocal } = entry
  return (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!event.shiftKey || step === undefined) return
    event.preventDefault()
    if (busy) return
    const date = addDays(dueLocal.slice(0, 10), step)
    onMove({ id, date })
    const move = { intent: 'move', planId: id, dueAt: `${date}T${time}`, timeZone }
    void submit(move, { method: 'post', preventScrollReset: true })
  }
}
