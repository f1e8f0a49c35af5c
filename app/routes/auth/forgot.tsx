import { useNavigation } from 'react-router'
import { answerRefusal } from '../../features/accounts/answers.server.ts'
import { AskForMail } from '../../features/accounts/ask-for-mail.tsx'
import { toEmail } from '../../features/accounts/commands.server.ts'
import { resetAsked } from '../../features/accounts/messages.ts'
import { askForMail, sendsMail } from '../../features/accounts/recovery.server.ts'
import { clientAddressContext } from '../../platform/request-context.server.ts'
import { readText } from '../../shared/text.ts'
import type { Route } from './+types/forgot'

export const loader = () => ({ sendsMail })

export async function action({ request, context }: Route.ActionArgs) {
  const email = toEmail(readText(await request.formData(), 'email'))
  const asked = await askForMail('reset', { email, clientAddress: context.get(clientAddressContext) })
  return asked.ok ? { answer: resetAsked } : answerRefusal(asked, { email })
}

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
