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
import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import { type SocialImage, socialImageUrl } from '../social-images/social-images.ts'
import { toAuthorNames } from '../../../shared/author-names.ts'
import {
  type Article,
  type ArticleCard,
  articlePath,
  authorPath,
  categoryOf,
  languageOf,
  modifiedAt,
} from '../../articles/articles.ts'
import type { Profile } from '../../newsroom/authors/authors.ts'
import type { PageSite } from './metadata.ts'
import { sayIn } from '../../../shared/words/say.ts'

/** A thing of schema.org as an object. Its `@id` is the same on all pages that mention it. */
type Markup<Type> = Exclude<Type, string>

/** Returns the structured data of a page: one graph with the site, its publisher and the given things (schema.org). */
export function toGraph(site: PageSite, things: object[]): object {
  const website: WebSite = {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: `${site.origin}/`,
    name: site.name,
    ...(site.face?.language && { inLanguage: site.face.language }),
    publisher: { '@id': organizationId(site) },
  }
  return { '@context': 'https://schema.org', '@graph': [website, toOrganization(site), ...things] }
}

/** Returns the Article of an article page (spec §2). `image` is its social image. */
export function toArticleThing(site: PageSite, article: Article, image: SocialImage): Markup<ArticleMarkup> {
  const url = site.origin + articlePath(article)
  const category = categoryOf(article)
  const lang = languageOf(article) ?? site.face?.language
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    mainEntityOfPage: toPage(site, 'WebPage', { url, trailId: toTrailId(url) }),
    headline: article.title,
    description: article.metaDescription ?? article.excerpt,
    image: toAbsoluteUrl(article.imageUrl, site.origin) ?? socialImageUrl(site.origin, image),
    author: toPersons(site, article.author),
    datePublished: article.publishedAt.toISOString(),
    dateModified: modifiedAt(article).toISOString(),
    publisher: toOrganization(site),
    ...(article.keywords.length > 0 && { keywords: article.keywords }),
    ...(category && { articleSection: sayIn(site.face?.language)(category) }),
    ...(lang && { inLanguage: lang }),
  }
}

interface Step {
  name: string
  url: string
}

/** Returns the breadcrumb trail of a page (spec §2), from its ancestors to itself. */
export function toBreadcrumb(ancestors: Step[], page: Step): Markup<BreadcrumbList> {
  return {
    '@type': 'BreadcrumbList',
    '@id': toTrailId(page.url),
    itemListElement: [...ancestors, page].map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

/** Returns the Person of an author page (spec §2), with the profile if there is one. */
export function toAuthor(site: PageSite, name: string, profile?: Profile): Markup<Person> {
  const url = site.origin + authorPath(name)
  const page = toPage(site, 'ProfilePage', { url, trailId: toTrailId(url) })
  const image = toAbsoluteUrl(profile?.picture ?? null, site.origin)
  return {
    ...toPerson(site, name),
    jobTitle: sayIn(site.face?.language)('Content Writer'),
    ...keepFilled({ description: profile?.biography, image }),
    ...(profile && profile.links.length > 0 && { sameAs: profile.links }),
    mainEntityOfPage: page,
  }
}

/** Returns the CollectionPage of a page that lists articles, with the listed articles. */
export function toCollection(
  site: PageSite,
  page: {
    url: string
    name: string
    description?: string
    articles: ArticleCard[]
    trail?: Markup<BreadcrumbList>
  },
): Markup<CollectionPage> {
  return {
    ...toPage(site, 'CollectionPage', { url: page.url, trailId: page.trail?.['@id'] }),
    name: page.name,
    ...keepFilled({ description: page.description }),
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

const findLogo = ({ profile, face, origin }: PageSite) =>
  profile?.publisher.logoUrl ?? toAbsoluteUrl(face?.logo?.light ?? null, origin)

// Written out at each use, because some programs do not follow ids.
function toOrganization(site: PageSite): Organization {
  const { publisher, networks } = site.profile ?? {}
  const address = keepFilled(publisher?.address)
  const sameAs = Object.values(keepFilled(networks))
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: publisher?.name || site.name,
    url: `${site.origin}/`,
    ...keepFilled({ logo: findLogo(site), telephone: publisher?.telephone }),
    ...(Object.keys(address).length > 0 && { address: { '@type': 'PostalAddress', ...address } }),
    ...(sameAs.length > 0 && { sameAs }),
  }
}

/** Returns the properties that have a text. */
const keepFilled = <Name extends string>(parts: Partial<Record<Name, string | undefined>> = {}) =>
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

function toPersons(site: PageSite, author: string): Person | Person[] {
  const persons = toAuthorNames(author).map((name) => toPerson(site, name))
  return persons.length === 1 && persons[0] ? persons[0] : persons
}

function toPerson(site: PageSite, name: string): Markup<Person> {
  const url = site.origin + authorPath(name)
  return { '@type': 'Person', '@id': `${url}#person`, name, url }
}
