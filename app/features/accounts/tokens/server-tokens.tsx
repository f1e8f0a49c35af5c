import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { type Scope, SCOPES } from '../../../shared/scopes.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { scopeTexts } from './messages.ts'
import { type ApiSession, NAME_LIMIT, SERVER_TOKEN, TOKEN_LIVES, TOKENS_AT_ONCE, toUse } from './tokens.ts'

interface Site {
  id: string
  name: string
}

interface ServerTokensProps {
  servers: ApiSession[]
  sites: Site[]
  serverError?: string | undefined
  /** The reason why a form of a server asks for the password, as a sentence. */
  serverWhy?: string | undefined
  /** The server whose new token waits for the password. */
  rotatingId?: string | undefined
  /** What was typed into the form that was refused. */
  typedServer?: NewServer | undefined
  /** The account of a form that was refused because another one acts. */
  accountId?: string | undefined
  busy: boolean
}

/** What was typed into a form for a new token. */
export interface TypedAccess {
  name: string
  scopes: string[]
  siteIds: string[] | null
}

interface NewServer extends TypedAccess {
  directScopes: string[] | null
  days: number
}

const WRITING = SCOPES.filter((scope) => !scope.endsWith(':read'))

/** The tokens of servers, and the form for a new one. */
export const ServerTokens = ({
  servers,
  sites,
  serverError,
  serverWhy,
  rotatingId,
  typedServer: typed,
  accountId,
  busy,
}: ServerTokensProps) => (
  <section className="panel" aria-labelledby="servers">
    <h2 id="servers">Tokens for servers</h2>
    <p className="mb-4 max-w-prose text-muted">
      {`A token that begins with ${SERVER_TOKEN} and stays the same until its end. It may do what you tick, and never more than your role.`}
    </p>
    <ul>
      {servers.map((server) => (
        <Server
          key={server.id}
          {...{ server, sites, busy }}
          why={server.id === rotatingId ? serverWhy : undefined}
        />
      ))}
    </ul>
    <Form method="post" action="/account/tokens" className="mt-5 border-t border-rule pt-5">
      <input type="hidden" name="intent" value="create-server" />
      <AccountField sent={accountId} />
      <Field
        label="Name of a new server"
        name="serverName"
        required
        maxLength={NAME_LIMIT}
        autoComplete="off"
        placeholder="Build machine"
        defaultValue={typed?.name}
        error={serverError}
      />
      <AccessFields legend="It may" {...{ sites, typed }} />
      <AgentFields typed={typed} />
      <label className="mb-1.5 block text-small font-[550]" htmlFor="days">
        It ends after
      </label>
      <select id="days" name="days" className="input mb-4" defaultValue={typed?.days}>
        {TOKEN_LIVES.map((days) => (
          <option key={days} value={days}>
            {`${days} days`}
          </option>
        ))}
      </select>
      <PasswordAgain why={rotatingId ? undefined : serverWhy} />
      <Button busy={busy} busyText="Making...">
        Make token
      </Button>
    </Form>
  </section>
)

const AgentFields = ({ typed }: { typed: NewServer | undefined }) => (
  <fieldset className="mb-4">
    <legend className="text-small font-[550]">For an agent</legend>
    <label className="flex items-center gap-2 py-1">
      <input type="checkbox" name="isAgent" defaultChecked={Boolean(typed?.directScopes)} />
      It proposes what it would change, and a person accepts it
    </label>
    <Ticks
      legend="Except these, which it writes at once (only an owner allows it)"
      name="directScopes"
      all={WRITING.map((id) => ({ id, name: scopeTexts[id] }))}
      ticked={typed?.directScopes ?? []}
    />
  </fieldset>
)

interface AccessFieldsProps {
  /** What the ticked scopes are. */
  legend: string
  /** The scopes that can be ticked; all unless given. */
  scopes?: readonly Scope[]
  sites: Site[]
  typed?: Partial<TypedAccess> | undefined
}

/** What a program may do, and on which sites. */
export const AccessFields = ({ legend, scopes = SCOPES, sites, typed }: AccessFieldsProps) => (
  <>
    <Ticks
      legend={legend}
      name="scopes"
      all={scopes.map((id) => ({ id, name: scopeTexts[id] }))}
      ticked={typed?.scopes}
    />
    {sites.length > 1 && (
      <Ticks
        legend="Only these sites (none ticked: all)"
        name="siteIds"
        all={sites}
        ticked={typed?.siteIds ?? []}
      />
    )}
  </>
)

interface TicksProps {
  legend: string
  name: string
  all: Site[]
  ticked?: string[] | undefined
}

const Ticks = ({ legend, name, all, ticked }: TicksProps) => (
  <fieldset className="mb-4">
    <legend className="text-small font-[550]">{legend}</legend>
    {all.map((each) => (
      <label key={each.id} className="flex items-center gap-2 py-1 wrap-anywhere">
        <input type="checkbox" name={name} value={each.id} defaultChecked={ticked?.includes(each.id)} />
        {each.name}
      </label>
    ))}
  </fieldset>
)

interface ServerProps {
  server: ApiSession
  sites: Site[]
  why: string | undefined
  busy: boolean
}

function Server({ server, sites, why, busy }: ServerProps) {
  const { id, name, expiresAt, endings } = server
  const hasTwo = endings.length === TOKENS_AT_ONCE
  return (
    <li className="item">
      <Icon name="key" />
      <div className="min-w-0">
        <h3 className="font-[550] wrap-anywhere">{name}</h3>
        <p className="text-small text-muted">
          {`${endings.map((ending) => `…${ending}`).join(' and ')} · ${toUse(server)} · Ends ${toShortDate(expiresAt)}`}
        </p>
        <p className="text-small wrap-anywhere text-muted">{toAccess(server, sites)}</p>
      </div>
      <div className="flex flex-wrap items-baseline gap-4 self-start">
        <Change intent={hasTwo ? 'retire' : 'rotate'} {...{ id, busy, name, why }}>
          {hasTwo ? 'End the former' : 'New token'}
        </Change>
        <Link className="link text-small" to={`?end=${id}`} preventScrollReset aria-label={`End ${name}`}>
          End
        </Link>
      </div>
    </li>
  )
}

/** Returns what a program may do, and on which sites, in words; an empty text for everything. */
export function toAccess(
  { scopes, siteIds, directScopes }: Pick<ApiSession, 'scopes' | 'siteIds' | 'directScopes'>,
  sites: Site[],
): string {
  const named = siteIds?.map((id) => sites.find((site) => site.id === id)?.name ?? 'a removed site')
  const agent = directScopes && ['an agent that proposes', ...directScopes.map((scope) => `${scope} at once`)]
  return [...(scopes ?? []), ...(named ? [`only ${named.join(', ')}`] : []), ...(agent ?? [])].join(' · ')
}

interface ChangeProps {
  intent: 'retire' | 'rotate'
  id: string
  name: string
  why: string | undefined
  busy: boolean
  children: string
}

const Change = ({ intent, id, name, why, busy, children }: ChangeProps) => (
  <Form method="post" action="/account/tokens">
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="id" value={id} />
    <PasswordAgain why={why} />
    <button type="submit" className="link text-small" disabled={busy} aria-label={`${children} of ${name}`}>
      {children}
    </button>
  </Form>
)
