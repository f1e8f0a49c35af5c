import { useNavigation } from 'react-router'
import { answerRefusal, redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { AskForMail } from '../../features/accounts/sign-in/ask-for-mail.tsx'
import { toEmail } from '../../features/accounts/sign-in/commands.server.ts'
import { ConfirmAddress } from '../../features/accounts/sign-in/confirm-address.tsx'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import {
  confirmationAsked,
  confirmationFailed,
  linkFailed,
} from '../../features/accounts/sign-in/messages.ts'
import { askForMail, confirmAddress, sendsMail } from '../../features/accounts/sign-in/recovery.server.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/verify'

export const handle: RouteFacts = { access: 'open' }

/** Returns the name of the site, and the token of the mailed link; without one the view asks for another mail. */
export const loader = ({ url, context }: Route.LoaderArgs) => ({
  siteName: context.get(siteContext).name,
  sendsMail,
  token: url.searchParams.get('token'),
})

/** Confirms the address with a token, or enqueues another mail without one. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const token = readFormText(form, 'token')
  const visitor = {
    request,
    clientAddress: context.get(clientAddressContext),
    session: context.get(sessionContext),
  }
  if (token) {
    const confirmed = await confirmAddress(visitor, { token, password: readFormText(form, 'password') })
    if (confirmed.ok) throw redirectToPage('/', { cookies: confirmed.cookies, toast: 'address-confirmed' })
    return answerRefusal(confirmed, { token })
  }
  const email = toEmail(readFormText(form, 'email'))
  const asked = await askForMail('confirm', { email, clientAddress: visitor.clientAddress })
  return asked.ok ? { answer: confirmationAsked } : answerRefusal(asked, { email })
}

export const clientMiddleware = [
  keepFormOnFailure((form) => (form.has('token') ? confirmationFailed : linkFailed)),
]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Confirm your address' }]

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { token, ...content } = loaderData
  const busy = useNavigation().state !== 'idle'
  const refusal = actionData && 'error' in actionData ? actionData : undefined
  if (token) return <ConfirmAddress {...{ siteName: content.siteName, token, busy }} {...refusal} />
  return (
    <AskForMail
      title="Confirm your address"
      lead="Has the mail with the link not come, or was it too old? We send you another."
      {...{ ...content, ...actionData, busy }}
    />
  )
}
