import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Field } from '../../../ui/field.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { IntentButton } from './intent-button.tsx'
import { secretsAgain } from './messages.ts'
import type { OwnSite } from './queries.server.ts'
import { RemoveSiteStep } from './remove-site-step.tsx'
import { ConnectionFields, SettingsFields } from './site-fields.tsx'
import type { SiteErrors, SiteFormValues } from './site-form.ts'
import { SiteFrame } from './site-frame.tsx'
import { KINDS } from './site-kinds.ts'
import { SiteState } from './site-state.tsx'
import type { ConnectionTest } from './target-sites.ts'
import { TestResult } from './test-result.tsx'
import styles from './target-sites.module.css'

/** The result of a form that was sent. */
export interface SiteOutcome {
  /** Names the form that shows the typed values again. */
  intent: string
  done?: string
  error?: string
  /** The reason why the form asks for the password of the account, as a sentence. */
  why?: string
  errors?: SiteErrors
  typed?: SiteFormValues
  test?: ConnectionTest
  /** A new secret, which is never shown again. */
  secret?: string
}

interface SiteViewProps {
  site: OwnSite
  isLocal: boolean
  isRemoving: boolean
  outcome: SiteOutcome | undefined
  /** The intent of the form that is being sent, if any. */
  busy: string | undefined
  /** The look and the pages of a hosted site. */
  look?: ReactNode
}

/** Shows one of the operator's sites: its state, its settings, its connection and its secrets. */
export function SiteView({ site, isLocal, isRemoving, outcome, busy, look }: SiteViewProps) {
  const forms = { site, outcome, busy }
  return (
    <SiteFrame>
      {isRemoving && <RemoveSiteStep site={site} busy={busy !== undefined} />}
      <Head {...forms} />
      {outcome && <OutcomeNotices site={site} outcome={outcome} />}
      <Settings
        key={JSON.stringify([site.name, site.description, site.groupName, site.copyPolicy])}
        {...forms}
      />
      {look}
      <ConnectionPanel key={site.url + site.sealedAs} {...forms} isLocal={isLocal} />
      {site.kind === 'webhook' && <Secrets {...forms} />}
      {site.kind === 'hosted' && <CopyPanel {...forms} isLocal={isLocal} />}
      {outcome?.done && busy === undefined && <Toast title={outcome.done} tone="ok" />}
    </SiteFrame>
  )
}

function OutcomeNotices({ site, outcome }: { site: OwnSite; outcome: SiteOutcome }) {
  const { error, test, secret } = outcome
  return (
    <>
      {error && <Notice>{error}</Notice>}
      {test && <TestResult test={test} />}
      {secret && <NewSecret secret={secret} hasOld={site.secrets > 1} />}
    </>
  )
}

type FormsProps = Pick<SiteViewProps, 'site' | 'outcome' | 'busy'>

interface PostProps {
  site: OwnSite
  children: ReactNode
  className?: string
}

const Post = ({ site, ...form }: PostProps) => (
  <Form method="post" action={`/manage-sites/${site.id}`} noValidate {...form} />
)

function Head({ site, busy }: FormsProps) {
  const { name, url, kind, isActive } = site
  const isRemote = kind !== 'hosted'
  return (
    <section className="panel" aria-labelledby="site">
      <div className={styles.site}>
        <span className={styles.mark}>
          <Icon name={KINDS[kind].icon} />
        </span>
        <div className="min-w-0">
          <h2 id="site" className="font-semibold wrap-anywhere">
            {name}
          </h2>
          <p className="text-small wrap-anywhere text-muted">
            {KINDS[kind].label} ·{' '}
            {kind === 'webhook' ? (
              url
            ) : (
              <a className="link" href={url}>
                {url}
              </a>
            )}
          </p>
        </div>
        <div className={styles.fare}>
          <SiteState site={site} />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {isRemote && (
          <Post site={site}>
            <IntentButton intent="test-saved" busy={busy} busyText="Testing...">
              Test connection
            </IntentButton>
          </Post>
        )}
        <Post site={site}>
          <IntentButton intent={isActive ? 'switch-off' : 'switch-on'} busy={busy}>
            {isActive ? 'Switch off' : 'Switch on'}
          </IntentButton>
        </Post>
        <Link className="link ms-2 text-small" to={`/manage-sites/${site.id}?remove=1`} preventScrollReset>
          Remove
        </Link>
      </div>
    </section>
  )
}

// The typed values after a refusal, otherwise the saved ones.
const toFields = (site: OwnSite, { typed, errors }: Partial<SiteOutcome> = {}) => ({
  typed: typed ?? { ...site, username: '' },
  errors: errors ?? {},
})

