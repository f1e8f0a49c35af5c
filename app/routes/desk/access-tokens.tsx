import { data, useNavigation } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { AccessView } from '../../features/accounts/tokens/access-view.tsx'
import {
  createApiSession,
  endApiSession,
  replaceUnusedToken,
} from '../../features/accounts/tokens/commands.server.ts'
import {
  clientEnded,
  clientGone,
  clientFailures,
  clientInUse,
  formerTokenEnded,
  nameMissing,
  scopeNeeded,
  tooManyClients,
} from '../../features/accounts/tokens/messages.ts'
import { findPublicApiKey, listApiSessions } from '../../features/accounts/tokens/queries.server.ts'
import {
  createServerToken,
  retireServerToken,
  rotateServerToken,
} from '../../features/accounts/tokens/server-tokens.server.ts'
import { parseName, readAccess, toClientScopes } from '../../features/accounts/tokens/tokens.ts'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { env } from '../../platform/env.server.ts'
import { readId, readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/access-tokens'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Lists the account's API clients; `?end=ID` asks before one of them is ended. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const sessions = await listApiSessions(context.get(operatorContext))
  const ending = sessions.find(({ id }) => id === url.searchParams.get('end'))
  const targets = await listTargetSites(requireSession(context).acting)
  const sites = targets.map(({ id, name }) => ({ id, name }))
  return { url: env.SITE_URL, publicKey: findPublicApiKey(), sessions, ending, sites }
}

/**
 * Creates a client or a token of a server, which is shown only now. Or makes a new token for one of them, or ends a client,
 * a server, or the former token of a server.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const operator = context.get(operatorContext)
  const id = readId(form, 'id')
  switch (readFormText(form, 'intent')) {
    case 'end':
      return { toast: (await endApiSession(operator, id)) ? clientEnded : clientGone }
    case 'retire':
      return { toast: (await retireServerToken(operator, id)) ? formerTokenEnded : clientGone }
    case 'new-token':
      return makeAnew(context, form)
    case 'rotate':
      return rotate(context, form)
    case 'create-server':
      return createForServer(context, form)
    default:
      return create(context, form)
  }
}

// A new token acts for the account that its maker acts for.
const isOfOther = (context: Route.ActionArgs['context'], form: FormData) =>
  isOfOtherAccount(requireSession(context).acting, form)

const toRefusal = (form: FormData) => ({ error: otherAccount, accountId: readFormText(form, 'accountId') })

async function create(context: Route.ActionArgs['context'], form: FormData) {
  const { scopes, siteIds } = readAccess(form)
  const name = parseName(readFormText(form, 'name')) ?? ''
  const typedClient = { name, scopes, siteIds }
  if (!name) return data({ nameError: nameMissing, typedClient }, { status: 400 })
  if (isOfOther(context, form)) return data({ ...toRefusal(form), typedClient }, { status: 409 })
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const made = await createApiSession(session, { name, siteIds, scopes: toClientScopes(typedClient) })
  if (!made.ok && made.reason === 'not-fresh') return data({ why, typedClient }, { status: 403, headers })
  if (!made.ok) return data({ error: tooManyClients, typedClient }, { status: 409, headers })
  return data({ made: { name, refreshToken: made.refreshToken } }, { headers })
}

async function createForServer(context: Route.ActionArgs['context'], form: FormData) {
  const typedServer = { name: parseName(readFormText(form, 'serverName')) ?? '', ...readAccess(form) }
  if (!typedServer.name || typedServer.scopes.length === 0)
    return data({ serverError: typedServer.name ? scopeNeeded : nameMissing, typedServer }, { status: 400 })
  if (isOfOther(context, form)) return data({ ...toRefusal(form), typedServer }, { status: 409 })
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const made = await createServerToken(session, typedServer)
  if (made.ok) return data({ made: { name: typedServer.name, token: made.token } }, { headers })
  return made.reason === 'not-fresh'
    ? data({ serverWhy: why, typedServer }, { status: 403, headers })
    : data({ error: tooManyClients, typedServer }, { status: 409, headers })
}

async function rotate(context: Route.ActionArgs['context'], form: FormData) {
  const rotatingId = readId(form, 'id')
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const rotated = await rotateServerToken(session, rotatingId)
  if (rotated.ok) return data({ made: rotated }, { headers })
  return rotated.reason === 'not-fresh'
    ? data({ serverWhy: why, rotatingId }, { status: 403, headers })
    : data({ error: clientGone }, { status: 409, headers })
}

async function makeAnew(context: Route.ActionArgs['context'], form: FormData) {
  const id = readId(form, 'id')
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const replaced = await replaceUnusedToken(session, id)
  if (replaced.ok) return data({ made: replaced }, { headers })
  return replaced.reason === 'not-fresh'
    ? data({ why, unseenId: id }, { status: 403, headers })
    : data({ error: clientInUse }, { status: 409, headers })
}

export const clientMiddleware = [keepFormOnFailure(clientFailures)]

export const meta = () => [{ title: 'API access' }]

export default function AccessTokens({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <AccessView {...loaderData} {...actionData} busy={busy} />
}
