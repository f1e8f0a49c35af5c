import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { NAME_LENGTH } from '../accounts.ts'
import type { AccountMember, NamedSite } from './members.ts'
import { roleNames, toRemovalText } from './messages.ts'
import { RightsTable } from './rights-table.tsx'
import { PlaceFields } from './place-fields.tsx'

interface MembersViewProps {
  members: AccountMember[]
  sites: NamedSite[]
  /** As it was set; empty without one. */
  accountName: string
  /** The name that stands for the account without one. */
  ownName: string
  /** The person who looks at the screen. */
  ownId: string
  /** The member who is about to be removed. */
  removing: AccountMember | undefined
  toast?: string | undefined
  error?: string | undefined
  /** The number of pending plans that this member made. */
  plans: number
  /** The reason why a form asks for the password, and whom it is about. */
  why?: string | undefined
  provingFor?: string | undefined
  /** True for an account of others: the data of the own one is on the screen about the person. */
  hasDataScreen: boolean
  busy: boolean
  /** The invitations. */
  children?: ReactNode
}

/** The people of an account, with their roles, and what each role may do. */
export function MembersView({
  members,
  sites,
  ownId,
  removing,
  toast,
  error,
  busy,
  ...props
}: MembersViewProps) {
  const present = members.filter(({ endedAt }) => endedAt === null)
  const gone = members.filter(({ endedAt }) => endedAt !== null)
  return (
    <div className="grid max-w-narrow gap-5">
      {error && !removing && <Notice>{error}</Notice>}
      {removing && (
        <AskRemove member={removing} plans={props.plans} why={props.why} error={error} busy={busy} />
      )}
      <section className="panel" aria-labelledby="people">
        <h2 id="people">People of this account</h2>
        <ul>
          {present.map((member) => (
            <MemberRow
              key={member.personId}
              {...{ member, sites, busy }}
              isOwn={member.personId === ownId}
              why={member.personId === props.provingFor && !removing ? props.why : undefined}
            />
          ))}
        </ul>
        {gone.length > 0 && (
          <p className="mt-4 text-small text-muted">
            No longer here: {gone.map(({ name }) => name).join(', ')}. What they wrote keeps their names.
          </p>
        )}
      </section>
      {props.children}
      <AccountNameForm {...props} busy={busy} />
      {props.hasDataScreen && (
        <p>
          <Link className="link" to="/members/data">
            Download or delete the data of this account
          </Link>
        </p>
      )}
      <RightsTable />
      {toast && !busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

interface MemberRowProps {
  member: AccountMember
  sites: NamedSite[]
  isOwn: boolean
  /** The reason why a form asks for the password. */
  why: string | undefined
  busy: boolean
}

function MemberRow({ member, sites, isOwn, why, busy }: MemberRowProps) {
  const { personId, name, email, role, siteIds, since } = member
  return (
    <li className="border-t border-rule py-4 first:border-0 first:pt-0 last:pb-0">
      <p className="font-[550] wrap-anywhere">
        {name} {isOwn && <span className="text-muted">(you)</span>}
      </p>
      <p className="text-small wrap-anywhere text-muted">
        {email} · {roleNames[role]} · since {toShortDate(since)}
        {siteIds && ` · only ${toSiteNames(siteIds, sites)}`}
      </p>
      <details className="mt-2" open={why !== undefined}>
        <summary className="link text-small">
          Change<span className="sr-only"> the role of {name}</span>
        </summary>
        <Form method="post" action="/members" className="mt-3">
          <AccountField />
          <input type="hidden" name="personId" value={personId} />
          <PlaceFields {...{ sites, siteIds }} given={role} of={personId} />
          {role === 'owner' && <PasswordAgain why={why} />}
          <p className="mt-3 flex items-center gap-4">
            <Button intent="place" busy={busy}>
              Save
            </Button>
            <Link className="link text-small text-bad" to={`/members?remove=${personId}`} preventScrollReset>
              Remove<span className="sr-only"> {name}</span>
            </Link>
          </p>
        </Form>
        {role !== 'owner' && <OfferForm {...{ personId, name, why, busy }} />}
      </details>
    </li>
  )
}

interface OfferFormProps extends Pick<MemberRowProps, 'why' | 'busy'> {
  personId: string
  name: string
}

const OfferForm = ({ personId, name, why, busy }: OfferFormProps) => (
  <Form method="post" action="/members" className="mt-4 border-t border-rule pt-4">
    <AccountField />
    <input type="hidden" name="personId" value={personId} />
    <label className="mb-3 flex items-center gap-2">
      <input type="checkbox" name="handsOver" /> I become an editor then
    </label>
    <PasswordAgain why={why} />
    <Button intent="offer" busy={busy}>
      Offer the ownership<span className="sr-only"> to {name}</span>
    </Button>
  </Form>
)

const toSiteNames = (siteIds: string[], sites: NamedSite[]) =>
  siteIds.map((id) => sites.find((site) => site.id === id)?.name ?? 'a deleted site').join(', ')

interface AskRemoveProps extends Pick<MembersViewProps, 'plans' | 'why' | 'error' | 'busy'> {
  member: AccountMember
}

const AskRemove = ({ member: { personId, name }, plans, why, error, busy }: AskRemoveProps) => (
  <ConfirmPanel
    title={`Remove ${name}?`}
    text={toRemovalText(plans)}
    intent="remove"
    fields={{ personId }}
    button={{ text: 'Remove', busyText: 'Removing...' }}
    back="/members"
    busy={busy}
    error={error}
  >
    <AccountField />
    <PasswordAgain why={why} />
  </ConfirmPanel>
)

const AccountNameForm = ({
  accountName,
  ownName,
  busy,
}: Pick<MembersViewProps, 'accountName' | 'ownName' | 'busy'>) => (
  <Form method="post" action="/members" className="panel">
    <AccountField />
    <Field
      label="Name of the account"
      name="accountName"
      maxLength={NAME_LENGTH}
      defaultValue={accountName}
      placeholder={ownName}
      hint="The people of the account see it when they change between accounts."
    />
    <Button intent="rename" busy={busy}>
      Save name
    </Button>
  </Form>
)