function Settings({ site, outcome, busy }: FormsProps) {
  const { typed, errors } = toFields(site, outcome?.intent === 'save' ? outcome : undefined)
  return (
    <section className="panel" aria-labelledby="settings">
      <h2 id="settings">About the site</h2>
      <Post site={site}>
        <SettingsFields kind={site.kind} typed={typed} errors={errors} />
        <IntentButton isPrimary intent="save" busy={busy} busyText="Saving...">
          Save
        </IntentButton>
      </Post>
    </section>
  )
}

function ConnectionPanel({ site, outcome, busy, isLocal }: FormsProps & { isLocal: boolean }) {
  const { kind } = site
  const mine = outcome?.intent === 'connect' || outcome?.intent === 'test' ? outcome : undefined
  const { typed, errors } = toFields(site, mine)
  const hasCredentials = kind === 'wordpress' || kind === 'ghost'
  const isHosted = kind === 'hosted'
  return (
    <section className="panel" aria-labelledby="connection">
      <ConnectionHead isHosted={isHosted} />
      <Post site={site}>
        <ConnectionFields {...{ kind, typed, errors, isLocal }} areSaved />
        {mine && <Repeated needsSecrets={hasCredentials && mine.typed !== undefined} why={mine.why} />}
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <IntentButton isPrimary intent="connect" busy={busy} busyText="Saving...">
            {isHosted ? 'Save address' : 'Save connection'}
          </IntentButton>
          {hasCredentials && (
            <IntentButton intent="test" busy={busy} busyText="Testing...">
              Test before saving
            </IntentButton>
          )}
        </div>
      </Post>
    </section>
  )
}

function CopyPanel({ site, outcome, busy, isLocal }: FormsProps & { isLocal: boolean }) {
  const { typed, errors = {} } = outcome?.intent === 'copy' ? outcome : {}
  return (
    <section className="panel" aria-labelledby="copy">
      <h2 id="copy">Another site like this one</h2>
      <p className="panel-lead">
        It gets the look, the description, the group and the copy policy. Articles and pages stay here.
      </p>
      <Post site={site}>
        <Field
          label="Name of the new site"
          name="copyName"
          maxLength={100}
          autoComplete="off"
          defaultValue={typed?.name}
          error={errors.name}
        />
        <Field
          label="Its address"
          name="copyUrl"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          placeholder={isLocal ? 'weekly.localhost' : 'weekly.example.com'}
          defaultValue={typed?.url}
          error={errors.url}
        />
        <IntentButton intent="copy" busy={busy} busyText="Copying...">
          Copy the site
        </IntentButton>
      </Post>
    </section>
  )
}

const ConnectionHead = ({ isHosted }: { isHosted: boolean }) => (
  <>
    <h2 id="connection">{isHosted ? 'Address' : 'Connection'}</h2>
    {!isHosted && (
      <p className="panel-lead">
        Where you enter another address, articles are delivered there; copies at the old one stay as they are.
      </p>
    )}
  </>
)

// Says which fields have to be typed again after a form was refused.
const Repeated = ({ needsSecrets, why }: { needsSecrets: boolean; why: string | undefined }) => (
  <>
    {needsSecrets && (
      <noscript>
        <p className="mb-4 text-small text-warn">{secretsAgain}</p>
      </noscript>
    )}
    <PasswordAgain why={why} />
  </>
)

function NewSecret({ secret, hasOld }: { secret: string; hasOld: boolean }) {
  return (
    <section className="panel border-s-4 border-s-ok" aria-labelledby="new-secret" data-answer>
      <h2 id="new-secret">The new secret</h2>
      <p className="panel-lead">
        {hasOld
          ? 'It is shown only now. Messages carry two signatures until you retire the old secret: give the receiver this one first.'
          : 'It is shown only now. It alone signs every message: give it to the receiver.'}
      </p>
      <Copyable label="Secret" value={secret} />
    </section>
  )
}

function toSecretsLead(secrets: number): string {
  if (secrets === 0)
    return 'The secret does not open any more, so nothing is delivered. Make a new one, and give it to the receiver.'
  return secrets > 1
    ? 'Two secrets sign every message. Once the receiver checks with the new one, retire the old one. If you did not see the new one, make it again.'
    : 'One secret signs every message. After a new one is made both do, until you retire the old one.'
}

function Secrets({ site, outcome, busy }: FormsProps) {
  const isRetiring = site.secrets > 1
  const mine = outcome?.intent === 'retire-secret' || outcome?.intent === 'new-secret' ? outcome : undefined
  return (
    <section className="panel" aria-labelledby="secrets">
      <h2 id="secrets">Secret</h2>
      <p className="panel-lead">{toSecretsLead(site.secrets)}</p>
      <Post site={site} className="flex flex-wrap gap-3">
        {mine && <PasswordAgain why={mine.why} />}
        {isRetiring && (
          <IntentButton intent="retire-secret" busy={busy}>
            Retire the old one
          </IntentButton>
        )}
        <IntentButton intent="new-secret" busy={busy}>
          {isRetiring ? 'Make the new one again' : 'New secret'}
        </IntentButton>
      </Post>
    </section>
  )
}
