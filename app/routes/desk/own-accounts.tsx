import { data, redirect, useNavigation } from 'react-router'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { acceptOwnership } from '../../features/accounts/members/accept.server.ts'
import { changeAccount, leaveAccount } from '../../features/accounts/members/commands.server.ts'
import { accountsFailures, memberRefusals, memberToasts } from '../../features/accounts/members/messages.ts'
import { OwnAccountsView } from '../../features/accounts/members/own-accounts-view.tsx'
import { listOffers, listOwnAccounts } from '../../features/accounts/members/queries.server.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/own-accounts'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Lists the accounts that the person acts for; `?leave=ID` asks before the person leaves one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { acting, operator } = requireSession(context)
  const accounts = await listOwnAccounts(operator.id)
  const leaving = accounts.find(({ id }) => id === url.searchParams.get('leave'))
  const offers = await listOffers(operator.id)
  return { accounts, offers, leaving, actingId: acting.id, personId: operator.id }
}

/** Lets the session act for another account, the person leave one, or accept an ownership. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const accountId = readFormText(form, 'accountId')
  if (readFormText(form, 'intent') === 'leave') {
    const refused = await leaveAccount(context.get(operatorContext), accountId)
    if (refused) return data({ error: memberRefusals[refused.reason] }, { status: 409 })
    throw redirect('/account/accounts')
  }
  if (readFormText(form, 'intent') === 'own') return own(context, form)
  const changed = await changeAccount(requireSession(context), accountId)
  if (!changed.ok) return data({ error: memberRefusals[changed.reason] }, { status: 409 })
  throw redirectToPage('/articles', { cookies: changed.cookies })
}

async function own(context: Route.ActionArgs['context'], form: FormData) {
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const owned = await acceptOwnership(session, readFormText(form, 'offerId'))
  if (owned.ok) return data({ toast: memberToasts.owned }, { headers })
  return owned.reason === 'not-fresh'
    ? data({ why }, { status: 403, headers })
    : data({ error: memberRefusals[owned.reason] }, { status: 409, headers })
}

export const clientMiddleware = [keepFormOnFailure(accountsFailures)]

export const meta = () => [{ title: 'Accounts' }]

interface Answer {
  error?: string
  toast?: string
  /** The reason why accepting an offer asks for the password. */
  why?: string
}

export default function OwnAccounts({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const answered: Answer = actionData ?? {}
  return <OwnAccountsView {...loaderData} {...answered} busy={busy} />
}
