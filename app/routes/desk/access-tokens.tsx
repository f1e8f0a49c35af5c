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
  clientInUse,
  nameMissing,
  tooManyClients,
} from '../../features/accounts/tokens/messages.ts'
import { findPublicApiKey, listApiSessions } from '../../features/accounts/tokens/queries.server.ts'
import { parseName } from '../../features/accounts/tokens/tokens.ts'
import { env } from '../../platform/env.server.ts'
import { readId, readFormText } from '../../shared/text.ts'
import type { RouteFacts } from '../../platform/route-facts.ts'
import type { Route } from './+types/access-tokens'

export const handle: RouteFacts = { access: 'screen' }

const CONFIRM = '/auth/confirm?next=/account/tokens'

/** Lists the account's API clients; `?end=ID` asks before one of them is ended. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const sessions = await listApiSessions(context.get(operatorContext))
  const ending = sessions.find(({ id }) => id === url.searchParams.get('end'))
  return { url: env.SITE_URL, publicKey: findPublicApiKey(), sessions, ending }
}

/** Creates a client, whose token is shown this once, makes the token of an unused one anew, or ends one. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'end') {
    await endApiSession(context.get(operatorContext), readId(form, 'id'))
    return { toast: clientEnded }
  }
  if (intent === 'new-token') {
    const replaced = await replaceUnusedToken(requireSession(context), readId(form, 'id'))
    if (!replaced.ok && replaced.reason === 'not-fresh') throw redirect(CONFIRM)
    return replaced.ok ? { made: replaced } : data({ error: clientInUse }, { status: 409 })
  }
  const name = parseName(readFormText(form, 'name'))
  if (!name) return data({ nameError: nameMissing }, { status: 400 })
  const made = await createApiSession(requireSession(context), name)
  if (!made.ok && made.reason === 'not-fresh') throw redirect(CONFIRM)
  if (!made.ok) return data({ error: tooManyClients, typedName: name }, { status: 409 })
  return { made: { name, refreshToken: made.refreshToken } }
}

export const meta = () => [{ title: 'API access' }]

export default function AccessTokens({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <AccessView {...loaderData} {...actionData} busy={busy} />
}
