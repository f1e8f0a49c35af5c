import { Form, Link } from 'react-router'
import { Copyable } from '../../../ui/copyable.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { IntentButton } from './intent-button.tsx'
import { secretsAgain } from './messages.ts'
import { ConnectionFields, SettingsFields } from './site-fields.tsx'
import type { SiteErrors, SiteFormValues } from './site-form.ts'
import { KINDS } from './site-kinds.ts'
import { type ConnectionTest, SITE_KINDS, type SiteKind } from './target-sites.ts'
import { TestResult } from './test-result.tsx'
import styles from './target-sites.module.css'

/** A site that was just added, with the result of its test, and a secret that is never shown again. */
interface AddedSite {
  id: string
  name: string
  kind: SiteKind
  url: string
  secret?: string | undefined
  test?: ConnectionTest | undefined
}

interface NewSiteViewProps {
  /** The chosen kind; undefined on the first step. */
  kind: SiteKind | undefined
  isLocal: boolean
  typed?: SiteFormValues | undefined
  errors?: SiteErrors | undefined
  error?: string | undefined
  /** The reason why the form asks for the password of the account, as a sentence. */
  why?: string | undefined
  test?: ConnectionTest | undefined
  added?: AddedSite | undefined
  /** The intent of the form that is being sent, if any. */
  busy: string | undefined
}

/** The steps that add a site: first its kind, then its fields, then the result. */
export function NewSiteView({ kind, added, ...form }: NewSiteViewProps) {
  if (added) return <AddedPanel added={added} />
  return kind ? <NewSiteForm kind={kind} {...form} /> : <KindChoice />
}

function KindChoice() {
  return (
    <section className="panel max-w-narrow" aria-labelledby="kinds">
      <h2 id="kinds">What kind of site is it?</h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {SITE_KINDS.map((kind) => (
          <li key={kind}>
            <Link className={styles.kind} to={`/manage-sites/new?kind=${kind}`}>
              <span className={styles.mark}>
                <Icon name={KINDS[kind].icon} />
              </span>
              <span className="font-semibold">{KINDS[kind].label}</span>
              <span className="text-small text-muted">{KINDS[kind].why}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-5">
        <Link className="link text-small" to="/manage-sites">
          Back to your sites
        </Link>
      </p>
    </section>
  )
}

const EMPTY: SiteFormValues = {
  name: '',
  url: '',
  description: '',
  groupName: '',
  copyPolicy: 'canonical',
  username: '',
}

type NewSiteFormProps = Omit<NewSiteViewProps, 'kind' | 'added'> & { kind: SiteKind }

function NewSiteForm({ kind, isLocal, typed, errors, busy, ...said }: NewSiteFormProps) {
  const fields = { kind, typed: typed ?? EMPTY, errors: errors ?? {} }
  const isAnswered = typed !== undefined
  const canTest = kind === 'wordpress' || kind === 'ghost'
  return (
    <div className="grid max-w-narrow gap-5">
      {said.error && <Notice>{said.error}</Notice>}
      {said.test && <TestResult test={said.test} />}
      <section className="panel" aria-labelledby="new-site">
        <h2 id="new-site" className={styles.title}>
          <span className={styles.mark}>
            <Icon name={KINDS[kind].icon} />
          </span>
          Add a site: {KINDS[kind].label}
        </h2>
        <p className="mb-5 max-w-prose text-muted">{LEADS[kind]}</p>
        <Form method="post" action={`/manage-sites/new?kind=${kind}`} noValidate>
          <ConnectionFields {...fields} isLocal={isLocal} />
          <SettingsFields {...fields} />
          {canTest && isAnswered && (
            <noscript>
              <p className="mb-4 text-small text-warn">{secretsAgain}</p>
            </noscript>
          )}
          <PasswordAgain why={said.why} />
          <div className="mt-5 flex flex-wrap items-center gap-3">
            <IntentButton isPrimary intent="add" busy={busy} busyText="Adding...">
              Add site
            </IntentButton>
            {canTest && (
              <IntentButton intent="test" busy={busy} busyText="Testing...">
                Test connection
              </IntentButton>
            )}
            <Link className="link ms-2 text-small" to="/manage-sites/new">
              Another kind
            </Link>
          </div>
        </Form>
      </section>
    </div>
  )
}

const LEADS: Record<SiteKind, string> = {
  hosted: 'Served by this very installation, with its own home page, feeds, sitemap and robots.txt.',
  wordpress:
    'Articles become posts there, with their tags and pictures. The user has to be an author, an editor or an administrator.',
  ghost: 'Articles become posts there, word for word, with their tags and their original address.',
  webhook:
    'Each change is sent as a signed message (Standard Webhooks). You get the secret that it is signed with once the site is added.',
}

function AddedPanel({ added }: { added: AddedSite }) {
  const { id, name, kind, url, secret, test } = added
  return (
    <div className="grid max-w-narrow gap-5">
      {test && <TestResult test={test} />}
      <section className="panel border-s-4 border-s-ok" aria-labelledby="added" data-answer>
        <h2 id="added" className="wrap-anywhere">
          {`${name} is added`}
        </h2>
        {test?.ok === false && (
          <p className="mb-4 max-w-prose text-warn">
            It is saved all the same, and nothing can be delivered until this is put right.
          </p>
        )}
        {secret && (
          <div className="mb-5">
            <p className="mb-4 max-w-prose text-muted">
              The receiver checks our signature with this secret. It is shown only now. Give it to the
              receiver, then test the connection.
            </p>
            <Copyable label="Secret" value={secret} />
          </div>
        )}
        {kind === 'hosted' && (
          <p className="mb-5 wrap-anywhere">
            <a className="link" href={url}>
              {url}
            </a>
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link className="button is-primary" to="/publisher">
            Publish there
          </Link>
          <Link className="link text-small" to={`/manage-sites/${id}`}>
            Open the site’s settings
          </Link>
          <Link className="link text-small" to="/manage-sites">
            All sites
          </Link>
        </p>
      </section>
    </div>
  )
}
