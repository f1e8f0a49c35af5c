import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import styles from './factors.module.css'

interface CodeFormProps {
  action: string
  factorId: string
  label: string
  submitLabel: string
  error?: string | undefined
  hint?: string
  busy: boolean
}

/** The form for six digits from an app or an SMS. */
export function CodeForm({ action, factorId, submitLabel, busy, ...field }: CodeFormProps) {
  return (
    <Form method="post" action={action} className={styles.codeForm}>
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
      />
      <Button isPrimary busy={busy} busyText="Checking...">
        {submitLabel}
      </Button>
    </Form>
  )
}
