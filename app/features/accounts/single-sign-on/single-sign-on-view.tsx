import { Form, Link } from 'react-router'
import { countOf } from '../../../shared/text.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { GIVEN_ROLES } from '../members/members.ts'
import { claimedRoleNames } from './messages.ts'
import { type CompanyDomain, type SignInProvider, toProofName, toProofText } from './single-sign-on.ts'

interface SingleSignOnProps {
  provider: SignInProvider | undefined
  /** The address that the owner gives to the provider. */
  redirectAddress: string
  isRemoving: boolean
  toast?: string | undefined
  error?: string | undefined
  /** The reason why the form asks for the password. */
  why?: string | undefined
  busy: boolean
}

/** How the people of an account sign in with their company: the provider, and the domains that it speaks for. */
export function SingleSignOnView({ provider, isRemoving, toast, error, ...props }: SingleSignOnProps) {
  const { why, busy } = props
  return (
    <div className="grid max-w-narrow gap-5">
      {error && !isRemoving && <Notice>{error}</Notice>}
      {isRemoving && provider && <AskRemove {...{ why, error, busy }} />}
      <p className="max-w-prose">
        People with an address of your company sign in with its OpenID provider. Somebody new gets an account
        and joins yours. Somebody who has an account here enters its password once. You keep your own
        password: with it you get in while the provider is away.
      </p>
      <ProviderForm provider={provider} {...props} why={isRemoving ? undefined : why} />
      {provider && <Domains domains={provider.domains} busy={busy} />}
      {toast && !busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

const AskRemove = ({ why, error, busy }: Pick<SingleSignOnProps, 'why' | 'error' | 'busy'>) => (
  <ConfirmPanel
    title="Remove the provider?"
    text="All sessions and links by it end at once. The people stay in the account, and can set a password with “Forgot your password?”."
    intent="remove"
    button={{ text: 'Remove', busyText: 'Removing...' }}
    back="/members/sign-in"
    busy={busy}
    error={error}
  >
    <AccountField />
    <PasswordAgain why={why} />
  </ConfirmPanel>
)

type ProviderFormProps = Pick<SingleSignOnProps, 'provider' | 'redirectAddress' | 'why' | 'busy'>

const ProviderForm = ({ provider, redirectAddress, why, busy }: ProviderFormProps) => (
  <section className="panel" aria-labelledby="provider">
    <h2 id="provider">Provider</h2>
    <div className="mb-5">
      <Copyable label="Redirect address, for the provider" value={redirectAddress} />
    </div>
    <Form method="post" action="/members/sign-in">
      <AccountField />
      <Field label="Issuer" name="issuer" type="url" required defaultValue={provider?.issuer} />
      <Field
        label="Client id"
        name="clientId"
        required
        autoComplete="off"
        defaultValue={provider?.clientId}
      />
      <Field
        label="Client secret"
        name="clientSecret"
        type="password"
        autoComplete="off"
        required={!provider}
        hint={provider && 'It is stored sealed. Leave it empty to keep it for this issuer.'}
      />
      <RoleFields provider={provider} />
      <PasswordAgain why={why} />
      <p className="flex flex-wrap items-center gap-4">
        <Button isPrimary intent="save" busy={busy} busyText="Saving...">
          Save provider
        </Button>
        {provider && (
          <Link className="link text-small text-bad" to="/members/sign-in?remove=1" preventScrollReset>
            Remove the provider
          </Link>
        )}
      </p>
    </Form>
    {provider && (
      <Form method="post" action="/members/sign-in" className="mt-5 border-t border-rule pt-4">
        <p className="mb-3 text-small text-muted">
          {countOf(provider.people, 'person signs in', 'people sign in')} with it.
        </p>
        <Button intent="test" busy={busy} busyText="Testing...">
          Test the connection
        </Button>
      </Form>
    )}
  </section>
)

const RoleFields = ({ provider }: Pick<ProviderFormProps, 'provider'>) => (
  <>
    <label className="mb-1.5 block text-small font-[550]" htmlFor="field-defaultRole">
      Role of somebody new
    </label>
    <select
      id="field-defaultRole"
      className="input mb-4"
      name="defaultRole"
      defaultValue={provider?.defaultRole ?? 'contributor'}
    >
      {GIVEN_ROLES.map((role) => (
        <option key={role} value={role}>
          {claimedRoleNames[role]}
        </option>
      ))}
    </select>
    <details className="mb-4" open={Boolean(provider?.roleClaim)}>
      <summary className="link text-small">The provider says the role</summary>
      <div className="mt-3">
        <Field
          label="Claim"
          name="roleClaim"
          autoComplete="off"
          defaultValue={provider?.roleClaim}
          hint="Such as groups or realm_access.roles. It is read at each sign-in. Owners stay owners."
        />
        {GIVEN_ROLES.map((role) => (
          <Field
            key={role}
            label={`Value for ${claimedRoleNames[role]}`}
            name={`value-${role}`}
            autoComplete="off"
            defaultValue={provider ? provider.roleValues[role] : role}
          />
        ))}
      </div>
    </details>
  </>
)

const Domains = ({ domains, busy }: { domains: CompanyDomain[]; busy: boolean }) => (
  <section className="panel" aria-labelledby="domains">
    <h2 id="domains">Domains</h2>
    <p className="mb-4 max-w-prose text-muted">
      The provider speaks for addresses of these domains alone. A text in DNS proves that a domain is yours.
      Leave it there: it is looked for each day.
    </p>
    {domains.map((domain) => (
      <DomainRow key={domain.domain} {...domain} busy={busy} />
    ))}
    <Form method="post" action="/members/sign-in" key={domains.length}>
      <AccountField />
      <Field label="Domain" name="domain" autoComplete="off" required placeholder="example.com" />
      <Button intent="add-domain" busy={busy}>
        Add domain
      </Button>
    </Form>
  </section>
)

const DomainRow = ({ domain, token, provenAt, missedAt, busy }: CompanyDomain & { busy: boolean }) => (
  <div className="mb-5 border-b border-rule pb-5">
    <p className="font-[550] wrap-anywhere">
      {domain} <span className="text-muted">{toState({ provenAt, missedAt })}</span>
    </p>
    {(!provenAt || missedAt) && (
      <div className="my-3 grid gap-3">
        <Copyable label="Name of a TXT record" value={toProofName(domain)} />
        <Copyable label="Its text" value={toProofText(token)} />
      </div>
    )}
    <Form method="post" action="/members/sign-in" className="mt-3 flex flex-wrap gap-4">
      <AccountField />
      <input type="hidden" name="domain" value={domain} />
      {(!provenAt || missedAt) && (
        <Button intent="prove" busy={busy} busyText="Checking...">
          Check<span className="sr-only"> {domain}</span>
        </Button>
      )}
      <Button intent="remove-domain" busy={busy}>
        Remove<span className="sr-only"> {domain}</span>
      </Button>
    </Form>
  </div>
)

function toState({ provenAt, missedAt }: Pick<CompanyDomain, 'provenAt' | 'missedAt'>): string {
  if (!provenAt) return '(not proven yet)'
  return missedAt ? '(proven, but its text was not found today)' : '(proven)'
}
