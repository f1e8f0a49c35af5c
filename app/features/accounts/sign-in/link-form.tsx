import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'
import type { CredentialField } from './sign-in.ts'

/** The properties of the two screens behind a mailed link. */
export interface LinkProps {
  siteName: string
  token: string
  error?: string | undefined
  /** The field that the error is about. */
  field?: CredentialField | undefined
  busy: boolean
}

interface LinkFormProps extends LinkProps {
  title: string
  label: string
  hint: string
  button: { text: string; busyText: string }
  /** Path of the form that mails another link. */
  again: string
}

/** The form behind a mailed link: it asks for a password, and says where to get another link. */
export const LinkForm = ({
  siteName,
  token,
  error,
  field,
  busy,
  title,
  label,
  hint,
  button,
  again,
}: LinkFormProps) => (
  <AuthFrame siteName={siteName} title={title}>
    {error && !busy && <AuthRefusal message={error} hasField={field !== undefined} />}
    <Form method="post">
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={hint}
        required
        error={field && !busy ? error : undefined}
      />
      <div className="mt-6 grid">
        <Button isPrimary busy={busy} busyText={button.busyText}>
          {button.text}
        </Button>
      </div>
    </Form>
    <p className="mt-6 text-small">
      <Link className="py-1 underline hover:text-accent" to={again}>
        Ask for another link
      </Link>
    </p>
  </AuthFrame>
)
