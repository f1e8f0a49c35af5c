import { env } from '../app/platform/env.server.ts'
import speculationRules from '../app/speculation-rules.json?url'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups', // sharing opens a popup
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  ...(env.SITE_URL.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
}

const policy = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${import.meta.env.DEV ? ' ws:' : ''}`, // the development server tells of edits
    "media-src 'self' https:",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    ...(env.SITE_URL.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

// Loaded when a reader asks for a video, see site-script.js.
const PLAYERS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com']

/** Headers of everything that any visitor may get and any cache may keep: no inline script runs on these pages. */
export const publicHeaders: Record<string, string> = {
  ...COMMON,
  'content-security-policy': `${policy("'self'")}; frame-src ${PLAYERS.join(' ')}`,
  // Which links a browser may fetch before they are clicked (decision 10).
  'speculation-rules': `"${speculationRules}"`,
}

/** Headers of a picture, beside those: opened by itself it is a picture still, and nothing in it can act. */
export const pictureHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; sandbox",
}

/** Headers of what only the asking account may see; its scripts carry the nonce of this very response. */
export function privateHeaders(nonce: string): Record<string, string> {
  const screens = policy(`'self' 'nonce-${nonce}'`).replace(
    "style-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  )
  return {
    ...COMMON,
    'cache-control': 'private, no-store',
    'content-security-policy': `${screens}; frame-src 'self'`, // of ours only the preview may be framed
  }
}

/**
 * Lets the scripts of any site read an answer that they asked for with a token of their own, or that everybody gets.
 * The asterisk is what keeps cookies out: a browser shows no answer to a request that carried some.
 */
export const crossOriginHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Preference-Applied, Retry-After, X-Request-Id',
}

/** What scripts of other sites may send to functions and to the API (Fetch standard, CORS-preflight). */
export const preflightHeaders: Record<string, string> = {
  ...crossOriginHeaders,
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Apikey, Prefer, Last-Event-ID',
  'access-control-max-age': '600',
}

/** How long a CDN may keep a public page; browsers always ask, and get a 304. */
export const publicCacheControl = (status: number) =>
  status === 200
    ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'
    : 'public, max-age=0, s-maxage=10'
