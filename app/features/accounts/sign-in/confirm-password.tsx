import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'

interface ConfirmPasswordProps {
  email: string
  error?: string
  busy: boolean
}

/** The form that asks a signed-in account for its password when its last proof is too old. */
export function ConfirmPassword({ email, error, busy }: ConfirmPasswordProps) {
  return (
    <AuthFrame title="Still you?">
      {error && <Notice>{error}</Notice>}
      <p className="mb-5 text-muted">
        What you are about to change opens or locks the account {email}. Confirm it with your password.
      </p>
      <Form method="post">
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <div className="mt-6 grid">
          <Button isPrimary busy={busy} busyText="Confirming...">
            Confirm
          </Button>
        </div>
      </Form>
    </AuthFrame>
  )
}
