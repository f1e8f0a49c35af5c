import { useRef } from 'react'
import { toZoneHint } from '../../../shared/dates.ts'
import { Field } from '../../../ui/field.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './publish-sheet.module.css'

interface WhenFieldProps {
  /** The chosen time, as the field contains it; empty for now. */
  dueAt: string
  timeZone: string
  error: string | undefined
  onChange: (dueAt: string) => void
}

/** The choice of a time at which the text goes out; without one it goes out now. */
export function WhenField({ dueAt, timeZone, error, onChange }: WhenFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const choose = (time: string) => {
    const field = group.current?.querySelector<HTMLInputElement>('[name=dueAt]')
    if (!field) return
    field.value = time
    field.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for typing
  }
  return (
    <fieldset ref={group} className="panel">
      <legend className="contents">
        <span className="mb-3 block font-semibold">When</span>
      </legend>
      <div className={`${styles.times} needs-scripts`}>
        <button type="button" className="button" aria-pressed={dueAt === ''} onClick={() => choose('')}>
          Now
        </button>
        {PROPOSALS.map(({ label, days }) => (
          <button key={label} type="button" className="button" onClick={() => choose(toMorning(days))}>
            {label}
          </button>
        ))}
      </div>
      <Field
        label="Day and time"
        name="dueAt"
        type="datetime-local"
        defaultValue={dueAt}
        error={error}
        hint={`Without one it goes out now. ${toZoneHint(timeZone)}`}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <input type="hidden" name="timeZone" value={timeZone} />
      <div className="without-scripts">
        <Button intent="plan">Schedule</Button>
      </div>
    </fieldset>
  )
}

const PROPOSALS = [
  { label: 'Tomorrow, 09:00', days: 1 },
  { label: 'In a week', days: 7 },
]

/** Returns nine o'clock of a coming day, as a `datetime-local` field contains it. */
function toMorning(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}T09:00`
}

const twoDigits = (part: number) => String(part).padStart(2, '0')
