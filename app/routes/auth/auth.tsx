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
import { hasCompanies } from '../../features/accounts/single-sign-on/queries.server.ts'
import { nameMainSite } from '../../features/local-seo/settings/commands.server.ts'
import { parseSiteName } from '../../features/local-seo/settings/settings.ts'
import { FIRST_ARTICLE_PATH } from '../../features/writing/writing.ts'
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

/** Redirects away where the browser has a session already. Without any account it opens the form that makes the first. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const next = parseNext(url.searchParams.get('next'))
  const session = context.get(sessionContext)
  if (session) throw redirectToPage(session.aal === session.nextAal ? next : toChallenge(next))
  const first = url.searchParams.get(FIRST) ?? ''
  const signUp = await findSignUpOffer(first)
  const isFirst = !(await hasAccounts())
  const tab = url.searchParams.get('tab') ?? (isFirst && signUp === 'open' ? 'sign-up' : 'sign-in')
  return withToast(request, {
    tab: tab === 'sign-up' ? 'sign-up' : 'sign-in',
    next,
    sendsMail,
    hasCompanies: await hasCompanies(),
    first,
    signUp,
    siteName: context.get(siteContext).name,
    isFirst,
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
  const password = readFormText(form, 'password')
  const typed = { email, password, name: readFormText(form, 'name'), paper: readFormText(form, 'paper') }
  const { name, paper } = typed
  const refused = refuseMissing(typed)
  if (refused) return answerRefusal(refused, { email, name, paper })
  const first = url.searchParams.get(FIRST)
  return intent === 'sign-up'
    ? answerSignUp(visitor, { ...typed, first }, next)
    : answerSignIn(visitor, typed, next)
}

async function answerSignUp(
  visitor: Visitor,
  typed: SignUpForm & { name: string; paper: string; first: string | null },
  next: string,
) {
  const { email, name, paper } = typed
  const siteName = parseSiteName(paper)
  const opened =
    siteName === undefined
      ? refuse('paper-wrong')
      : await openAccount(visitor, typed, (trx, accountId) => nameMainSite(trx, accountId, siteName))
  if (!opened.ok) return answerRefusal(opened, { email, name, paper })
  if (!opened.cookies) return { email, name: '', error: undefined, toast: toToast('account-created') }
  const path = siteName && next === '/' ? FIRST_ARTICLE_PATH : next
  throw redirectToPage(path, { cookies: opened.cookies, toast: 'account-created' })
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
