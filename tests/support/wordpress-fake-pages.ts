// The pages and the data of the WordPress of wordpress-fake.ts.
import { escapeHtml } from '../../app/shared/text.ts'
import type { FakeAnswer, FakeRequest } from './faulty-server.ts'

/** The role of the user. */
export type WordPressRole = 'administrator' | 'author' | 'contributor' | 'subscriber'

/** The setup of the site. */
export interface WordPressSettings {
  role: WordPressRole
  hasPlainPermalinks: boolean
  hasApplicationPasswords: boolean
  /** The web server removes the Authorization header. */
  stripsAuthorization: boolean
  /** A cache removes the header that names the API, but not the link in the HTML head. */
  losesLinkHeader: boolean
  hasRestApi: boolean
  /** A plugin requires an approval of every post. */
  holdsBack: boolean
  /** Yoast SEO is installed, and its fields can be written. */
  hasYoast: boolean
}

/** A post in the fake. */
export interface WordPressPost {
  id: number
  slug: string
  status: string
  title: string
  content: string
  excerpt: string
  tags: number[]
  date_gmt: string
  meta: Record<string, string>
}

/** The data of the fake. */
export interface WordPressSite {
  username: string
  password: string
  posts: Map<number, WordPressPost>
  tags: Map<number, string>
  settings: WordPressSettings
  /** Returns an id that was never used. */
  nextId: () => number
}

/** Returns the home page, which names the REST API, or a published post, or 404. */
export function answerPage(site: WordPressSite, { url, method }: FakeRequest): FakeAnswer {
  const api = site.settings.hasPlainPermalinks ? `${url.origin}/?rest_route=/` : `${url.origin}/wp-json/`
  const isNamed = site.settings.hasRestApi
  const post = [...site.posts.values()].find(
    ({ slug, status }) => status === 'publish' && url.pathname === `/${slug}/`,
  )
  if (url.pathname !== '/' && !post) return { status: 404, body: '<h1>Not found</h1>' }
  const element = isNamed ? `<link rel="https://api.w.org/" href="${api}" />` : ''
  return {
    status: 200,
    headers: isNamed && !site.settings.losesLinkHeader ? { link: `<${api}>; rel="https://api.w.org/"` } : {},
    body: method === 'HEAD' ? '' : `<!doctype html><head>${element}${post ? show(site, post, url) : ''}`,
  }
}

function show({ tags }: WordPressSite, { title, content, tags: ids, meta }: WordPressPost, url: URL): string {
  const canonical = meta['_yoast_wpseo_canonical'] || url.href
  const robots = meta['_yoast_wpseo_meta-robots-noindex'] === '1' ? 'noindex' : 'max-image-preview:large'
  const links = ids.map((id) => `<a href="/tag/${id}/" rel="tag">${escapeHtml(tags.get(id) ?? '')}</a>`)
  const text = content
    .replaceAll(/<!-- \/?wp:.*?-->/g, '')
    .replaceAll(/\[gallery[^\]]*\]/g, '') // a shortcode, executed anywhere in the text
    .replaceAll(/^\s*https?:\/\/www\.youtube\.com\/\S+\s*$/gm, '<iframe></iframe>')
  return `<title>${title}</title><link rel="canonical" href="${canonical}" /><meta name='robots' content='${robots}' /></head><h1>${title}</h1>${text}${links.join('')}`
}
