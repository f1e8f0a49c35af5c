// What readers of the WordPress of wordpress-fake.ts get, and what it holds.
import { escapeHtml } from '../../app/shared/text.ts'
import type { FakeAnswer, FakeRequest } from './faulty-server.ts'

export type WordPressRole = 'administrator' | 'author' | 'contributor' | 'subscriber'

export interface WordPressSettings {
  role: WordPressRole
  hasPlainPermalinks: boolean
  hasApplicationPasswords: boolean
  /** The web server in front keeps the Authorization header to itself. */
  stripsAuthorization: boolean
  /** The header that names the API gets lost on its way; the element in the page does not. */
  losesLinkHeader: boolean
  hasRestApi: boolean
  /** A plugin makes every post wait for somebody's approval. */
  holdsBack: boolean
  /** Yoast SEO is there and lets its fields be written. */
  hasYoast: boolean
}

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

export interface WordPressSite {
  username: string
  password: string
  posts: Map<number, WordPressPost>
  tags: Map<number, string>
  settings: WordPressSettings
  /** WordPress never gives a number twice. */
  nextId: () => number
}

/** A home page that names the REST API, a post that is public, or 404. */
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
    .replaceAll(/\[gallery[^\]]*\]/g, '') // a shortcode, carried out wherever it stands
    .replaceAll(/^\s*https?:\/\/www\.youtube\.com\/\S+\s*$/gm, '<iframe></iframe>')
  return `<title>${title}</title><link rel="canonical" href="${canonical}" /><meta name='robots' content='${robots}' /></head><h1>${title}</h1>${text}${links.join('')}`
}
