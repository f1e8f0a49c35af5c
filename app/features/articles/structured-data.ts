import type { Article } from './articles.ts'

const CONTEXT = 'https://schema.org'

/** The embedded Article of an article page (spec §2): headline, description, image, author, datePublished, publisher. */
export function toArticleData(article: Article, page: { url: string; siteName: string }): object {
  return {
    '@context': CONTEXT,
    '@type': 'Article',
    mainEntityOfPage: page.url,
    headline: article.title,
    description: article.metaDescription ?? article.excerpt,
    ...(article.imageUrl && { image: article.imageUrl }),
    author: { '@type': 'Person', name: article.author },
    datePublished: article.publishedAt.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    publisher: { '@type': 'Organization', name: page.siteName },
  }
}

/** A breadcrumb trail (spec §2, category page); the last step is the page itself. */
export function toBreadcrumbData(steps: { name: string; url: string }[]): object {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** The person of an author page (spec §2). */
export function toPersonData(name: string, url: string): object {
  return { '@context': CONTEXT, '@type': 'Person', name, url, jobTitle: 'Content Writer' }
}
