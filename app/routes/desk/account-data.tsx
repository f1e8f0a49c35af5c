import { data, useNavigation } from 'react-router'
import { keepAccount, requestDeletion } from '../../features/accounts/settings/commands.server.ts'
import { DataView } from '../../features/accounts/settings/data-view.tsx'
import { dataFailures, deletionCancelled, toHeldSentence } from '../../features/accounts/settings/messages.ts'
import {
  countBelongings,
  findBackups,
  findDeletion,
} from '../../features/accounts/settings/queries.server.ts'
import { redirectToPage } from '../../features/accounts/sign-in/answers.server.ts'
import { type SignInRefusal, toSignInSentence } from '../../features/accounts/sign-in/sign-in.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { readFormText } from '../../shared/text.ts'
import { Toast } from '../../ui/toast.tsx'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/account-data'

export const handle: RouteFacts = { access: 'screen', right: 'self' }

/** Counts what belongs to the account, and says when its deletion is due, and to the site owner how the backups are. */
export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  return {
    belongings: await countBelongings(operator),
    deletionDueAt: await findDeletion(operator),
    backups: await findBackups(operator),
  }
}

/** Requests the deletion of the account and signs out, or cancels the deletion. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  if (readFormText(form, 'intent') === 'keep') {
    await keepAccount(operator)
    return { done: deletionCancelled }
  }
  const wish = {
    password: readFormText(form, 'password'),
    keepsArticles: readFormText(form, 'articles') === 'keep',
  }
  const requested = await requestDeletion(operator, wish)
  if (requested.ok) throw redirectToPage('/auth')
  const error = toHeldSentence(requested.reason) ?? toSignInSentence(requested as SignInRefusal)
  return data({ error }, { status: 422 })
}

export const clientMiddleware = [keepFormOnFailure(dataFailures)]

export const meta = () => [{ title: 'Your data' }]

export default function AccountData({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const done = actionData && 'done' in actionData ? actionData.done : undefined
  const error = actionData && 'error' in actionData ? actionData.error : undefined
  return (
    <>
      <DataView of="person" {...loaderData} error={error} busy={busy} />
      {!busy && done && <Toast title={done} tone="ok" />}
    </>
  )
}
