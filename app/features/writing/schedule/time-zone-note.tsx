import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import styles from './schedule.module.css'

/** Shows the time zone of all times, with a form that changes it. */
export const TimeZoneNote = ({ timeZone, timeZones }: { timeZone: string; timeZones: string[] }) => (
  <details className={styles.zone}>
    <summary>Times are in {timeZone.replaceAll('_', ' ')}</summary>
    <Form method="post" className={styles.move} preventScrollReset>
      <select key={timeZone} className="input" name="timeZone" defaultValue={timeZone} aria-label="Time zone">
        {timeZones.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <Button intent="time-zone">Change</Button>
    </Form>
  </details>
)
