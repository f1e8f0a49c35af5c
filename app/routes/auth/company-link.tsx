import { data, useNavigation } from 'react-router'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { toSignInAnswer } from '../../features/accounts/sign-in/sign-in.ts'
import { LinkCard } from '../../features/accounts/single-sign-on/company-card.tsx'
import { findLinkStep, linkByPassword } from '../../features/accounts/single-sign-on/enter.server.ts'
import { NO_FLOW, readFlow } from '../../features/accounts/single-sign-on/flows.server.ts'
import { companyFailed, isSsoReason, ssoRefusals } from '../../features/accounts/single-sign-on/messages.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/company-link'

export const handle: RouteFacts = { access: 'open' }

/** Returns the address whose password the browser is asked for, and the account that its person joins. */
export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  siteName: context.get(siteContext).name,
  ...(await findLinkStep(readFlow(request))),
})

/** Links the account of the address by its password, and signs the person in. */
export async function action({ request, context }: Route.ActionArgs) {
  const visitor = {
    request,
    clientAddress: context.get(clientAddressContext),
    session: context.get(sessionContext),
  }
  const password = readFormText(await request.formData(), 'password')
  const linked = await linkByPassword(visitor, { flow: readFlow(request), password })
  if (!linked.ok) {
    if (isSsoReason(linked.reason)) return data({ error: ssoRefusals[linked.reason] }, { status: 403 })
    const { message, status } = toSignInAnswer(linked as Parameters<typeof toSignInAnswer>[0])
    return data({ error: message }, { status })
  }
  const { next } = linked
  const path = linked.isComplete ? next : `/auth/challenge?${new URLSearchParams({ next })}`
  throw redirectToPage(path, { cookies: [...linked.cookies, NO_FLOW], toast: 'signed-in', shownOn: next })
}

export const clientMiddleware = [keepFormOnFailure(companyFailed)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Is this you?' }]

export default function CompanyLink({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <LinkCard {...loaderData} error={busy ? undefined : actionData?.error} busy={busy} />
}
