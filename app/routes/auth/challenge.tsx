import { data, redirect, useNavigation } from 'react-router'
import { canSendSms } from '../../connectors/messages/sms.server.ts'
import { parseNext } from '../../features/accounts/accounts.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { sessionContext } from '../../features/accounts/guard/guard.server.ts'
import type { Session } from '../../features/accounts/sign-in/queries.server.ts'
import { SignOutForm, SignOutQuestion, UntilSignOut } from '../../features/accounts/sign-in/sign-out-form.tsx'
import { ChallengeCard } from '../../features/accounts/factors/challenge-card.tsx'
import {
  answerChallenge,
  challengeFactor,
  redeemRecoveryCode,
} from '../../features/accounts/factors/commands.server.ts'
import { parseCredential, REFUSALS, toRefusalHeaders } from '../../features/accounts/factors/factors.ts'
import { factorFailures, factorRefusals } from '../../features/accounts/factors/messages.ts'
import {
  countRecoveryCodes,
  findOpenChallenge,
  listFactors,
} from '../../features/accounts/factors/queries.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/challenge'

export const handle: RouteFacts = { access: 'open' }

// Redirects unless the session still has to prove a second factor.
function requireUnproven({ context, url }: Pick<Route.LoaderArgs, 'context' | 'url'>) {
  const next = parseNext(url.searchParams.get('next'))
  const session = context.get(sessionContext)
  if (!session) throw redirect(`/auth?next=${encodeURIComponent(next)}`)
  if (session.aal === session.nextAal) throw redirect(next)
  return { session, next }
}

/** Returns the verified factors, and the open challenge of the one in the URL. */
export async function loader(args: Route.LoaderArgs) {
  const { session, next } = requireUnproven(args)
  const factors = (await listFactors(session.operator)).filter(({ status }) => status === 'verified')
  const asked = args.url.searchParams.get('factor') ?? factors[0]?.id
  const chosen = factors.find(({ id }) => id === asked)
  const challenge = chosen && (await findOpenChallenge(session, chosen.id))
  return { email: session.operator.email, factors, chosen, challenge, canSendSms, next }
}

/** Takes a code, a passkey or a recovery code, or sends a new challenge. */
export async function action(args: Route.ActionArgs) {
  const { session, next } = requireUnproven(args)
  const outcome = await answer(session, await args.request.formData())
  if (!outcome.ok) {
    const headers = toRefusalHeaders(outcome)
    return data({ error: factorRefusals[outcome.reason] }, { status: REFUSALS[outcome.reason], headers })
  }
  throw 'cookies' in outcome ? redirectToPage(next, outcome) : redirect(args.url.pathname + args.url.search)
}

function answer(session: Session, form: FormData) {
  const text = (name: string) => readFormText(form, name)
  if (text('intent') === 'recover') return recover(session, text('code'))
  if (text('intent') === 'challenge') return challengeFactor(session, text('factorId'))
  const credential = parseCredential(text('credential'))
  return answerChallenge(session, text('factorId'), { code: text('code'), credential })
}

async function recover(session: Session, code: string) {
  const used = await redeemRecoveryCode(session, code)
  if (!used.ok) return used
  return { ...used, toast: `codes-left-${await countRecoveryCodes(session.operator)}` as const }
}

export const clientMiddleware = [keepFormOnFailure(factorFailures)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Confirm it is you' }]

export default function Challenge({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const signOut = (
    <SignOutForm>
      <button type="submit" className="link text-small">
        Sign out and use another account
      </button>
    </SignOutForm>
  )
  return (
    <UntilSignOut>
      <SignOutQuestion isAsked={false} current="/auth/challenge" />
      <ChallengeCard
        {...loaderData}
        error={busy ? undefined : actionData?.error}
        signOut={signOut}
        busy={busy}
      />
    </UntilSignOut>
  )
}
