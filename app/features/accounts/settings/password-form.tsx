import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { PASSWORD_LENGTH } from '../accounts.ts'

/** The form for a new password; it also asks for the current one. */
export function PasswordForm({
  email,
  error,
  busy,
}: {
  email: string
  error?: string | undefined
  busy: boolean
}) {
  return (
    <section className="panel" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className="panel-lead">A new password ends every other session and every access token.</p>
      <Form method="post">
        <input type="hidden" name="intent" value="change-password" />
        {/* So that password managers know the account. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
        <PasswordField
          label="Current password"
          name="password"
          autoComplete="current-password"
          required
          error={error}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          minLength={PASSWORD_LENGTH.min}
          maxLength={PASSWORD_LENGTH.max}
          hint={`${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters. A few unrelated words are easy to keep in mind and hard to guess.`}
        />
        <div className="mt-5">
          <Button isPrimary busy={busy} busyText="Changing...">
            Change password
          </Button>
        </div>
      </Form>
    </section>
  )
}
