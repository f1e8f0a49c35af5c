import { useNavigation } from 'react-router'
import { parseNext } from '../../features/accounts/accounts.ts'
import { answerRefusal, redirectToPage, withToast } from '../../features/accounts/sign-in/answers.server.ts'
import { AuthCard } from '../../features/accounts/sign-in/auth-card.tsx'
import {
  type Credentials,
  signIn,
  signOut,
  type SignUpForm,
  toEmail,
  type Visitor,
} from '../../features/accounts/sign-in/commands.server.ts'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import { signInFailed, signUpFailed } from '../../features/accounts/sign-in/messages.ts'
import { hasAccounts } from '../../features/accounts/sign-in/queries.server.ts'
import { openAccount } from '../../features/accounts/sign-in/open-account.server.ts'
import { sendsMail } from '../../features/accounts/sign-in/recovery.server.ts'
import { toToast } from '../../features/accounts/sign-in/toasts.ts'
import { findSignUpOffer } from '../../features/accounts/sign-in/who-signs-up.server.ts'
import { clientAddressContext, siteContext } from '../../platform/web/request-context.server.ts'
import { refuse } from '../../shared/refusal.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { hasUnsavedTexts, NO_UNSAVED_TEXTS } from '../../shell/unsaved-texts.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/auth'

// The secret of the link to the first account, in the address of the form.
const FIRST = 'first'

export const handle: RouteFacts = { access: 'open' }

/** Redirects away where the browser has a session already. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const next = parseNext(url.searchParams.get('next'))
  const session = context.get(sessionContext)
  if (session) throw redirectToPage(session.aal === session.nextAal ? next : toChallenge(next))
  const first = url.searchParams.get(FIRST) ?? ''
  const tab = url.searchParams.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  return withToast(request, {
    tab,
    next,
    sendsMail,
    first,
    signUp: await findSignUpOffer(first),
    siteName: context.get(siteContext).name,
    isFirst: !(await hasAccounts()),
  } as const)
}

/**
 * Signs in, up or out, by the form's `intent`. Signing out deletes what the browser stores. So a browser with texts that
 * are not saved is asked first.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  const visitor = {
    request,
    clientAddress: context.get(clientAddressContext),
    session: context.get(sessionContext),
  }
  const intent = readFormText(form, 'intent')
  if (intent === 'sign-out') throw await answerSignOut(visitor, readFormText(form, 'isAsked') === 'yes')
  const next = parseNext(readFormText(form, 'next'))
  const email = toEmail(readFormText(form, 'email'))
  const typed = { email, password: readFormText(form, 'password'), name: readFormText(form, 'name') }
  const refused = refuseMissing(typed)
  if (refused) return answerRefusal(refused, { email, name: typed.name })
  const first = url.searchParams.get(FIRST)
  return intent === 'sign-up'
    ? answerSignUp(visitor, { ...typed, first }, next)
    : answerSignIn(visitor, typed, next)
}

async function answerSignUp(
  visitor: Visitor,
  typed: SignUpForm & { name: string; first: string | null },
  next: string,
) {
  const { email, name } = typed
  const opened = await openAccount(visitor, typed)
  if (!opened.ok) return answerRefusal(opened, { email, name })
  if (!opened.cookies) return { email, name: '', error: undefined, toast: toToast('account-created') }
  throw redirectToPage(next, { cookies: opened.cookies, toast: 'account-created' })
}

async function answerSignIn(visitor: Visitor, { email, password }: Credentials, next: string) {
  const entered = await signIn(visitor, { email, password })
  if (!entered.ok) return answerRefusal(entered, { email, name: '' })
  const { isComplete, cookies } = entered
  const path = isComplete ? next : toChallenge(next)
  throw redirectToPage(path, { cookies, toast: 'signed-in', shownOn: next })
}

async function answerSignOut(visitor: Visitor, isAsked: boolean) {
  if (hasUnsavedTexts(visitor.request) && !isAsked) return redirectToPage('/account?ask=sign-out')
  return redirectToPage('/', {
    cookies: [...(await signOut(visitor)), NO_UNSAVED_TEXTS],
    headers: { 'Clear-Site-Data': '"cache", "storage"' },
  })
}

function refuseMissing({ email, password }: Credentials) {
  if (!email) return refuse('credentials-missing')
  return password ? undefined : refuse('password-missing')
}

const toChallenge = (next: string) => `/auth/challenge?${new URLSearchParams({ next })}`

export const clientMiddleware = [
  keepFormOnFailure((form) => (readFormText(form, 'intent') === 'sign-up' ? signUpFailed : signInFailed)),
]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Sign In' }]

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return <AuthCard {...loaderData} {...actionData} busy={busy} />
}
