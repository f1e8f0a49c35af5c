import { countAttempt } from '../../platform/rate-limits.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { createTurns } from '../../platform/turns.server.ts'
import { DeadlineError } from '../../platform/worker-pool.server.ts'
import { toList } from '../../shared/text.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { ArticleWithToc } from './articles.ts'
import { renderText } from './commands.server.ts'

/** Why there is no preview. */
export type PreviewRefusal = 'one-at-a-time' | 'too-many' | 'too-slow'

const takeTurn = remember('previews under way', createTurns)

interface Typed {
  title: string
  content: string
  metaDescription: string
  author: string
  tags: string
  canonicalUrl: string
}

/**
 * What somebody is writing, as its page would show it now; nothing is stored. At most one at a time and 120 in a
 * minute for an account, and 2 s for each.
 */
export async function previewText(
  operator: Operator,
  typed: Typed,
): Promise<{ ok: true; article: ArticleWithToc } | { ok: false; reason: PreviewRefusal }> {
  const waitS = await countAttempt([{ name: 'preview', of: operator.id, most: 120, windowS: 60 }])
  if (waitS > 0) return { ok: false, reason: 'too-many' }
  const made = await takeTurn(operator, () => toArticle(operator, typed).catch(toLate))
  if (made === undefined) return { ok: false, reason: 'one-at-a-time' }
  return made === 'late' ? { ok: false, reason: 'too-slow' } : { ok: true, article: made }
}

const NOT_KNOWN_YET = { id: '', slug: '', lang: null, imageUrl: null, keywords: [], isNoindex: false }

async function toArticle(operator: Operator, typed: Typed): Promise<ArticleWithToc> {
  const { title, content, author, metaDescription } = typed
  const canonicalUrl = /^https?:\/\//i.test(typed.canonicalUrl) ? typed.canonicalUrl : null
  const { html, ...rendered } = await renderText({ content, canonicalUrl }, operator.id)
  const now = new Date()
  return {
    ...rendered,
    ...NOT_KNOWN_YET,
    title: title.trim() || 'No title yet',
    author: author.trim() || 'No author yet',
    metaDescription: metaDescription.trim() || null,
    tags: toList(typed.tags),
    canonicalUrl,
    contentHtml: html,
    publishedAt: now,
    updatedAt: now,
  }
}

function toLate(error: unknown): 'late' {
  if (error instanceof DeadlineError) return 'late'
  throw error
}
