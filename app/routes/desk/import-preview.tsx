import { data } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import type { ImportRecord } from '../../features/moving-in/formats/formats.ts'
import { IMPORT_PATH, toAuthor } from '../../features/moving-in/imports/imports.ts'
import { foundNoMore } from '../../features/moving-in/imports/messages.ts'
import { showFoundPictures } from '../../features/moving-in/imports/found-pictures.server.ts'
import { readFound } from '../../features/moving-in/imports/read-found.server.ts'
import { previewRefusals } from '../../features/writing/preview/messages.ts'
import { PREVIEW_POLICY } from '../../features/writing/preview/preview-policy.ts'
import { previewText } from '../../features/writing/preview/preview.server.ts'
import { FoundArticle } from '../../features/site/pages/found-article.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/import-preview'

export const handle: RouteFacts = { access: 'screen', right: 'organise', isFrame: true }

export const headers = () => ({ 'content-security-policy': PREVIEW_POLICY })

export const meta = () => [{ title: 'Preview' }]

/** Returns an article of an uploaded file as readers will see it, or the reason why it cannot be shown. */
export async function loader({ context, params: { position } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const record = /^\d{1,6}$/.test(position) ? await readFound(operator, Number(position)) : undefined
  if (!record) return data({ article: undefined, problem: foundNoMore }, { status: 404 })
  const preview = await previewText(operator, toTyped(record, toAuthor(operator)), { known: toKnown(record) })
  if (preview.ok) return data({ article: preview.article, problem: undefined })
  const { status, message } = previewRefusals[preview.reason]
  return data({ article: undefined, problem: message }, { status })
}

// The fields that the form of an article would have.
const toTyped = (record: ImportRecord, author: string) => ({
  title: record.title,
  content: showFoundPictures(record),
  metaDescription: record.metaDescription ?? '',
  author: record.author ?? author,
  tags: record.tags.join(','),
  canonicalUrl: record.canonicalUrl ?? '',
  cover: record.cover ?? '',
  lang: record.lang ?? '',
})

function toKnown({ publishedAt: published, updatedAt: updated }: ImportRecord) {
  const publishedAt = published ?? updated ?? new Date()
  return { publishedAt, updatedAt: updated ?? publishedAt }
}

export default function ImportPreview({ loaderData: { article, problem } }: Route.ComponentProps) {
  return <FoundArticle article={article} problem={problem} back={IMPORT_PATH} />
}
