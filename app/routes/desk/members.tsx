import { data, redirect, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { isOfOtherAccount, toPersonId } from '../../features/accounts/accounts.ts'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { placeMember, removeMember, renameAccount } from '../../features/accounts/members/commands.server.ts'
import { InvitationsPanel } from '../../features/accounts/members/invitations-panel.tsx'
import {
  invitePerson,
  offerOwnership,
  withdrawInvitation,
} from '../../features/accounts/members/invite.server.ts'
import { type MemberRefusal, parsePlaced, type Placed } from '../../features/accounts/members/members.ts'
import { MembersView } from '../../features/accounts/members/members-view.tsx'
import { memberFailures, memberRefusals, memberToasts } from '../../features/accounts/members/messages.ts'
import {
  findAccountName,
  listInvitations,
  listMembers,
  listNamedSites,
} from '../../features/accounts/members/queries.server.ts'
import { type Confirmed, confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { saveReviewRules } from '../../features/writing/review/commands.server.ts'
import { countOtherReviewers, listReviewRules } from '../../features/writing/review/queries.server.ts'
import { ReviewRulesPanel } from '../../features/writing/review/review-rules-panel.tsx'
import { countPlansOf } from '../../features/writing/schedule/queries.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { useAccountId } from '../../shell/use-account-id.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/members'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Lists the people of the account; `?remove=ID` asks before one of them is removed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const members = await listMembers(operator)
  const removing = members.find(({ personId }) => personId === url.searchParams.get('remove'))
  return {
    members,
    invitations: await listInvitations(operator),
    sites: await listNamedSites(operator),
    accountName: await findAccountName(operator),
    ownName: operator.name,
    ownId: toPersonId(operator),
    removing,
    plans: removing ? await countPlansOf(operator, removing.personId) : 0,
    hasDataScreen: operator.member !== undefined,
    done: url.searchParams.get('done'),
    rules: await listReviewRules(operator),
    reviewers: await countOtherReviewers(operator),
  }
}

/** Changes the role of a member, removes one, invites one, offers the ownership, or renames the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (isOfOtherAccount(operator, form)) return data({ error: otherAccount }, { status: 409 })
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
    case 'review-rules':
      await saveReviewRules(operator, {
        pairs: readTexts(form, 'siteIds').filter(isUuid),
        models: readTexts(form, 'modelSiteIds').filter(isUuid),
      })
      return answer(undefined, 'reviewRules')
    case 'remove':
      return remove(context, form)
    default:
      return place(context, form, placed)
  }
}

// A change of another owner needs a fresh proof of the person.
async function remove(context: Route.ActionArgs['context'], form: FormData) {
  const confirmed = await confirmInForm(requireSession(context), form)
  const { session, headers } = confirmed
  const refused = await removeMember(session.operator, readFormText(form, 'personId'), session)
  if (refused) return answerUnproven(refused, form, confirmed) ?? answer(refused, 'removed')
  throw redirect('/members?done=removed', { headers })
}

async function place(context: Route.ActionArgs['context'], form: FormData, placed: Placed | undefined) {
  const confirmed = await confirmInForm(requireSession(context), form)
  const { session, headers } = confirmed
  const given = placed && { ...placed, isFresh: session.isFresh }
  const refused = await placeMember(session.operator, readFormText(form, 'personId'), given)
  if (refused) return answerUnproven(refused, form, confirmed) ?? answer(refused, 'changed')
  return data({ toast: memberToasts.changed }, { headers })
}

// Undefined for any other refusal.
const answerUnproven = (refused: MemberRefusal | undefined, form: FormData, { why, headers }: Confirmed) =>
  refused?.reason === 'not-fresh'
    ? data({ why, provingFor: readFormText(form, 'personId') }, { status: 403, headers })
    : undefined

const readTexts = (form: FormData, name: string) =>
  form.getAll(name).filter((value) => typeof value === 'string')

function invite(invited: Awaited<ReturnType<typeof invitePerson>>) {
  if (!invited.ok) return answer(invited, 'invited')
  return invited.link ? data({ link: invited.link }) : answer(undefined, 'invited')
}

async function offer(context: Route.ActionArgs['context'], form: FormData) {
  const confirmed = await confirmInForm(requireSession(context), form)
  const { session, headers } = confirmed
  const offered = await offerOwnership(session, {
    personId: readFormText(form, 'personId'),
    handsOver: readFormText(form, 'handsOver') === 'on',
  })
  if (offered?.ok) return data({ toast: memberToasts.offered }, { headers })
  return answerUnproven(offered, form, confirmed) ?? answer(offered, 'offered')
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
  /** The reason why a form asks for the password, and whom it is about. */
  why?: string
  provingFor?: string
}

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { done, invitations, rules, reviewers, ...shown } = loaderData
  const fallback = done === 'removed' ? { toast: memberToasts.removed } : {}
  const { link, ...answered }: Answer = actionData ?? fallback
  return (
    <MembersView key={useAccountId()} {...shown} {...answered} busy={busy}>
      <InvitationsPanel {...{ invitations, link, busy }} sites={shown.sites} />
      <ReviewRulesPanel {...{ rules, reviewers, busy }} sites={shown.sites} />
    </MembersView>
  )
}
