import { stringify } from 'yaml'
import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { type ArticleSource, canonicalUrlOf, modifiedAt } from '../../articles/articles.ts'

/** Returns an article as a Markdown file: YAML front matter, then the text as it was written, byte for byte. */
export function toMarkdownPage(origin: string, article: ArticleSource): string {
  const frontMatter = {
    title: article.title,
    author: article.author,
    date: article.publishedAt.toISOString(),
    updated: modifiedAt(article).toISOString(),
    canonical: canonicalUrlOf(origin, article),
    ...(article.metaDescription && { description: article.metaDescription }),
    ...(article.tags.length > 0 && { tags: article.tags }),
    ...(article.lang && { lang: article.lang }),
  }
  return `---\n${stringify(frontMatter, { lineWidth: 0 })}---\n${article.content}`
}

/** Returns the header with the canonical page, which search engines should show instead of the file (RFC 6596). */
export function canonicalLink(origin: string, article: ArticleSource): Record<string, string> {
  const url = toAbsoluteUrl(canonicalUrlOf(origin, article), origin)
  return url ? { link: `<${url}>; rel="canonical"` } : {}
}
