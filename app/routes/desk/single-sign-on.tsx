import { data, redirect, useNavigation } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import type { Session } from '../../features/accounts/sign-in/queries.server.ts'
import {
  addDomain,
  removeDomain,
  removeProvider,
  saveProvider,
  testProvider,
} from '../../features/accounts/single-sign-on/commands.server.ts'
import {
  ssoFailures,
  ssoRefusals,
  ssoToasts,
  toSavedNotice,
} from '../../features/accounts/single-sign-on/messages.ts'
import { proveDomain } from '../../features/accounts/single-sign-on/prove-domains.server.ts'
import { findSignInProvider } from '../../features/accounts/single-sign-on/queries.server.ts'
import {
  mapRoles,
  type SsoRefusal,
  toCallbackPath,
  type TypedProvider,
} from '../../features/accounts/single-sign-on/single-sign-on.ts'
import { SingleSignOnView } from '../../features/accounts/single-sign-on/single-sign-on-view.tsx'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { useAccountId } from '../../shell/use-account-id.ts'
import type { Route } from './+types/single-sign-on'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Returns the provider of the account; `?remove=1` asks before it is removed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  return {
    provider: await findSignInProvider(operator),
    redirectAddress: context.get(siteContext).origin + toCallbackPath(operator.id),
    isRemoving: url.searchParams.has('remove'),
    done: url.searchParams.get('done'),
  }
}

/** Saves, tests or removes the provider, or adds, proves or removes a domain. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (isOfOtherAccount(operator, form)) return toData({ status: 409, error: otherAccount })
  const domain = readFormText(form, 'domain')
  switch (readFormText(form, 'intent')) {
    case 'test':
      return toData(toTested(await testProvider(operator), 'tested'))
    case 'add-domain':
      return toData(toAnswer(await addDomain(operator, domain), 'domain-added'))
    case 'prove':
      return toData(toAnswer(await proveDomain(operator, domain), 'proven'))
    case 'remove-domain':
      return toData(toAnswer(await removeDomain(operator, domain), 'domain-removed'))
    case 'remove':
      return withPassword(context, form, async (session) => {
        const refused = await removeProvider(session)
        if (!refused) throw redirect('/members/sign-in?done=removed')
        return toAnswer(refused, 'removed')
      })
    default:
      return withPassword(context, form, async (session) => {
        const refused = await saveProvider(session, readTyped(form))
        return refused ? toAnswer(refused, 'saved') : toTested(await testProvider(operator), 'saved')
      })
  }
}

// Whoever changes the provider decides who gets in. So the form asks for the password, unless it was just given.
async function withPassword(
  context: Route.ActionArgs['context'],
  form: FormData,
  run: (session: Session) => Promise<Answer>,
) {
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const answer = await run(session)
  return toData(answer.reason === 'not-fresh' ? { status: 403, why } : answer, headers)
}

const toData = ({ status = 200, toast, error, why }: Answer, headers = new Headers()) =>
  data({ toast, error, why }, { status, headers })

const toAnswer = (refused: SsoRefusal | undefined, done: keyof typeof ssoToasts): Answer =>
  refused
    ? { status: 422, error: ssoRefusals[refused.reason], reason: refused.reason }
    : { toast: ssoToasts[done] }

function toTested(failed: Awaited<ReturnType<typeof testProvider>>, done: 'saved' | 'tested'): Answer {
  if (!failed) return toAnswer(undefined, done)
  const sentence = 'ok' in failed ? ssoRefusals[failed.reason] : failed.detail
  return done === 'saved' ? { error: toSavedNotice(sentence) } : { status: 422, error: sentence }
}

interface Answer {
  status?: number
  toast?: string
  error?: string
  reason?: SsoRefusal['reason']
  /** The reason why the form asks for the password. */
  why?: string
}

function readTyped(form: FormData): TypedProvider {
  const text = (name: string) => readFormText(form, name)
  return {
    issuer: text('issuer'),
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    defaultRole: text('defaultRole'),
    roleClaim: text('roleClaim'),
    roleValues: mapRoles((role) => text(`value-${role}`)),
  }
}

export const clientMiddleware = [keepFormOnFailure(ssoFailures)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Single sign-on' }]

export default function SingleSignOn({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { done, ...shown } = loaderData
  const fallback = done === 'removed' ? { toast: ssoToasts.removed } : {}
  return <SingleSignOnView key={useAccountId()} {...shown} {...(actionData ?? fallback)} busy={busy} />
}
