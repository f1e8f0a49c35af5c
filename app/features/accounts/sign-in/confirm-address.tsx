import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'

interface ConfirmAddressProps {
  token: string
  error?: string | undefined
  busy: boolean
}

/**
 * The page that the link of a confirmation mail opens. It asks for a password, because the one from signing up may be a
 * stranger's. It is a form, because mail scanners follow links too.
 */
export function ConfirmAddress({ token, error, busy }: ConfirmAddressProps) {
  return (
    <AuthFrame title="Confirm your address">
      {error && !busy && <AuthRefusal message={error} />}
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="The one that you signed up with, or another one of at least 8 characters. It opens your account from now on."
          required
        />
        <div className="mt-6 grid">
          <Button isPrimary busy={busy} busyText="Confirming...">
            Yes, this is my address
          </Button>
        </div>
      </Form>
      <p className="mt-6 text-small">
        <Link className="underline hover:text-accent" to="/auth/verify">
          Ask for another link
        </Link>
      </p>
    </AuthFrame>
  )
}
