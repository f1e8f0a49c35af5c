import type { MetaDescriptor } from 'react-router'

export interface PageMetadata {
  title: string
  description?: string | null
  /** Address of the page that search engines should show instead of any other spelling of it. */
  canonicalUrl: string
  keywords?: string[]
  imageUrl?: string | null
  isArticle?: boolean
  structuredData?: object
}

/** The head of a public page: title, description, keywords, canonical address, image (spec §2). */
export function toMeta(page: PageMetadata): MetaDescriptor[] {
  const description = page.description?.trim()
  return [
    { title: page.title },
    { property: 'og:title', content: page.title },
    { property: 'og:type', content: page.isArticle ? 'article' : 'website' },
    { property: 'og:url', content: page.canonicalUrl },
    { tagName: 'link', rel: 'canonical', href: page.canonicalUrl },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(page.keywords?.length ? [{ name: 'keywords', content: page.keywords.join(', ') }] : []),
    ...(page.imageUrl ? [{ property: 'og:image', content: page.imageUrl }] : []),
    ...(page.structuredData ? [{ 'script:ld+json': page.structuredData }] : []),
  ]
}
