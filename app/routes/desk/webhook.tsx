import { data, redirect, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { changeByForm } from '../../features/accounts/webhooks/change-by-form.server.ts'
import { deleteWebhook } from '../../features/accounts/webhooks/commands.server.ts'
import { webhookFailures } from '../../features/accounts/webhooks/messages.ts'
import { findMessages, findWebhook } from '../../features/accounts/webhooks/queries.server.ts'
import { WebhookView } from '../../features/accounts/webhooks/webhook-view.tsx'
import { parsePage } from '../../shared/page-list.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/webhook'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Returns one webhook of the account with a page of its log; `?delete` asks before it is deleted. */
export async function loader({ params: { webhookId }, context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const webhook = await findWebhook(operator, webhookId)
  if (!webhook) throw notFound('webhook')
  const page = parsePage(url.searchParams.get('page'))
  const log = await findMessages(operator, webhook.id, page)
  return { webhook, page, ...log, isDeleting: url.searchParams.has('delete') }
}

/** Does with the webhook what the form intends. */
export async function action({ request, params: { webhookId }, context }: Route.ActionArgs) {
  const session = requireSession(context)
  if (!isUuid(webhookId)) throw notFound('webhook')
  const form = await request.formData()
  if (readFormText(form, 'intent') === 'delete') {
    const deleted = await deleteWebhook(session.operator, webhookId)
    if (!deleted.ok) throw notFound('webhook')
    throw redirect('/webhooks?deleted=1')
  }
  const { answer, ...init } = await changeByForm({ session, form, confirm: confirmInForm }, webhookId)
  return data(answer, init)
}

export const clientMiddleware = [keepFormOnFailure(webhookFailures)]

export const meta = () => [{ title: 'Webhook' }]

export default function WebhookScreen({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <WebhookView {...loaderData} {...actionData} busy={busy} />
}
