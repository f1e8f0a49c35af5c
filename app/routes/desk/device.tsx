import { data, useNavigation } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { requireSession } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import {
  approveProgram,
  findWaitingProgram,
  refuseProgram,
} from '../../features/accounts/tokens/device-codes.server.ts'
import { DeviceView } from '../../features/accounts/tokens/device-view.tsx'
import {
  codeRefusals,
  programAllowed,
  programFailure,
  programRefused,
} from '../../features/accounts/tokens/messages.ts'
import { readAccess, toUserCode } from '../../features/accounts/tokens/tokens.ts'
import { listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { clientAddressContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/device'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Shows the program that waits for the code in the address, or asks for a code. */
export const loader = ({ context, url }: Route.LoaderArgs) =>
  findProgram(context, url.searchParams.get('code')?.slice(0, 20) ?? '')

async function findProgram(context: Route.LoaderArgs['context'], typed: string) {
  if (typed === '') return { code: '', sites: [] }
  const session = requireSession(context)
  const clientAddress = context.get(clientAddressContext)
  const found = await findWaitingProgram(session, { clientAddress, typed })
  const code = toUserCode(typed)
  if (!found.ok) return { code, sites: [], error: codeRefusals[found.reason] }
  const sites = (await listTargetSites(session.acting)).map(({ id, name }) => ({ id, name }))
  return { code, sites, program: { name: found.name, scopes: found.scopes } }
}

/** Lets the program act for the person, or refuses it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = readFormText(form, 'code')
  const found = await findProgram(context, typed)
  if (!found.program) return data(found, { status: 404 })
  if (readFormText(form, 'intent') !== 'approve') {
    await refuseProgram(typed)
    return { ...found, done: programRefused }
  }
  if (isOfOtherAccount(requireSession(context).acting, form))
    return data({ ...found, error: otherAccount }, { status: 409 })
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const { scopes, siteIds, days } = readAccess(form)
  const approved = await approveProgram(session, typed, { scopes, siteIds, days })
  if (approved.ok) return data({ ...found, done: programAllowed(approved.name) }, { headers })
  return approved.reason === 'not-fresh'
    ? data({ ...found, why }, { status: 403, headers })
    : data({ ...found, error: codeRefusals[approved.reason] }, { status: 409, headers })
}

export const clientMiddleware = [keepFormOnFailure(programFailure)]

export const meta = () => [{ title: 'Connect a program' }]

export default function Device({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <DeviceView {...loaderData} {...actionData} busy={busy} />
}
