import { data, useNavigation } from 'react-router'
import { parseNext } from '../../features/accounts/accounts.ts'
import { CompanyCard } from '../../features/accounts/single-sign-on/company-card.tsx'
import { leadToCompany } from '../../features/accounts/single-sign-on/enter.server.ts'
import { companyFailed, ssoRefusals } from '../../features/accounts/single-sign-on/messages.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/company'

export const handle: RouteFacts = { access: 'open' }

/** Returns the page to open after signing in. */
export const loader = ({ context, url }: Route.LoaderArgs) => ({
  siteName: context.get(siteContext).name,
  next: parseNext(url.searchParams.get('next')),
})

/**
 * Finds the company of an address. The answer is a page that leads there and no redirect: a form must not lead to another
 * site (the `form-action` of our pages).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = readFormText(form, 'email')
  const visitor = { clientAddress: context.get(clientAddressContext) }
  const led = await leadToCompany(visitor, { email, next: parseNext(readFormText(form, 'next')) })
  if (!led.ok) return data({ email, error: ssoRefusals[led.reason] }, { status: 400 })
  return data({ email, address: led.address }, { headers: { 'set-cookie': led.cookie } })
}

export const clientMiddleware = [keepFormOnFailure(companyFailed)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Sign in with your company' }]

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <CompanyCard {...loaderData} {...actionData} busy={busy} />
}
