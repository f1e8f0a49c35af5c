import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthRefusal } from './auth-refusal.tsx'
import type { CredentialField } from './sign-in.ts'
import { EmailField } from './email-field.tsx'
import { noMailServer } from './messages.ts'

interface AskForMailProps {
  siteName: string
  title: string
  lead: string
  email?: string
  error?: string
  /** The field that the error is about. */
  field?: CredentialField | undefined
  /** The sentence after asking for a mail; the same for every email address. */
  answer?: string
  sendsMail: boolean
  busy: boolean
}

/** The form that asks for a mail with a link, and the answer to it. */
export function AskForMail({
  siteName,
  title,
  lead,
  email,
  answer,
  sendsMail,
  busy,
  ...refusal
}: AskForMailProps) {
  const error = busy ? undefined : refusal.error
  return (
    <AuthFrame siteName={siteName} title={title}>
      {error && <AuthRefusal message={error} hasField={refusal.field !== undefined} />}
      {answer ? (
        <output className="block">{sendsMail ? answer : noMailServer}</output>
      ) : (
        <Question {...{ lead, email, busy }} error={refusal.field && error} />
      )}
      {!sendsMail && !answer && <p className="mt-4 text-small text-muted">{noMailServer}</p>}
      <p className="mt-6 text-small">
        <Link className="py-1 underline hover:text-accent" to="/auth">
          Back to signing in
        </Link>
      </p>
    </AuthFrame>
  )
}

interface QuestionProps {
  lead: string
  email: string | undefined
  error: string | undefined
  busy: boolean
}

function Question({ lead, email, error, busy }: QuestionProps) {
  return (
    <Form method="post">
      <p className="mb-5 text-muted">{lead}</p>
      <EmailField typed={email} error={error} />
      <div className="mt-6 grid">
        <Button isPrimary busy={busy} busyText="Sending...">
          Send the link
        </Button>
      </div>
    </Form>
  )
}
