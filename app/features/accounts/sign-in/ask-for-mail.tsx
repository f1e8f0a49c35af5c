import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'
import { noMailServer } from './messages.ts'

interface AskForMailProps {
  title: string
  lead: string
  email?: string
  error?: string
  /** The sentence after asking for a mail; the same for every email address. */
  answer?: string
  sendsMail: boolean
  busy: boolean
}

/** The form that asks for a mail with a link, and the answer to it. */
export function AskForMail({ title, lead, email, error, answer, sendsMail, busy }: AskForMailProps) {
  return (
    <AuthFrame title={title}>
      {error && !busy && <AuthRefusal message={error} />}
      {answer ? (
        <output className="block">{sendsMail ? answer : noMailServer}</output>
      ) : (
        <Question {...{ lead, email, busy }} />
      )}
      {!sendsMail && !answer && <p className="mt-4 text-small text-muted">{noMailServer}</p>}
      <p className="mt-6 text-small">
        <Link className="underline hover:text-accent" to="/auth">
          Back to signing in
        </Link>
      </p>
    </AuthFrame>
  )
}

function Question({ lead, email, busy }: { lead: string; email: string | undefined; busy: boolean }) {
  return (
    <Form method="post">
      <p className="mb-5 text-muted">{lead}</p>
      <Field label="Email" name="email" type="email" autoComplete="username" required defaultValue={email} />
      <div className="mt-6 grid">
        <Button isPrimary busy={busy} busyText="Sending...">
          Send the link
        </Button>
      </div>
    </Form>
  )
}
