import { data, useNavigation } from 'react-router'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
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
  nameMissing,
  tooManyClients,
} from '../../features/accounts/tokens/messages.ts'
import { findPublicApiKey, listApiSessions } from '../../features/accounts/tokens/queries.server.ts'
import { parseName } from '../../features/accounts/tokens/tokens.ts'
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
  return { url: env.SITE_URL, publicKey: findPublicApiKey(), sessions, ending }
}

/** Creates a client, whose token is shown only now. Or makes a new token for an unused client, or ends a client. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'end') {
    const hasEnded = await endApiSession(context.get(operatorContext), readId(form, 'id'))
    return { toast: hasEnded ? clientEnded : clientGone }
  }
  if (intent === 'new-token') return makeAnew(context, form)
  const name = parseName(readFormText(form, 'name'))
  if (!name) return data({ nameError: nameMissing }, { status: 400 })
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const made = await createApiSession(session, name)
  if (!made.ok && made.reason === 'not-fresh') return data({ why, typedName: name }, { status: 403, headers })
  if (!made.ok) return data({ error: tooManyClients, typedName: name }, { status: 409, headers })
  return data({ made: { name, refreshToken: made.refreshToken } }, { headers })
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
