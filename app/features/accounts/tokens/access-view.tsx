import type { ComponentProps } from 'react'
import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { EndStep } from './end-step.tsx'
import { AccessFields, ServerTokens, toAccess, type TypedAccess } from './server-tokens.tsx'
import { type ApiSession, NAME_LIMIT, toUse } from './tokens.ts'

type ServerForms = Omit<ComponentProps<typeof ServerTokens>, 'servers' | 'sites' | 'busy'>

interface AccessViewProps extends ServerForms {
  url: string
  publicKey: string
  sessions: ApiSession[]
  /** The session that is about to be ended. */
  ending?: ApiSession | undefined
  /** The new client, right after it was made. Its token is never shown again. */
  made?: MadeToken | undefined
  /** The sites that the account publishes on. */
  sites: { id: string; name: string }[]
  error?: string | undefined
  nameError?: string | undefined
  /** The reason why the form asks for the password of the account, as a sentence. */
  why?: string | undefined
  /** What was typed into the form of a client that was refused. */
  typedClient?: TypedAccess | undefined
  /** The unused session whose token cannot be made again without the password. */
  unseenId?: string | undefined
  toast?: string | undefined
  busy: boolean
}

/** A token that is shown once: the first one of a client, or one of a server. */
type MadeToken = { name: string; refreshToken: string } | { name: string; token: string }

const isServer = ({ endings }: ApiSession) => endings.length > 0

/** The account's API clients, the form for a new one, and how to connect a program. */
export function AccessView({
  url,
  publicKey,
  sessions,
  ending,
  made,
  error,
  toast,
  sites,
  ...form
}: AccessViewProps) {
  const [servers, clients] = [sessions.filter(isServer), sessions.filter((session) => !isServer(session))]
  return (
    <div className="grid max-w-narrow gap-5">
      {ending && !toast && <EndStep session={ending} busy={form.busy} />}
      {error && <Notice>{error}</Notice>}
      {made && <MadePanel {...made} />}
      <section className="panel" aria-labelledby="clients">
        <h2 id="clients">Clients</h2>
        {clients.length > 0 ? <ClientList sessions={clients} {...form} {...{ sites }} /> : <NoClients />}
        <NewClient key={made && JSON.stringify(made)} {...form} {...{ sites }} />
      </section>
      <ServerTokens key={made && `server ${JSON.stringify(made)}`} {...form} {...{ servers, sites }} />
      <section className="panel" aria-labelledby="connect">
        <h2 id="connect">Connect a program</h2>
        <p className="mb-5 max-w-prose text-muted">
          The public key says which newsroom a program means. It is no secret and opens nothing by itself.
        </p>
        <Copyable label="Address" value={url} />
        <Copyable label="Public key" value={publicKey} />
        <Copyable label="In a program" value={toSnippet(url, publicKey)} />
      </section>
      {toast && !form.busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

const toSnippet = (url: string, publicKey: string) => `import { createClient } from 'broadsheet-client'

const newsroom = createClient(
  '${url}',
  '${publicKey}',
)
const refreshToken = process.env.REFRESH_TOKEN
await newsroom.auth.setSession({ refreshToken })
console.log(await newsroom.articles.list())`

function MadePanel({ name, ...made }: MadeToken) {
  const isClient = 'refreshToken' in made
  return (
    <section className="panel border-s-4 border-s-ok" aria-labelledby="made" data-answer>
      <h2 id="made" className="wrap-anywhere">
        {`Keep the token of ${name}`}
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        It is shown only now. Whoever has it acts in your name until you end it here: keep it like a password.
        {isClient && ' A client exchanges it at its first use, and by itself from then on.'}
      </p>
      <Copyable
        label={isClient ? 'Refresh token' : 'Token'}
        value={isClient ? made.refreshToken : made.token}
      />
    </section>
  )
}

function NoClients() {
  return (
    <p className="max-w-prose text-muted">
      No program acts in your name. Make a client for each one that should: you can then see when it was last
      used, and end it without touching the others.
    </p>
  )
}

function ClientList({
  sessions,
  sites,
  unseenId,
  why,
  busy,
}: Pick<AccessViewProps, 'sessions' | 'sites' | 'unseenId' | 'why' | 'busy'>) {
  return (
    <ul>
      {sessions.map(({ id, name, createdAt, isUnused, ...session }) => (
        <li key={id} className="item">
          <Icon name="key" />
          <div className="min-w-0">
            <h3 className="font-[550] wrap-anywhere">{name}</h3>
            <p className="text-small text-muted">
              Made {toShortDate(createdAt)} · {toUse({ createdAt, ...session })}
            </p>
            {session.scopes && (
              <p className="text-small wrap-anywhere text-muted">{toAccess(session, sites)}</p>
            )}
          </div>
          <div className="flex items-center gap-4 self-start">
            {isUnused && <NewToken {...{ id, name, busy }} why={id === unseenId ? why : undefined} />}
            <Link className="link text-small" to={`?end=${id}`} preventScrollReset aria-label={`End ${name}`}>
              End
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface NewTokenProps extends Pick<AccessViewProps, 'why' | 'busy'> {
  id: string
  name: string
}

// For a token that its owner never saw.
const NewToken = ({ id, name, why, busy }: NewTokenProps) => (
  <Form method="post" action="/account/tokens">
    <input type="hidden" name="intent" value="new-token" />
    <input type="hidden" name="id" value={id} />
    <PasswordAgain why={why} />
    <button type="submit" className="link text-small" disabled={busy} aria-label={`New token for ${name}`}>
      New token
    </button>
  </Form>
)

function NewClient({
  nameError,
  sites,
  typedClient: typed,
  accountId,
  unseenId,
  why,
  busy,
}: Pick<AccessViewProps, 'nameError' | 'sites' | 'typedClient' | 'accountId' | 'unseenId' | 'why' | 'busy'>) {
  const isLimited = Boolean(typed?.siteIds || typed?.scopes.length)
  return (
    <Form method="post" action="/account/tokens" className="mt-5 border-t border-rule pt-5">
      <input type="hidden" name="intent" value="create" />
      <AccountField sent={accountId} />
      <Field
        label="Name of a new client"
        name="name"
        required
        maxLength={NAME_LIMIT}
        autoComplete="off"
        placeholder="Nightly import"
        defaultValue={typed?.name}
        error={nameError}
      />
      <details className="fold mb-4" open={isLimited}>
        <summary className="text-small font-[550]">It may do all that you may</summary>
        <AccessFields legend="It may only (none ticked: all that you may)" {...{ sites, typed }} />
      </details>
      <PasswordAgain why={unseenId ? undefined : why} />
      <Button isPrimary busy={busy} busyText="Making...">
        Make client
      </Button>
    </Form>
  )
}
