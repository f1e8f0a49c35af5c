import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'

/** What the two screens behind a mailed link are given. */
export interface LinkProps {
  token: string
  error?: string | undefined
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
export const LinkForm = ({ token, error, busy, title, label, hint, button, again }: LinkFormProps) => (
  <AuthFrame title={title}>
    {error && !busy && <AuthRefusal message={error} />}
    <Form method="post">
      <input type="hidden" name="token" value={token} />
      <Field label={label} name="password" type="password" autoComplete="new-password" hint={hint} required />
      <div className="mt-6 grid">
        <Button isPrimary busy={busy} busyText={button.busyText}>
          {button.text}
        </Button>
      </div>
    </Form>
    <p className="mt-6 text-small">
      <Link className="underline hover:text-accent" to={again}>
        Ask for another link
      </Link>
    </p>
  </AuthFrame>
)
