import { data, useNavigation } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { addByForm } from '../../features/accounts/webhooks/change-by-form.server.ts'
import { webhookFailures, webhookToasts } from '../../features/accounts/webhooks/messages.ts'
import { listWebhooks } from '../../features/accounts/webhooks/queries.server.ts'
import { readWebhookForm } from '../../features/accounts/webhooks/webhooks.ts'
import { WebhooksView } from '../../features/accounts/webhooks/webhooks-view.tsx'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/webhooks'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Lists the webhooks of the account. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    webhooks: await listWebhooks(context.get(operatorContext)),
    isDeleted: url.searchParams.has('deleted'),
  }
}

/** Adds a webhook, whose secret is shown only now. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (isOfOtherAccount(context.get(operatorContext), form)) return data(refuseOther(form), { status: 409 })
  const session = requireSession(context)
  const { answer, ...init } = await addByForm({ session, form, confirm: confirmInForm })
  return data(answer, init)
}

const refuseOther = (form: FormData) => ({
  error: otherAccount,
  typed: readWebhookForm(form),
  accountId: readFormText(form, 'accountId'),
})

export const clientMiddleware = [keepFormOnFailure(webhookFailures)]

export const meta = () => [{ title: 'Webhooks' }]

export default function Webhooks({ loaderData: { webhooks, isDeleted }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const fallback = isDeleted ? { toast: webhookToasts.deleted } : {}
  return <WebhooksView {...{ webhooks, busy }} {...(actionData ?? fallback)} />
}
