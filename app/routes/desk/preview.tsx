import { renderToStaticMarkup } from 'react-dom/server'
import stylesheet from '../../app.css?url'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { ArticlePreview, EmptyPreview } from '../../features/articles/article-preview.tsx'
import { previewRefusals } from '../../features/articles/messages.ts'
import { previewText } from '../../features/articles/preview.server.ts'
import { readTyped } from '../../features/publishing/publishing.ts'
import type { Route } from './+types/preview'

// Shown within the publish screen: nothing in it runs, whatever the text may have brought along.
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

/** The frame that a preview is shown in before there is one. */
export const loader = () => answer(<EmptyPreview stylesheet={stylesheet} />)

/** What the publish form holds, as a reader will see it. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = readTyped(await request.formData())
  const preview = await previewText(context.get(operatorContext), typed)
  if (preview.ok) return answer(<ArticlePreview article={preview.article} stylesheet={stylesheet} />)
  const { status, message } = previewRefusals[preview.reason]
  return new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

function answer(document: React.ReactElement): Response {
  return new Response(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  })
}
