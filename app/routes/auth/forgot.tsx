import { useNavigation } from 'react-router'
import { answerRefusal } from '../../features/accounts/sign-in/answers.server.ts'
import { AskForMail } from '../../features/accounts/sign-in/ask-for-mail.tsx'
import { toEmail } from '../../features/accounts/sign-in/commands.server.ts'
import { linkFailed, resetAsked } from '../../features/accounts/sign-in/messages.ts'
import { askForMail, sendsMail } from '../../features/accounts/sign-in/recovery.server.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/forgot'

export const handle: RouteFacts = { access: 'open' }

/** Returns the name of the site, and true if it sends mails. */
export const loader = ({ context }: Route.LoaderArgs) => ({
  siteName: context.get(siteContext).name,
  sendsMail,
})

/** Enqueues the mail; the answer is the same for every email address. */
export async function action({ request, context }: Route.ActionArgs) {
  const email = toEmail(readFormText(await request.formData(), 'email'))
  const asked = await askForMail('reset', { email, clientAddress: context.get(clientAddressContext) })
  return asked.ok ? { answer: resetAsked } : answerRefusal(asked, { email })
}

export const clientMiddleware = [keepFormOnFailure(linkFailed)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Forgot your password?' }]

export default function Forgot({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <AskForMail
      title="Forgot your password?"
      lead="Tell us your address, and we send you a link with which you choose a new one."
      {...{ ...loaderData, ...actionData, busy }}
    />
  )
}
