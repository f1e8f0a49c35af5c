import { isLanguage } from '../../../shared/languages.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createOneAtATime } from '../../../platform/concurrency-limits.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import { toList } from '../../../shared/text.ts'
import type { ArticleWithToc } from '../../articles/articles.ts'
import { isCover, toImageUrl } from '../../articles/pictures/pictures.ts'
import { renderText } from '../../articles/commands.server.ts'
import type { VariedText } from '../../delivery/variations/variations.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/** A reason why there is no preview. */
export type PreviewRefusal = 'one-at-a-time' | 'too-many' | 'too-slow'

const runAlone = singleton('previews under way', createOneAtATime)

/** The known facts about an existing article. Its cover follows from its id. */
export type KnownArticle = Pick<ArticleWithToc, 'id' | 'slug' | 'publishedAt'> &
  Partial<Pick<ArticleWithToc, 'updatedAt'>>

/** Another site that the article is shown on, with its variation if there is one. */
export interface PreviewSite {
  name: string
  url: string
  variation?: VariedText | undefined
}

interface Typed {
  title: string
  content: string
  metaDescription: string
  author: string
  tags: string
  canonicalUrl: string
  cover: string
  lang: string
}

/**
 * Returns a typed article as its page would show it, on the main site or on `site`. Its drawn cover and its date are those
 * of `known`. Stores nothing. An account, or a link to a draft, gets one preview at a time and 120 a minute. Each may take
 * 2 s.
 */
export async function previewText(
  of: { id: string },
  typed: Typed,
  { known, site }: { known?: Partial<KnownArticle> | undefined; site?: PreviewSite | undefined } = {},
): Promise<{ ok: true; article: ArticleWithToc } | Refusal<PreviewRefusal>> {
  const waitS = await consumeRateLimits([{ name: 'preview', of: of.id, most: 120, windowS: 60 }])
  if (waitS > 0) return refuse('too-many')
  const made = await runAlone(of, () =>
    toArticle(of, { ...typed, ...toTypedVariation(site) }, known).catch(toLate),
  )
  if (made === undefined) return refuse('one-at-a-time')
  return isRefusal(made) ? made : { ok: true, article: made }
}

const toTypedVariation = (site: PreviewSite | undefined) =>
  site?.variation && { ...site.variation, metaDescription: site.variation.metaDescription ?? '' }

const NOT_KNOWN_YET = {
  id: '',
  slug: '',
  imageFocus: null,
  keywords: [],
  isNoindex: false,
  isByOwner: true, // no search engine reads a preview
}

async function toArticle(
  of: { id: string },
  typed: Typed,
  known?: Partial<KnownArticle>,
): Promise<ArticleWithToc> {
  const { title, content, author, metaDescription } = typed
  const canonicalUrl = /^https?:\/\//i.test(typed.canonicalUrl) ? typed.canonicalUrl : null
  const lang = isLanguage(typed.lang.trim()) ? typed.lang.trim() : null
  const { html, ...rendered } = await renderText({ content, canonicalUrl, lang }, of.id)
  const now = new Date()
  return {
    ...rendered,
    ...NOT_KNOWN_YET,
    title: title.trim() || 'No title yet',
    author: author.trim() || 'No author yet',
    metaDescription: metaDescription.trim() || null,
    tags: toList(typed.tags),
    canonicalUrl,
    lang,
    contentHtml: html,
    cover: typed.cover,
    imageUrl: toImageUrl(isCover(typed.cover) ? typed.cover : null, html),
    publishedAt: now,
    updatedAt: now,
    ...known,
  }
}

function toLate(error: unknown): Refusal<'too-slow'> {
  if (error instanceof DeadlineError) return refuse('too-slow')
  throw error
}
