import type { MetaDescriptor } from 'react-router'
import type { SiteProfile } from '../../platform/request-context.server.ts'
import {
  SOCIAL_IMAGE_SIZE,
  type SocialImage,
  socialImageUrl,
  toAltText,
} from '../social-images/social-images.ts'
import { type Article, authorPath, categoryOf, markdownPath, modifiedAt } from './articles.ts'

/** What the head of a page says about the site. */
export interface PageSite {
  name: string
  /** Without a slash at the end. */
  origin: string
  profile?: SiteProfile | undefined
}

/** The same thing in another form: a feed of the list, the Markdown of the article. */
export interface AlternateLink {
  type: string
  title: string
  href: string
}

export interface PageMetadata {
  site: PageSite
  title: string
  description: string
  /** Address of the page that search engines should show instead of any other spelling of it. */
  canonicalUrl: string
  keywords?: string[]
  /** The page's own, or the address of one that its owner chose for pages without. */
  image: SocialImage | string
  article?: Article
  alternates?: AlternateLink[]
  /** Nothing that anybody should find: search engines are told to leave it out, and it has no picture. */
  isEmpty?: boolean
  /** Search engines are told to leave it out, but networks may show it. */
  isHidden?: boolean
  structuredData: object
}

/** Tells search engines to leave a page out. */
export const NOINDEX = { name: 'robots', content: 'noindex' } as const

/** The head of a public page: for search engines (spec §2), networks (ogp.me, X cards) and readers of feeds. */
export function toMeta(page: PageMetadata): MetaDescriptor[] {
  const { article, alternates = [], structuredData } = page
  const description = describe(page)
  return [
    { title: page.title },
    isHidden(page) ? NOINDEX : toLink({ rel: 'canonical', href: page.canonicalUrl }),
    ...named('description', description),
    ...named('keywords', page.keywords?.join(', ')),
    ...named('author', article?.author),
    ...property('og:site_name', page.site.name),
    ...property('og:locale', toLocale(article?.lang)),
    ...property('og:title', page.title),
    ...property('og:type', article ? 'article' : 'website'),
    ...property('og:url', page.canonicalUrl),
    ...property('og:description', description),
    ...(page.isEmpty ? [] : imageMeta(page.site, page.image)),
    ...(article ? toArticleProperties(page.site, article) : []),
    ...alternates.map((alternate) => toLink({ rel: 'alternate', ...alternate })),
    { 'script:ld+json': structuredData },
  ]
}

const describe = ({ description, site }: PageMetadata) => description.trim() || site.profile?.description

const isHidden = (page: PageMetadata) => page.isEmpty || page.isHidden || page.article?.isNoindex

/** What networks show of a page: its picture, and how large they may show it. Of an address nothing more is known. */
export function imageMeta(site: PageSite, image: SocialImage | string): MetaDescriptor[] {
  const isDrawn = typeof image !== 'string'
  const url = isDrawn ? socialImageUrl(site.origin, image) : image
  const alt = isDrawn ? toAltText(image) : site.name
  return [
    ...property('og:image', url),
    ...(isDrawn ? drawnImage : []),
    ...property('og:image:alt', alt),
    ...named('twitter:card', 'summary_large_image'),
    ...named('twitter:image', url),
    ...named('twitter:image:alt', alt),
  ]
}

const drawnImage: MetaDescriptor[] = [
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: String(SOCIAL_IMAGE_SIZE.width) },
  { property: 'og:image:height', content: String(SOCIAL_IMAGE_SIZE.height) },
]

/** What lets Google Search Console know the site as its owner's; it looks at the home page. */
export const verificationMeta = (site: PageSite): MetaDescriptor[] =>
  named('google-site-verification', site.profile?.verificationCode)

/** The link from an article's page to its Markdown. */
export const markdownLink = (site: PageSite, article: Article): AlternateLink => ({
  type: 'text/markdown',
  title: article.title,
  href: site.origin + markdownPath(article),
})

const named = (name: string, content: string | undefined) => (content ? [{ name, content }] : [])
const property = (name: string, content: string | undefined) => (content ? [{ property: name, content }] : [])
const toLink = (attributes: Record<string, string>) => ({ tagName: 'link' as const, ...attributes })

const toArticleProperties = (site: PageSite, article: Article) => [
  ...property('article:published_time', article.publishedAt.toISOString()),
  ...property('article:modified_time', modifiedAt(article).toISOString()),
  ...property('article:author', site.origin + authorPath(article.author)),
  ...property('article:section', categoryOf(article)),
  ...[...new Set(article.tags)].flatMap((tag) => property('article:tag', tag)),
]

const DEFAULT_LOCALE = 'en_US'

/** A language with the country where most of its readers are, as ogp.me wants it: `de_DE`. */
function toLocale(lang: string | null | undefined): string {
  try {
    const { language, region } = new Intl.Locale(lang ?? 'en').maximize()
    return region ? `${language}_${region}` : DEFAULT_LOCALE
  } catch {
    return DEFAULT_LOCALE // what the author called the language is none
  }
}
