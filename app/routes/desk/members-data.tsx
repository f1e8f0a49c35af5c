import { data, useNavigation } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { keepAccount, requestDeletion } from '../../features/accounts/settings/commands.server.ts'
import { DataView } from '../../features/accounts/settings/data-view.tsx'
import { dataFailures, deletionCancelled, toHeldSentence } from '../../features/accounts/settings/messages.ts'
import { countBelongings, findDeletion } from '../../features/accounts/settings/queries.server.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { toSignInSentence } from '../../features/accounts/sign-in/sign-in.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { useAccountId } from '../../shell/use-account-id.ts'
import { Toast } from '../../ui/toast.tsx'
import type { Route } from './+types/members-data'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Counts what belongs to the account. */
export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  return {
    of: operator.member ? ('account' as const) : ('person' as const),
    belongings: await countBelongings(operator),
    deletionDueAt: await findDeletion(operator),
  }
}

/** Requests the deletion of the account and signs out of it, or cancels the deletion. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (readFormText(form, 'intent') === 'keep') {
    await keepAccount(operator)
    return data({ done: deletionCancelled, error: undefined })
  }
  if (isOfOtherAccount(operator, form)) return data({ done: undefined, error: otherAccount }, { status: 409 })
  const requested = await requestDeletion(operator, {
    password: readFormText(form, 'password'),
    keepsArticles: readFormText(form, 'articles') === 'keep',
  })
  if (requested.ok) throw redirectToPage('/auth')
  const error =
    toHeldSentence(requested.reason) ?? toSignInSentence(requested as Parameters<typeof toSignInSentence>[0])
  return data({ done: undefined, error }, { status: 422 })
}

export const clientMiddleware = [keepFormOnFailure(dataFailures)]

export const meta = () => [{ title: 'Data of the account' }]

export default function MembersData({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <DataView
        key={useAccountId()}
        {...loaderData}
        backups={undefined}
        error={actionData?.error}
        busy={busy}
      />
      {!busy && actionData?.done && <Toast title={actionData.done} tone="ok" />}
    </>
  )
}
