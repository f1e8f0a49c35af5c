import type {
  Article as ArticleMarkup,
  BreadcrumbList,
  CollectionPage,
  Organization,
  Person,
  ProfilePage,
  WebPage,
  WebSite,
} from 'schema-dts'
import { toAbsoluteUrl } from '../../shared/addresses.ts'
import { socialImageUrl } from '../social-images/social-images.ts'
import {
  type Article,
  type ArticleCard,
  articlePath,
  authorPath,
  categoryOf,
  modifiedAt,
} from './articles.ts'
import type { PageSite } from './metadata.ts'
import { articleImage } from './social-image.ts'

/** A thing of schema.org as it is written out; its `@id` is the same on every page that speaks of it. */
type Markup<Type> = Exclude<Type, string>

/** The embedded data of a page: one graph of linked things, with the site and its publisher (json-ld.org, schema.org). */
export function toGraph(site: PageSite, things: object[]): object {
  const website: WebSite = {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: `${site.origin}/`,
    name: site.name,
    publisher: { '@id': organizationId(site) },
  }
  return { '@context': 'https://schema.org', '@graph': [website, toOrganization(site), ...things] }
}

/** The Article of an article page (spec §2): headline, description, image, author, datePublished, publisher. */
export function toArticleThing(site: PageSite, article: Article): Markup<ArticleMarkup> {
  const url = site.origin + articlePath(article)
  const category = categoryOf(article)
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    mainEntityOfPage: toPage(site, 'WebPage', { url, trailId: toTrailId(url) }),
    headline: article.title,
    description: article.metaDescription ?? article.excerpt,
    image:
      toAbsoluteUrl(article.imageUrl, site.origin) ??
      socialImageUrl(site.origin, articleImage(site, article)),
    author: toPerson(site, article.author),
    datePublished: article.publishedAt.toISOString(),
    dateModified: modifiedAt(article).toISOString(),
    publisher: toOrganization(site),
    ...(article.keywords.length > 0 && { keywords: article.keywords }),
    ...(category && { articleSection: category }),
    ...(article.lang && { inLanguage: article.lang }),
  }
}

/** A breadcrumb trail (spec §2); the last step is the page itself. */
export function toBreadcrumb(steps: { name: string; url: string }[]): Markup<BreadcrumbList> {
  return {
    '@type': 'BreadcrumbList',
    '@id': toTrailId(steps.at(-1)?.url ?? ''),
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** The person of an author page (spec §2). */
export function toAuthor(site: PageSite, name: string): Markup<Person> {
  const url = site.origin + authorPath(name)
  const page = toPage(site, 'ProfilePage', { url, trailId: toTrailId(url) })
  return { ...toPerson(site, name), jobTitle: 'Content Writer', mainEntityOfPage: page }
}

/** A page that lists articles, with what it lists. */
export function toCollection(
  site: PageSite,
  page: { url: string; name: string; articles: ArticleCard[]; trail?: Markup<BreadcrumbList> },
): Markup<CollectionPage> {
  return {
    ...toPage(site, 'CollectionPage', { url: page.url, trailId: page.trail?.['@id'] }),
    name: page.name,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: page.articles.map((article, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: site.origin + articlePath(article),
      })),
    },
  }
}

const websiteId = (site: PageSite) => `${site.origin}/#website`
const organizationId = (site: PageSite) => `${site.origin}/#organization`
const toTrailId = (url: string) => `${url}#breadcrumb`

// Named wherever it is meant, and not by its id alone: some readers do not follow ids.
function toOrganization(site: PageSite): Organization {
  const { publisher, networks } = site.profile ?? {}
  const address = said(publisher?.address)
  const sameAs = Object.values(said(networks))
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: publisher?.name || site.name,
    url: `${site.origin}/`,
    ...said({ logo: publisher?.logoUrl, telephone: publisher?.telephone }),
    ...(Object.keys(address).length > 0 && { address: { '@type': 'PostalAddress', ...address } }),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

/** What of these properties somebody has said. */
const said = <Name extends string>(parts: Partial<Record<Name, string | undefined>> = {}) =>
  Object.fromEntries(Object.entries(parts).filter(([, text]) => text)) as Partial<Record<Name, string>>

const toPage = <Type extends (WebPage | CollectionPage | ProfilePage)['@type']>(
  site: PageSite,
  type: Type,
  { url, trailId }: { url: string; trailId?: string | undefined },
) => {
  return {
    '@type': type,
    '@id': url,
    url,
    isPartOf: { '@id': websiteId(site) },
    ...(trailId && { breadcrumb: { '@id': trailId } }),
  }
}

function toPerson(site: PageSite, name: string): Markup<Person> {
  const url = site.origin + authorPath(name)
  return { '@type': 'Person', '@id': `${url}#person`, name, url }
}
