import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { toAsciiDigits } from '../../../shared/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import styles from './factors.module.css'

const DIGITS = 6

interface CodeFormProps {
  action: string
  factorId: string
  label: string
  submitLabel: string
  error?: string | undefined
  hint?: string
  busy: boolean
}

// A pasted code, or one that the phone filled in, needs no button.
function sendWhenComplete({ value, form }: HTMLInputElement): void {
  if (toAsciiDigits(value).replaceAll(/\D/g, '').length === DIGITS) form?.requestSubmit()
}

/** The form for six digits from an app or an SMS. It is sent as soon as they are there. */
export function CodeForm({ action, factorId, submitLabel, busy, ...field }: CodeFormProps) {
  // A phone may fill in a code before the screen shows that it was sent.
  const isSending = useNavigation().formData?.get('intent') === 'challenge'
  const input = useRef<HTMLInputElement>(null)
  // It may be typed before the scripts are there. One that the browser restored after a reload has no focus.
  useEffect(() => {
    if (input.current && input.current === document.activeElement) sendWhenComplete(input.current)
  }, [])
  return (
    <Form
      method="post"
      action={action}
      className={styles.codeForm}
      onSubmit={(event) => busy && !isSending && event.preventDefault()} // a code is accepted only once
    >
      <input type="hidden" name="intent" value="verify" />
      <input type="hidden" name="factorId" value={factorId} />
      <Field
        {...field}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[\p{Nd}\s\p{Pd}]*"
        maxLength={20}
        required
        ref={input}
        onInput={({ currentTarget }) => sendWhenComplete(currentTarget)}
      />
      <Button isPrimary busy={busy} busyText="Checking...">
        {submitLabel}
      </Button>
    </Form>
  )
}
