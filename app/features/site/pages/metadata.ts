import type { MetaDescriptor } from 'react-router'
import type { SiteFace, SiteProfile } from '../../../platform/web/request-context.server.ts'
import {
  SOCIAL_IMAGE_SIZE,
  type SocialImage,
  socialImageUrl,
  toAltText,
} from '../social-images/social-images.ts'
import { toAuthorNames } from '../../../shared/author-names.ts'
import {
  type Article,
  authorPath,
  categoryOf,
  type LanguageLink,
  languageOf,
  markdownPath,
  modifiedAt,
} from '../../articles/articles.ts'
import { sayIn } from '../../../shared/words/say.ts'

/** The facts about a site that the head of a page contains. */
export interface PageSite {
  name: string
  /** Without a slash at the end. */
  origin: string
  profile?: SiteProfile | undefined
  face?: Pick<SiteFace, 'covers' | 'logo' | 'language'> | undefined
}

/** A link to another format of the page: a feed of a list, the Markdown of an article. */
interface AlternateLink {
  type: string
  title: string
  href: string
}

interface PageMetadata {
  site: PageSite
  title: string
  description: string
  /** The URL that search engines should show in place of any other spelling. */
  canonicalUrl: string
  keywords?: string[]
  /** The page's social image, or the URL of the owner's default image. */
  image: SocialImage | string
  article?: Article
  alternates?: AlternateLink[]
  /** The same text in each language, with this page; empty without translations. */
  languages?: LanguageLink[] | undefined
  /** Marks a page without content: it is `noindex` and has no image. */
  isEmpty?: boolean
  /** Marks a page as `noindex`; networks may still show it with its image. */
  isHidden?: boolean
  structuredData: object
}

/** The meta tag that asks search engines not to index a page. */
export const NOINDEX = { name: 'robots', content: 'noindex' } as const

/** Returns the head of a public page: for search engines (spec §2), networks (ogp.me, X cards) and feed readers. */
export function toMeta(page: PageMetadata): MetaDescriptor[] {
  const { article, alternates = [], languages = [], structuredData } = page
  const description = describe(page)
  return [
    { title: page.title },
    isHidden(page) ? NOINDEX : toLink({ rel: 'canonical', href: page.canonicalUrl }),
    ...named('description', description),
    ...named('keywords', page.keywords?.join(', ')),
    ...named('author', article?.author),
    ...property('og:site_name', page.site.name),
    ...property('og:locale', localeOf(page)),
    ...property('og:title', page.title),
    ...property('og:type', article ? 'article' : 'website'),
    ...property('og:url', page.canonicalUrl),
    ...property('og:description', description),
    ...(page.isEmpty ? [] : imageMeta(page.site, page.image)),
    ...(article ? toArticleProperties(page.site, article) : []),
    ...alternates.map((alternate) => toLink({ rel: 'alternate', ...alternate })),
    ...languages.map(({ lang, href }) => toLink({ rel: 'alternate', hrefLang: lang, href })),
    { 'script:ld+json': structuredData },
  ]
}

const describe = ({ description, site }: PageMetadata) => description.trim() || site.profile?.description

const localeOf = ({ article, site }: PageMetadata) =>
  toLocale((article && languageOf(article)) ?? site.face?.language)

const isHidden = (page: PageMetadata) => page.isEmpty || page.isHidden || page.article?.isNoindex

/** Returns the image tags for networks (ogp.me, X cards). For a URL, type and size are unknown and left out. */
export function imageMeta(site: PageSite, image: SocialImage | string): MetaDescriptor[] {
  const isDrawn = typeof image !== 'string'
  const url = isDrawn ? socialImageUrl(site.origin, image) : image
  const alt = isDrawn ? toAltText(image, sayIn(site.face?.language)) : site.name
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

/** Returns the tag by which Google Search Console verifies the owner of a site. Google reads it on the home page. */
export const verificationMeta = (site: PageSite): MetaDescriptor[] =>
  named('google-site-verification', site.profile?.verificationCode)

/** Returns the link from an article's page to its Markdown. */
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
  ...toAuthorNames(article.author).flatMap((name) =>
    property('article:author', site.origin + authorPath(name)),
  ),
  ...property('article:section', categoryOf(article)),
  ...[...new Set(article.tags)].flatMap((tag) => property('article:tag', tag)),
]

const DEFAULT_LOCALE = 'en_US'

/** Returns a locale such as `de_DE`, as ogp.me requires. A language without a region gets its most likely one. */
function toLocale(lang: string | null | undefined): string {
  if (!lang || lang === 'en') return DEFAULT_LOCALE // the next lines cost as much as drawing a card
  try {
    const { language, region } = new Intl.Locale(lang).maximize()
    return region ? `${language}_${region}` : DEFAULT_LOCALE
  } catch {
    return DEFAULT_LOCALE // the author's language tag is invalid
  }
}
