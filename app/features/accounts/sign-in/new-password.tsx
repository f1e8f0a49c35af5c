import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'

/** The form for a new password, which the link of a mail opens. */
export function NewPassword({
  token,
  error,
  busy,
}: {
  token: string
  error?: string | undefined
  busy: boolean
}) {
  return (
    <AuthFrame title="Choose a new password">
      {error && !busy && <AuthRefusal message={error} />}
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. All sessions of your account end."
          required
        />
        <div className="mt-6 grid">
          <Button isPrimary busy={busy} busyText="Saving...">
            Save the password
          </Button>
        </div>
      </Form>
      <p className="mt-6 text-small">
        <Link className="underline hover:text-accent" to="/auth/forgot">
          Ask for another link
        </Link>
      </p>
    </AuthFrame>
  )
}
