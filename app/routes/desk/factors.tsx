import { data, redirect, useNavigation } from 'react-router'
import { canSendSms } from '../../connectors/messages/sms.server.ts'
import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { confirmInForm, type Confirmed } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import {
  answerChallenge,
  challengeFactor,
  enrolFactor,
  makeRecoveryCodes,
  removeFactor,
} from '../../features/accounts/factors/commands.server.ts'
import {
  type FactorRefusal,
  parseCredential,
  REFUSALS,
  toRefusalHeaders,
} from '../../features/accounts/factors/factors.ts'
import { FactorsView } from '../../features/accounts/factors/factors-view.tsx'
import { findFormStep } from '../../features/accounts/factors/find-form-step.server.ts'
import * as messages from '../../features/accounts/factors/messages.ts'
import { countRecoveryCodes, listFactors } from '../../features/accounts/factors/queries.server.ts'
import { readId, readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/factors'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Lists the account's factors, with the form that the URL names. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const session = requireSession(context)
  const factors = await listFactors(session.operator)
  const step = await findFormStep(session, url.searchParams, factors)
  const recoveryCodesLeft = await countRecoveryCodes(session.operator)
  return { factors, step, recoveryCodesLeft, canSendSms, email: session.operator.email }
}

/** Enrols, challenges, verifies or removes a factor, or makes new recovery codes. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const confirmed = await confirmInForm(requireSession(context), form)
  const { session, headers } = confirmed
  const factorId = readId(form, 'factorId')
  switch (readFormText(form, 'intent')) {
    case 'enrol':
      return enrol(confirmed, form)
    case 'challenge': {
      const challenged = await challengeFactor(session, factorId)
      return challenged.ok ? redirect(`/account/factors?enrol=${factorId}`) : toAnswer(challenged, confirmed)
    }
    case 'remove': {
      const removed = await removeFactor(session, factorId)
      return removed.ok ? data({ toast: messages.factorRemoved }, { headers }) : toAnswer(removed, confirmed)
    }
    case 'recovery-codes': {
      const made = await makeRecoveryCodes(session)
      if (!made.ok) return toAnswer(made, confirmed)
      return data({ toast: messages.recoveryCodesMade, recoveryCodes: made.codes }, { headers })
    }
    default:
      return verify(confirmed, factorId, form)
  }
}

async function enrol(confirmed: Confirmed, form: FormData) {
  const { session, headers } = confirmed
  const typed = { friendlyName: readFormText(form, 'friendlyName'), phone: readFormText(form, 'phone') }
  const enrolled = await enrolFactor(session, { factorType: readFormText(form, 'factorType'), ...typed })
  if (!enrolled.ok) return toAnswer(enrolled, confirmed, typed)
  return redirect(`/account/factors?enrol=${enrolled.factorId}`, { headers })
}

async function verify(confirmed: Confirmed, factorId: string, form: FormData) {
  const { session } = confirmed
  const credential = parseCredential(readFormText(form, 'credential'))
  const verified = await answerChallenge(session, factorId, { code: readFormText(form, 'code'), credential })
  if (!verified.ok) return toAnswer(verified, confirmed)
  const headers = new Headers()
  for (const cookie of verified.cookies) headers.append('set-cookie', cookie)
  return data({ toast: messages.factorAdded, recoveryCodes: verified.recoveryCodes }, { headers })
}

function toAnswer(
  refused: FactorRefusal,
  { headers, why }: Confirmed,
  typed?: { friendlyName: string; phone: string },
) {
  const { reason } = refused
  const status = REFUSALS[reason]
  for (const [name, value] of Object.entries(toRefusalHeaders(refused))) headers.set(name, value)
  if (reason === 'not-fresh') return data({ why, typed }, { status, headers })
  return data({ error: messages.factorRefusals[reason], typed }, { status, headers })
}

export const clientMiddleware = [keepFormOnFailure(messages.factorFailures)]

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export const meta = () => [{ title: 'Second factors' }]

export default function Factors({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <FactorsView {...loaderData} {...actionData} busy={busy} />
}
