import { data } from 'react-router'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { signUpClosed } from '../../features/accounts/sign-in/messages.ts'
import { CompanyRefusal } from '../../features/accounts/single-sign-on/company-card.tsx'
import { returnFromCompany } from '../../features/accounts/single-sign-on/enter.server.ts'
import { NO_FLOW, readFlow } from '../../features/accounts/single-sign-on/flows.server.ts'
import { ssoRefusals } from '../../features/accounts/single-sign-on/messages.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/company-callback'

export const handle: RouteFacts = { access: 'open' }

/** Takes the answer of a company, and leads on: to the desk, to the second factor, or to the password that links. */
export async function loader({ context, request, url, params: { accountId } }: Route.LoaderArgs) {
  const visitor = {
    request,
    clientAddress: context.get(clientAddressContext),
    session: context.get(sessionContext),
  }
  const flow = readFlow(request)
  const entered = await returnFromCompany(visitor, {
    flow,
    providerId: accountId,
    answer: url.searchParams,
  })
  if (!entered.ok) {
    const error = entered.reason === 'sign-up-closed' ? signUpClosed : ssoRefusals[entered.reason]
    return data({ siteName: context.get(siteContext).name, error }, { status: 403 })
  }
  const { next } = entered
  if (!entered.isLinked) throw redirectToPage('/auth/company/link', { cookies: [entered.cookie] })
  const path = entered.isComplete ? next : `/auth/challenge?${new URLSearchParams({ next })}`
  throw redirectToPage(path, { cookies: [...entered.cookies, NO_FLOW], toast: 'signed-in', shownOn: next })
}

export const meta = () => [{ title: 'Sign in with your company' }]

export default function CompanyCallback({ loaderData }: Route.ComponentProps) {
  return <CompanyRefusal {...loaderData} />
}
