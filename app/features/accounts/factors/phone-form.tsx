import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { CodeForm } from './code-form.tsx'
import { codesGoToLog } from './messages.ts'

interface PhoneFormProps {
  action: string
  factorId: string
  /** The masked number. */
  phone: string
  submitLabel: string
  isSent: boolean
  canSendSms: boolean
  error?: string | undefined
  busy: boolean
}

/** The button that sends a code to a phone, and the form for that code. */
export function PhoneForm({ action, factorId, phone, isSent, canSendSms, busy, ...form }: PhoneFormProps) {
  return (
    <div className="grid gap-3">
      {!canSendSms && <p className="text-small text-warn">{codesGoToLog}</p>}
      {isSent && (
        <CodeForm
          {...{ ...form, action, factorId, busy }}
          label="Code"
          hint={
            canSendSms ? `Sent to ${phone}. It is valid for five minutes.` : 'It is valid for five minutes.'
          }
        />
      )}
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="challenge" />
        <input type="hidden" name="factorId" value={factorId} />
        {isSent ? (
          <button type="submit" className="link text-small" disabled={busy}>
            Send another code
          </button>
        ) : (
          <Button isPrimary busy={busy} busyText="Sending...">
            Send a code to {phone}
          </Button>
        )}
      </Form>
    </div>
  )
}
