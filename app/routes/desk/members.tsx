import { data, redirect, useNavigation } from 'react-router'
import { toPersonId } from '../../features/accounts/accounts.ts'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { placeMember, removeMember, renameAccount } from '../../features/accounts/members/commands.server.ts'
import { InvitationsPanel } from '../../features/accounts/members/invitations-panel.tsx'
import {
  invitePerson,
  offerOwnership,
  withdrawInvitation,
} from '../../features/accounts/members/invite.server.ts'
import { type MemberRefusal, parsePlaced } from '../../features/accounts/members/members.ts'
import { MembersView } from '../../features/accounts/members/members-view.tsx'
import { memberFailures, memberRefusals, memberToasts } from '../../features/accounts/members/messages.ts'
import {
  findAccountName,
  listInvitations,
  listMembers,
  listNamedSites,
} from '../../features/accounts/members/queries.server.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/members'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Lists the people of the account; `?remove=ID` asks before one of them is removed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const members = await listMembers(operator)
  return {
    members,
    invitations: await listInvitations(operator),
    sites: await listNamedSites(operator),
    accountName: await findAccountName(operator),
    ownName: operator.name,
    ownId: toPersonId(operator),
    hasDataScreen: operator.member !== undefined,
    removing: members.find(({ personId }) => personId === url.searchParams.get('remove')),
    done: url.searchParams.get('done'),
  }
}

/** Changes the role of a member, removes one, invites one, offers the ownership, or renames the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const personId = readFormText(form, 'personId')
  const placed = parsePlaced(readFormText(form, 'role'), readTexts(form, 'siteIds'))
  switch (readFormText(form, 'intent')) {
    case 'rename':
      return answer(await renameAccount(operator, readFormText(form, 'accountName')), 'renamed')
    case 'invite':
      return invite(await invitePerson(operator, { email: readFormText(form, 'email'), placed }))
    case 'withdraw':
      return answer(await withdrawInvitation(operator, readFormText(form, 'invitationId')), 'withdrawn')
    case 'offer':
      return offer(context, form)
    case 'remove': {
      const refused = await removeMember(operator, personId)
      if (refused) return answer(refused, 'removed')
      throw redirect('/members?done=removed')
    }
    default:
      return answer(await placeMember(operator, personId, placed), 'changed')
  }
}

const readTexts = (form: FormData, name: string) =>
  form.getAll(name).filter((value) => typeof value === 'string')

function invite(invited: Awaited<ReturnType<typeof invitePerson>>) {
  if (!invited.ok) return answer(invited, 'invited')
  return invited.link ? data({ link: invited.link }) : answer(undefined, 'invited')
}

async function offer(context: Route.ActionArgs['context'], form: FormData) {
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const offered = await offerOwnership(session, {
    personId: readFormText(form, 'personId'),
    handsOver: readFormText(form, 'handsOver') === 'on',
  })
  if (offered?.ok) return data({ toast: memberToasts.offered }, { headers })
  if (offered?.reason === 'not-fresh')
    return data({ why, offeringId: readFormText(form, 'personId') }, { status: 403, headers })
  return answer(offered, 'offered')
}

const answer = (refused: MemberRefusal | undefined, done: keyof typeof memberToasts) =>
  refused
    ? data({ error: memberRefusals[refused.reason] }, { status: 422 })
    : data({ toast: memberToasts[done] })

export const clientMiddleware = [keepFormOnFailure(memberFailures)]

export const meta = () => [{ title: 'People' }]

interface Answer {
  toast?: string
  error?: string
  link?: string
  /** The reason why the offer of the ownership asks for the password. */
  why?: string
  offeringId?: string
}

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { done, invitations, ...shown } = loaderData
  const fallback = done === 'removed' ? { toast: memberToasts.removed } : {}
  const { link, ...answered }: Answer = actionData ?? fallback
  return (
    <MembersView {...shown} {...answered} busy={busy}>
      <InvitationsPanel {...{ invitations, link, busy }} sites={shown.sites} />
    </MembersView>
  )
}
