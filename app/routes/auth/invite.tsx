import { data, useNavigation } from 'react-router'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import { acceptInvitation, signUpInvited } from '../../features/accounts/members/accept.server.ts'
import { InviteView } from '../../features/accounts/members/invite-view.tsx'
import { invitationFailed, memberRefusals } from '../../features/accounts/members/messages.ts'
import { findInvitation } from '../../features/accounts/members/queries.server.ts'
import { answerRefusal, redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { findSignUpRule, toEmail } from '../../features/accounts/sign-in/commands.server.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { refuse } from '../../shared/refusal.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/invite'

export const handle: RouteFacts = { access: 'open' }

/** Returns the invitation of the link, and who would accept it. A used, withdrawn or expired one is a sentence. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const invitation = await findInvitation(token)
  const content = {
    siteName: context.get(siteContext).name,
    token,
    invitation,
    isClosed: (await findSignUpRule()) === 'closed',
    email: session?.aal === session?.nextAal ? session?.operator.email : undefined,
  }
  return data(content, invitation ? undefined : { status: 404 })
}

/** Joins with the session of the request, or makes an account that joins. */
export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await request.formData()
  const session = context.get(sessionContext)
  if (readFormText(form, 'intent') === 'join') {
    if (!session || session.aal !== session.nextAal) throw redirectToPage(`/auth?next=/invite/${token}`)
    const joined = await acceptInvitation(session, token)
    if (!joined.ok) return data({ error: memberRefusals[joined.reason] }, { status: 409 })
    throw redirectToPage('/articles', { cookies: joined.cookies })
  }
  const [email, name] = [toEmail(readFormText(form, 'email')), readFormText(form, 'name')]
  const typed = { token, email, name, password: readFormText(form, 'password') }
  if (!email || !typed.password) return answerRefusal(refuse('credentials-missing'), { email, name })
  const visitor = { request, clientAddress: context.get(clientAddressContext), session }
  const opened = await signUpInvited(visitor, typed)
  if (!opened.ok) {
    const { reason } = opened
    if (reason in memberRefusals)
      return data(
        { error: memberRefusals[reason as keyof typeof memberRefusals], email, name },
        { status: 409 },
      )
    return answerRefusal(opened as Parameters<typeof answerRefusal>[0], { email, name })
  }
  if (!opened.cookies) return { isSent: true }
  throw redirectToPage('/articles', { cookies: opened.cookies })
}

export const clientMiddleware = [keepFormOnFailure(invitationFailed)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Invitation' }]

interface Answer {
  error?: string
  email?: string
  name?: string
  isSent?: boolean
}

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const { email: typedEmail, ...answer }: Answer = actionData ?? {}
  return <InviteView {...loaderData} {...answer} typedEmail={typedEmail} busy={busy} />
}
