import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import styles from './schedule.module.css'

interface MovePlanProps {
  plan: { id: string; title: string; dueLocal: string }
  /** The time zone of its time. */
  timeZone: string
  busy: boolean
}

/** The form that moves a plan to another time. */
export const MovePlan = ({ plan: { id, title, dueLocal }, timeZone, busy }: MovePlanProps) => (
  <Form method="post" className={styles.move} preventScrollReset>
    <input type="hidden" name="planId" value={id} />
    <input type="hidden" name="timeZone" value={timeZone} />
    <input
      key={dueLocal}
      className="input"
      type="datetime-local"
      name="dueAt"
      required
      defaultValue={dueLocal}
      aria-label={`New time for “${title}”`}
    />
    <Button intent="move" busy={busy}>
      Move
    </Button>
  </Form>
)
