import { data } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { ArticlePreview } from '../../features/site/pages/article-preview.tsx'
import { previewRefusals } from '../../features/publishing/writing/messages.ts'
import { previewText } from '../../features/publishing/writing/preview.server.ts'
import { findKnown } from '../../features/publishing/writing/queries.server.ts'
import { readDraftForm } from '../../features/publishing/drafts/drafts.ts'
import type { RouteFacts } from '../../platform/route-facts.ts'
import type { Route } from './+types/preview'

export const handle: RouteFacts = { access: 'screen', isFrame: true }

// The publish screen frames this page. No script of the text runs in it.
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')

export const headers = () => ({ 'content-security-policy': POLICY })

export const meta = () => [{ title: 'Preview' }]

/** Returns the article in the publish form as readers will see it, or why it cannot be shown; stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = readDraftForm(await request.formData())
  const operator = context.get(operatorContext)
  const known = isUuid(typed.draftId) ? await findKnown(operator, typed.draftId) : undefined
  const preview = await previewText(operator, typed, known)
  if (preview.ok) return data(preview)
  const { status, message } = previewRefusals[preview.reason]
  return data({ ok: false as const, message }, { status })
}

/** The frame that a preview is shown in, and what is put into it: see `use-preview.ts`. */
export default function Preview({ actionData }: Route.ComponentProps) {
  if (actionData?.ok === false) return <p>{actionData.message}</p>
  return <ArticlePreview article={actionData?.article} />
}
