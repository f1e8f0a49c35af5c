import { env } from '../app/platform/env.server.ts'
import speculationRules from '../app/speculation-rules.json?url'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups', // sharing opens a popup
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  // Without includeSubDomains: the other hosts of a domain are not ours, and may have no https.
  ...(env.SITE_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
}

const policy = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${import.meta.env.DEV ? ' ws:' : ''}`, // the development server sends edits
    "media-src 'self' https:",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    ...(env.SITE_URL.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

// Loaded when a reader starts a video, see site-script.js.
const PLAYERS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/**
 * Headers of responses that are the same for all visitors, and that caches may keep. No inline script runs on these
 * pages.
 */
export const publicHeaders: Record<string, string> = {
  ...COMMON,
  'content-security-policy': `${policy("'self'")}; frame-src ${PLAYERS.join(' ')}`,
  // The links that a browser may fetch before they are clicked (decision 10).
  'speculation-rules': `"${speculationRules}"`,
}

/** Additional headers of a picture, for a reader who opens it in a tab: no script in it can run. */
export const pictureHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; sandbox",
}

/** Returns the headers of a private response. Its scripts have the nonce, which is new for each response. */
export function privateHeaders(nonce: string): Record<string, string> {
  const screens = policy(`'self' 'nonce-${nonce}'`).replace(
    "style-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  )
  return {
    ...COMMON,
    'cache-control': 'private, no-store',
    'content-security-policy': `${screens}; frame-src 'self'`, // for the preview of an article
  }
}

/**
 * Headers that let scripts of any site read a response that is public or was requested with a token. The asterisk
 * excludes cookies: a browser hides the response to a request with cookies.
 */
export const crossOriginHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Idempotent-Replayed, Location, Preference-Applied, Retry-After, X-Request-Id',
}

/**
 * The methods and headers that scripts of other sites may send to functions and to the API (Fetch standard,
 * CORS-preflight).
 */
export const preflightHeaders: Record<string, string> = {
  ...crossOriginHeaders,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Apikey, Prefer, Last-Event-ID, If-Match, Idempotency-Key, Mcp-Protocol-Version',
  'access-control-max-age': '600',
}

/** Returns the time for which a CDN may keep a public page. Browsers always revalidate it, and get a 304. */
export const publicCacheControl = (status: number) =>
  status === 200
    ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'
    : 'public, max-age=0, s-maxage=10'
