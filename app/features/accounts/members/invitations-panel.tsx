import { Form } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Field } from '../../../ui/field.tsx'
import type { NamedSite, OpenInvitation } from './members.ts'
import { roleNames } from './messages.ts'
import { PlaceFields } from './place-fields.tsx'

interface InvitationsPanelProps {
  invitations: OpenInvitation[]
  sites: NamedSite[]
  /** The link of a new invitation. It is never shown again. */
  link: string | undefined
  busy: boolean
}

/** The open invitations of an account, and the form for another one. */
export const InvitationsPanel = ({ invitations, sites, link, busy }: InvitationsPanelProps) => (
  <section className="panel" aria-labelledby="invitations">
    <h2 id="invitations">Invite somebody</h2>
    {link && (
      <div className="mb-5" data-answer>
        <p className="mb-2">Hand this link over. It is shown only now, works once, and ends in seven days.</p>
        <Copyable label="Invitation" value={link} />
      </div>
    )}
    {invitations.length > 0 && (
      <ul className="rows mb-5">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} {...{ invitation, busy }} />
        ))}
      </ul>
    )}
    <Form method="post" action="/members" key={link}>
      <AccountField />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        hint="Without an address you get a link to hand over."
      />
      <PlaceFields sites={sites} given="author" siteIds={null} of="new" />
      <p className="mt-4">
        <Button isPrimary intent="invite" busy={busy} busyText="Inviting...">
          Invite
        </Button>
      </p>
    </Form>
  </section>
)

function InvitationRow({ invitation, busy }: { invitation: OpenInvitation; busy: boolean }) {
  const { id, email, offeredTo, role, siteIds, madeBy, endsAt, isWaiting } = invitation
  const name = offeredTo ? `Ownership for ${offeredTo}` : (email ?? 'A link to hand over')
  return (
    <li>
      <div className="min-w-0">
        <p className="font-[550] wrap-anywhere">{name}</p>
        <p className="text-small text-muted">
          {roleNames[role]}
          {siteIds && ', for named sites'}
          {madeBy && ` · by ${madeBy}`} · until {toShortDate(endsAt)}
          {isWaiting && ' · the mail was not sent yet'}
        </p>
      </div>
      <Form method="post" action="/members">
        <input type="hidden" name="invitationId" value={id} />
        <Button intent="withdraw" busy={busy}>
          Withdraw<span className="sr-only"> {name}</span>
        </Button>
      </Form>
    </li>
  )
}
