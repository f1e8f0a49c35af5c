import { useNavigation } from 'react-router'
import { answerRefusal, redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { NewPassword } from '../../features/accounts/sign-in/new-password.tsx'
import { resetPassword } from '../../features/accounts/sign-in/recovery.server.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { newPasswordFailed } from '../../features/accounts/sign-in/messages.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/reset'

export const handle: RouteFacts = { access: 'open' }

/** Returns the name of the site, and the token of the mailed link. */
export const loader = ({ url, context }: Route.LoaderArgs) => ({
  siteName: context.get(siteContext).name,
  token: url.searchParams.get('token') ?? '',
})

/** Sets the new password and leads to signing in. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const wish = { token: readFormText(form, 'token'), password: readFormText(form, 'password') }
  const visitor = { request, clientAddress: context.get(clientAddressContext) }
  const changed = await resetPassword(visitor, wish)
  if (!changed.ok) return answerRefusal(changed, {})
  throw redirectToPage('/auth', { cookies: changed.cookies, toast: 'password-changed' })
}

export const clientMiddleware = [keepFormOnFailure(newPasswordFailed)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Choose a new password' }]

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <NewPassword {...loaderData} {...actionData} busy={busy} />
}
