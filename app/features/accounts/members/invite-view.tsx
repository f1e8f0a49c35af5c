import { Form } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { NarrowPage } from '../../../shell/narrow-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { NAME_LENGTH } from '../accounts.ts'
import type { Invitation } from './members.ts'
import { invitationText, memberRefusals, reachTexts, roleNames } from './messages.ts'

interface InviteViewProps {
  siteName: string
  token: string
  invitation: Invitation | undefined
  /** True if nobody may make an account on this site. */
  isClosed: boolean
  /** The address of the person who is signed in. */
  email: string | undefined
  error?: string | undefined
  typedEmail?: string | undefined
  name?: string | undefined
  /** True after a form that sent a mail. */
  isSent?: boolean
  busy: boolean
}

/** The page of an invitation: what it is for, and how to accept it. */
export function InviteView({ siteName, invitation, error, ...props }: InviteViewProps) {
  return (
    <NarrowPage>
      <section className="panel">
        <p className="text-small text-muted">{siteName}</p>
        <h1 className="wrap-anywhere">
          {invitation ? `Act for ${invitation.accountLabel}` : 'This invitation has ended'}
        </h1>
        {error && !props.busy && <Notice>{error}</Notice>}
        {invitation ? (
          <>
            <Terms invitation={invitation} />
            <Accept {...props} invitation={invitation} />
          </>
        ) : (
          <p>{memberRefusals['invitation-gone']}</p>
        )}
      </section>
    </NarrowPage>
  )
}

const Terms = ({ invitation: { role, siteNames, endsAt } }: { invitation: Invitation }) => (
  <dl className="my-4">
    <dt className="font-[550]">Your role</dt>
    <dd className="mb-2">
      {roleNames[role]}: {reachTexts[role].toLowerCase()}
    </dd>
    <dt className="font-[550]">Sites</dt>
    <dd className="mb-2 wrap-anywhere">{siteNames ? siteNames.join(', ') : 'All sites of the account'}</dd>
    <dt className="font-[550]">Valid until</dt>
    <dd>{toShortDate(endsAt)}, once</dd>
  </dl>
)

type AcceptProps = Omit<InviteViewProps, 'siteName' | 'error' | 'invitation'> & { invitation: Invitation }

function Accept({ invitation, token, isClosed, email, isSent, busy, ...typed }: AcceptProps) {
  if (email)
    return (
      <Form method="post">
        <Button isPrimary intent="join" busy={busy} busyText="Joining...">
          Join as {email}
        </Button>
      </Form>
    )
  const signIn = (
    <p className="mt-4">
      <a className="link" href={`/auth?${new URLSearchParams({ next: `/invite/${token}` })}`}>
        Sign in to join
      </a>
    </p>
  )
  if (isSent || invitation.isClaimed)
    return (
      <>
        <p>{invitationText.claimed}</p>
        {signIn}
      </>
    )
  return (
    <>
      <p className="mb-4">{isClosed ? invitationText.closed : invitationText.signUp}</p>
      {!isClosed && <NewAccount invitation={invitation} busy={busy} {...typed} />}
      {signIn}
    </>
  )
}

function NewAccount({
  invitation,
  typedEmail,
  name,
  busy,
}: Pick<AcceptProps, 'invitation' | 'typedEmail' | 'name' | 'busy'>) {
  return (
    <Form method="post">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        readOnly={invitation.email !== null}
        defaultValue={invitation.email ?? typedEmail}
      />
      <Field
        label="Display name"
        name="name"
        autoComplete="name"
        maxLength={NAME_LENGTH}
        defaultValue={name}
        hint="Readers see it with your articles."
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        required
      />
      <div className="mt-6 grid">
        <Button isPrimary intent="sign-up" busy={busy} busyText="Creating account...">
          Make an account and join
        </Button>
      </div>
    </Form>
  )
}
