// @store server
// @seconds 18
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPublicApiKey } from '../app/features/accounts/tokens/queries.server.ts'
import type { Access } from '../app/platform/web/route-facts.ts'
import { ROUTES } from '../app/platform/web/route-table.ts'
import {
  type Ask,
  addSite,
  queryStore,
  signUp,
  startLastingServer,
  type TestServer,
} from './support/server.ts'
import { type Operation, type OperationName, OPERATIONS } from '../app/features/api/operations.ts'
import { listRights, type Standing } from '../app/shared/rights.ts'
import type { ApiCall } from './support/api.ts'
import { type ApiRows, listCalls } from './support/api-calls.ts'
import { openRowsOf, type RowsReader } from './support/rows.ts'
import { isDeep } from './support/tier.ts'

const FOUND = { source: 'a', path: 'b', title: 'T', content: 'C' }
const NO_TEXT = { siteIds: [], generateVariations: false }

/** This text is in all data that only Ines may see. */
const CANARY = 'canary-of-ines'

const ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
/** Id of a link to a draft of Ines. */
const SHARE_ID = '01a1fd26-8c97-77b6-8309-db0e57169c43'
const INVITATION_ID = '01a1fd26-8c97-77b6-8309-db0e57169c41'
const WEBHOOK_ID = '01a1fd26-8c97-77b6-8309-db0e57169c44'
/** Id of a message of her webhook. */
const MESSAGE_ID = '01a1fd26-8c97-77b6-8309-db0e57169c46'
const PROPOSAL_ID = '01a1fd26-8c97-77b6-8309-db0e57169c45'
/** Id of a note on a draft of Ines. */
const NOTE_ID = '01a1fd26-8c97-77b6-8309-db0e57169c3f'
const PLAN_ID = '01a1fd26-8c97-77b6-8309-db0e57169c40'

interface Row {
  /** `{factorId}` and similar names stand for ids of rows of Ines. */
  path: string
  /** True if the path belongs to a row of Ines. It does not exist for other accounts. */
  isHers?: boolean
  /** True if it is a file, so that the router has no data for it. */
  isFile?: boolean
  /** Requests with which a stranger tries to change rows of Ines. */
  attempts?: ((her: Owned) => Attempt | Attempt[])[]
}

/** `query` is what stands behind the question mark. */
interface Attempt extends Ask {
  query?: string | undefined
}

interface Owned {
  accountId: string
  articleId: string
  siteId: string
  sessionId: string
  factorId: string
  runId: string
  cityId: string
  serviceId: string
  draftId: string
  importId: string
  /** Id of a picture that is used nowhere. */
  pictureId: string
  /** Id of a landing page that is not published. */
  pageId: string
  /** Id of a session of an API client. */
  clientId: string
}

/** All other routes of the product, each with a path. A test fails for a route without a row. */
const OTHER_ROWS: Record<string, Row> = {
  'routes/site/home': { path: '/' },
  'routes/site/article': { path: '/article/hers' },
  'routes/site/category': { path: '/category/travel' },
  'routes/site/author': { path: '/author/Ines' },
  'routes/site/search': { path: '/search?q=hers' },
  'routes/site/landing-page': { path: '/anything-else' },
  'routes/site/search-answers': { path: '/search.json?q=hers' },
  'routes/site/upload': { path: `/uploads/${ID}-60x40.webp` },
  'routes/site/cover': { path: '/covers/hers.svg' },
  'routes/site/face': { path: '/face/0123456789abcdef.css' },
  'routes/site/home-image': { path: '/social.png' },
  'routes/site/article-image': { path: '/article/hers/social.png' },
  'routes/site/category-image': { path: '/category/travel/social.png' },
  'routes/site/author-image': { path: '/author/Ines/social.png' },
  'routes/site/search-image': { path: '/search/social.png' },
  'routes/site/landing-page-image': { path: '/anything/social.png' },
  'routes/feeds/rss': { path: '/feed.xml' },
  'routes/feeds/atom': { path: '/feed.atom' },
  'routes/feeds/json-feed': { path: '/feed.json' },
  'routes/feeds/category-rss': { path: '/category/travel/feed.xml' },
  'routes/feeds/category-atom': { path: '/category/travel/feed.atom' },
  'routes/feeds/category-json': { path: '/category/travel/feed.json' },
  'routes/feeds/author-rss': { path: '/author/Ines/feed.xml' },
  'routes/feeds/author-atom': { path: '/author/Ines/feed.atom' },
  'routes/feeds/author-json': { path: '/author/Ines/feed.json' },
  'routes/feeds/generate-rss': { path: '/functions/v1/generate-rss' },
  'routes/feeds/sitemap': { path: '/sitemap.xml' },
  'routes/feeds/sitemap-lists': { path: '/sitemaps/lists.xml' },
  'routes/feeds/sitemap-news': { path: '/sitemaps/news.xml' },
  'routes/feeds/sitemap-articles': { path: '/sitemaps/articles-1.xml' },
  'routes/feeds/generate-sitemap': { path: '/functions/v1/generate-sitemap' },
  'routes/feeds/robots': { path: '/robots.txt' },
  'routes/feeds/llms': { path: '/llms.txt' },
  'routes/feeds/openapi': { path: '/openapi.json' },
  'routes/feeds/jwks': { path: '/.well-known/jwks.json' },
  'routes/feeds/domain-proof': { path: '/.well-known/broadsheet' },
  'routes/feeds/security': { path: '/.well-known/security.txt' },
  'routes/feeds/article-markdown': { path: '/article/hers.md' },
  'routes/feeds/article-json': { path: '/article/hers.json' },
  'routes/feeds/articles-json': { path: '/articles.json' },
  'routes/feeds/category-articles-json': { path: '/category/travel/articles.json' },
  'routes/feeds/author-articles-json': { path: '/author/Ines/articles.json' },
  'routes/auth/auth': { path: '/auth' },
  'routes/auth/session': { path: '/auth/session' },
  'routes/auth/verify': { path: '/auth/verify?token=x' },
  'routes/auth/forgot': { path: '/auth/forgot' },
  'routes/auth/reset': { path: '/auth/reset?token=x' },
  'routes/auth/challenge': { path: '/auth/challenge' },
  'routes/auth/company': { path: '/auth/company', attempts: [() => ({ form: { email: HER } })] },
  'routes/auth/company-link': { path: '/auth/company/link', attempts: [() => ({ form: { password: 'x' } })] },
  'routes/auth/company-callback': { path: `/auth/callback/${ID}?code=x&state=x` },
  'routes/auth/api/sign-up': { path: '/auth/v1/signup' },
  'routes/auth/api/token': {
    path: '/auth/v1/token',
    attempts: [() => ({ json: { email: HER, password: 'not the password' } })],
  },
  'routes/auth/device-code': {
    path: '/auth/oauth/device',
    attempts: [() => ({ form: { scope: 'articles:read' } })],
  },
  'routes/auth/device-token': {
    path: '/auth/oauth/token',
    attempts: [() => ({ form: { device_code: 'unknown' } })],
  },
  'routes/auth/revoke': {
    path: '/auth/oauth/revoke',
    attempts: [() => ({ form: { token: 'bsk_unknown' } })],
  },
  'routes/auth/api/sign-out': { path: '/auth/v1/logout', attempts: [() => ({ json: {} })] },
  'routes/auth/api/challenge': {
    path: '/auth/v1/factors/{factorId}/challenge',
    attempts: [() => ({ method: 'POST' })],
  },
  'routes/auth/api/verify': {
    path: '/auth/v1/factors/{factorId}/verify',
    attempts: [() => ({ json: { challenge_id: ID, code: '123456' } })],
  },
  'routes/functions/user': { path: '/auth/v1/user' },
  'routes/functions/factors': {
    path: '/auth/v1/factors',
    attempts: [() => ({ json: { factor_type: 'totp', friendly_name: 'Mine' } })],
  },
  'routes/functions/factor': {
    path: '/auth/v1/factors/{factorId}',
    attempts: [() => ({ method: 'DELETE' })],
  },
  'routes/desk/publisher': {
    path: '/publisher',
    attempts: [
      ({ siteId }) => ({ form: toDraft({ siteIds: siteId }) }),
      ({ articleId }) => ({ form: toDraft({ id: articleId }) }),
      ({ draftId }) => ({ form: toDraft({ draftId, intent: 'plan', dueAt: '2028-01-01T09:00' }) }),
    ],
  },
  'routes/desk/preview': {
    path: '/publisher/preview',
    attempts: [({ articleId }) => ({ form: toDraft({ id: articleId }) })],
  },
  'routes/desk/draft': {
    path: '/drafts/{draftId}',
    attempts: [
      () => ({ json: { version: 1, text: NO_TEXT } }),
      () => ({ json: { version: 0, text: NO_TEXT } }),
    ],
  },
  'routes/desk/revisions': {
    path: '/articles/{articleId}/revisions',
    isHers: true,
    attempts: [() => ({ form: { revision: '1' } })],
  },
  'routes/desk/review': {
    path: '/articles/{articleId}/review',
    isHers: true,
    attempts: [
      () => ({ form: { intent: 'approve', seen: '' } }),
      () => ({ form: { intent: 'changes', seen: '', message: 'Mine' } }),
      () => ({ form: { intent: 'withdraw' } }),
      () => ({ form: { intent: 'note', line: '1', lineNote: 'Mine' } }),
      () => ({ form: { intent: 'settle', noteId: NOTE_ID } }),
      () => ({ form: { intent: 'delete-note', noteId: NOTE_ID } }),
    ],
  },
  'routes/desk/share-draft': {
    path: '/drafts/{draftId}/share',
    isHers: true,
    attempts: [
      () => ({ form: { intent: 'share', days: '7' } }),
      () => ({ form: { intent: 'withdraw', shareId: SHARE_ID } }),
    ],
  },
  'routes/desk/share-link': { path: '/drafts/{draftId}/link', attempts: [() => ({ form: {} })] },
  'routes/desk/schedule': {
    path: '/articles/{articleId}/schedule',
    isHers: true,
    attempts: [
      ({ siteId }) => ({
        form: { intent: 'plan', kind: 'publish', dueAt: '2028-01-01T09:00', siteIds: siteId },
      }),
      () => ({ form: { intent: 'plan', kind: 'unpublish', dueAt: '2028-01-01T09:00' } }),
      () => ({ form: { intent: 'cancel', planId: PLAN_ID } }),
    ],
  },
  'routes/desk/calendar': {
    path: '/calendar',
    attempts: [
      () => ({ form: { intent: 'move', planId: PLAN_ID, dueAt: '2028-01-01T09:00' } }),
      () => ({ form: { intent: 'cancel', planId: PLAN_ID } }),
      () => ({ form: { intent: 'renew', planId: PLAN_ID } }),
    ],
  },
  'routes/shared/draft': { path: '/draft/not-signed' },
  'routes/desk/uploads': { path: '/uploads', attempts: [() => ({ body: 'no picture' })] },
  'routes/desk/articles': {
    path: '/articles',
    attempts: [
      ...['publish', 'unpublish', 'delete', 'add-tag', 'remove-tag'].map(
        (intent) =>
          ({ articleId }: Owned) => ({ form: { intent, ids: articleId, tag: 'Stolen' } }),
      ),
      ...['publish', 'add-site', 'remove-site', 'redeliver'].map(
        (kind) =>
          ({ articleId, siteId }: Owned) => ({
            form: { dot: `${kind} ${articleId} ${siteId}` },
          }),
      ),
      ({ runId }) => ({ form: { intent: 'undo', runId } }),
    ],
  },
  'routes/desk/undo': { path: '/articles/undo', attempts: [({ runId }) => ({ form: { runId } })] },
  'routes/desk/tags': {
    path: '/tags?tag=travel',
    attempts: [
      () => ({ form: { intent: 'save', key: 'travel', name: 'Stolen', description: 'Mine' } }),
      () => ({ form: { intent: 'save', key: CANARY, name: 'Stolen', description: 'Mine' } }),
      ({ runId }) => ({ form: { intent: 'undo', runId } }),
    ],
  },
  'routes/desk/authors': {
    path: '/authors?author=A',
    attempts: [
      () => ({ form: { intent: 'save', author: 'A', biography: 'Mine', links: '' } }),
      () => ({ form: { intent: 'save', author: CANARY, biography: 'Mine', links: '' } }),
    ],
  },
  'routes/desk/pictures': {
    path: '/pictures',
    attempts: [
      () => ({ form: { intent: 'delete-unused' } }),
      () => ({ form: { intent: 'alt-rule', needsAlt: 'on' } }),
      () => ({ form: { intent: 'add' } }),
    ],
  },
  'routes/desk/find-pictures': { path: '/pictures/find?q=canary' },
  'routes/desk/picture': {
    path: '/pictures/{pictureId}',
    isHers: true,
    attempts: [
      () => ({ form: { intent: 'words', alt: 'Mine' } }),
      () => ({ form: { intent: 'focus', x: '0', y: '0' } }),
      () => ({ form: { intent: 'delete' } }),
      () => ({ form: { intent: 'replace' } }),
      ({ runId }) => ({ form: { intent: 'undo', runId } }),
    ],
  },
  'routes/desk/article-labels': { path: '/articles/labels' },
  'routes/desk/find-articles': { path: '/articles/find?q=hers' },
  'routes/desk/edit-article': {
    path: '/articles/{articleId}',
    isHers: true,
    attempts: ['save', 'keep', 'publish', 'unpublish', 'delete', 'forget', 'redeliver', 'plan'].map(
      (intent) => () => ({
        form: toDraft({
          intent,
          slug: 'mine',
          version: '2026-01-01T00:00:00.000Z',
          dueAt: '2028-01-01T09:00',
        }),
      }),
    ),
  },
  'routes/desk/link-report': {
    path: '/backlink-fixer/report',
    attempts: [() => ({ form: {} })],
  },
  'routes/desk/seo-dashboard': { path: '/seo-dashboard' },
  'routes/desk/seo-audit': {
    path: '/seo-dashboard/audit?kind=title-long',
    attempts: [() => ({ form: {} })],
  },
  'routes/desk/seo-settings': {
    path: '/seo-settings',
    attempts: [() => ({ form: { siteName: 'Mine', user_id: ID } })],
  },
  'routes/desk/landing-pages': {
    path: '/seo-dashboard/pages',
    attempts: [() => ({ form: {} })],
  },
  'routes/desk/landing-pages-template': {
    path: '/seo-dashboard/pages/template',
    attempts: [() => ({ form: { intent: 'reset' } })],
  },
  'routes/desk/own-landing-page': {
    path: '/seo-dashboard/pages/{pageId}',
    isHers: true,
  },
  'routes/desk/manage-sites': { path: '/manage-sites' },
  'routes/desk/manage-sites-new': {
    path: '/manage-sites/new',
    attempts: [
      ({ siteId }) => ({ form: { intent: 'add', id: siteId, name: 'Mine', url: 'https://mine.example' } }),
      ({ siteId }) => ({ form: { intent: 'test', siteId, url: '' } }),
    ],
  },
  'routes/desk/manage-sites-import': {
    path: '/manage-sites/import',
    attempts: [
      ({ siteId }) => ({
        form: { intent: 'read', likeId: siteId, pasted: 'name,address\nMine,mine.example' },
      }),
      () => ({ form: { intent: 'again', pasted: 'Mine' } }),
    ],
  },
  'routes/desk/manage-site': {
    path: '/manage-sites/{siteId}',
    isHers: true,
    attempts: [
      () => ({ form: { intent: 'save', name: 'Mine', copyPolicy: 'independent' } }),
      () => ({ form: { intent: 'connect', url: 'https://mine.example' } }),
      () => ({ form: { intent: 'test', url: 'https://mine.example' } }),
      () => ({ form: { intent: 'test-saved' } }),
      () => ({ form: { intent: 'switch-off' } }),
      () => ({ form: { intent: 'new-secret' } }),
      () => ({ form: { intent: 'retire-secret' } }),
      () => ({ form: { intent: 'remove' } }),
      () => ({ form: { intent: 'copy', copyName: 'Mine', copyUrl: 'mine.example' } }),
      () => ({ form: { intent: 'save-face', tagline: 'Mine' } }),
      () => ({ form: { intent: 'undo-face', version: '1' } }),
      () => ({ form: { intent: 'add-page', pagePath: '/mine', pageTitle: 'Mine', pageContent: 'Mine.' } }),
      ({ articleId }) => ({ form: { intent: 'move-page', articleId, movedPath: '/mine' } }),
    ],
  },
  'routes/desk/site-preview': { path: '/manage-sites/{siteId}/preview', isHers: true },
  'routes/desk/site-preview-sheet': { path: '/manage-sites/{siteId}/preview-sheet' },
  'routes/desk/manage-cities': {
    path: '/manage-cities',
    attempts: [
      ({ cityId }) => ({ form: { intent: 'delete', ids: cityId } }),
      () => ({ form: { intent: 'delete', all: '1' } }),
      () => ({ form: { intent: 'restore' } }),
      ({ cityId }) => ({ form: { intent: 'add', id: cityId, name: 'Mine', state: 'Mine' } }),
    ],
  },
  'routes/desk/import': {
    path: '/import',
    attempts: [
      () => ({ form: { intent: 'stop' } }),
      () => ({ form: { intent: 'stop-pictures' } }),
      ({ importId }) => ({ form: { intent: 'import', importId, as: 'drafts' } }),
      ...['continue', 'pictures', 'discard', 'take-back', 'encoding'].map(
        (intent) =>
          ({ importId }: Owned) => ({
            form: { intent, importId },
          }),
      ),
    ],
  },
  'routes/desk/import-preview': { path: '/import/preview/0', isHers: true },
  'routes/desk/import-picture': { path: '/import/picture/her.gif', isHers: true },
  'routes/desk/manage-cities-import': {
    path: '/manage-cities/import',
    attempts: [
      () => ({ form: { intent: 'read', pasted: 'name,state\nMine,Mine' } }),
      () => ({ form: { intent: 'import', updates: '1' } }),
      () => ({ form: { intent: 'discard' } }),
    ],
  },
  'routes/desk/manage-city': {
    path: '/manage-cities/{cityId}',
    isHers: true,
    attempts: [() => ({ form: { intent: 'save', name: 'Mine', state: 'Mine' } })],
  },
  'routes/desk/manage-services': {
    path: '/manage-services',
    attempts: [
      ({ serviceId }) => ({ form: { intent: 'delete', ids: serviceId } }),
      () => ({ form: { intent: 'delete', all: '1' } }),
      () => ({ form: { intent: 'restore' } }),
      ({ serviceId }) => ({ form: { intent: 'add', id: serviceId, name: 'Mine', state: 'Mine' } }),
    ],
  },
  'routes/desk/manage-services-import': {
    path: '/manage-services/import',
    attempts: [
      () => ({ form: { intent: 'read', pasted: 'name,state\nMine,Mine' } }),
      () => ({ form: { intent: 'import', updates: '1' } }),
      () => ({ form: { intent: 'discard' } }),
    ],
  },
  'routes/desk/manage-service': {
    path: '/manage-services/{serviceId}',
    isHers: true,
    attempts: [() => ({ form: { intent: 'save', name: 'Mine', state: 'Mine' } })],
  },
  'routes/desk/account': {
    path: '/account',
    attempts: [
      ({ sessionId }) => ({ form: { intent: 'end-session', sessionId } }),
      () => ({ form: { intent: 'end-other-sessions' } }),
      () => ({ form: { intent: 'save-name', name: 'Mine' } }),
      () => ({ form: { intent: 'change-password', password: PASSWORD, newPassword: PASSWORD } }),
    ],
  },
  'routes/desk/account-data': {
    path: '/account/data',
    attempts: [
      () => ({ form: { intent: 'keep' } }),
      () => ({ form: { intent: 'delete', password: 'not the password' } }),
    ],
  },
  'routes/desk/factors': {
    path: '/account/factors',
    attempts: [
      ({ factorId }) => ({ form: { intent: 'remove', factorId } }),
      ({ factorId }) => ({ form: { intent: 'challenge', factorId } }),
      ({ factorId }) => ({ form: { intent: 'verify', factorId, code: '123456' } }),
      () => ({ form: { intent: 'recovery-codes' } }),
    ],
  },
  'routes/desk/access-tokens': {
    path: '/account/tokens',
    attempts: ['end', 'new-token', 'rotate', 'retire'].map((intent) => ({ clientId }: Owned) => ({
      form: { intent, id: clientId },
    })),
  },
  'routes/desk/device': {
    path: '/device?code=BBBB-BBBB',
    attempts: ['approve', 'refuse'].map((intent) => () => ({ form: { intent, code: 'BBBB-BBBB' } })),
  },
  'routes/desk/backlink-fixer': {
    path: '/backlink-fixer',
    attempts: [
      () => ({ form: { intent: 'fix' } }),
      () => ({ form: { intent: 'try' } }),
      ({ runId }) => ({ form: { intent: 'undo', runId } }),
      ({ runId, articleId }) => ({ form: { intent: 'undo-one', runId, articleId } }),
    ],
  },
  'routes/functions/insert-backlinks': {
    path: '/functions/v1/insert-backlinks',
    attempts: [() => ({ method: 'POST' })],
  },
  'routes/functions/generate-landing-pages': {
    path: '/functions/v1/generate-landing-pages',
    attempts: [() => ({ json: { regenerateAll: true } })],
  },
  'routes/functions/insert-backlinks-single': {
    path: '/functions/v1/insert-backlinks-single',
    attempts: [() => ({ json: { content: 'Hers.', canonicalUrl: 'https://example.com/hers' } })],
  },
  'routes/functions/publish-to-sites': {
    path: '/functions/v1/publish-to-sites',
    attempts: [
      ({ articleId, siteId }) => ({
        json: { blogPostId: articleId, selectedSiteIds: [siteId], generateVariations: false },
      }),
    ],
  },
  'routes/api/unknown': { path: '/v1/none' },
  'routes/desk/notices': {
    path: '/seo-dashboard/notices',
    attempts: [() => ({ form: {} })],
  },
  'routes/functions/ping-search-engines': {
    path: '/functions/v1/ping-search-engines',
    attempts: [() => ({ method: 'POST' })],
  },
  'routes/functions/run': { path: '/functions/v1/runs/{runId}' },
  'routes/functions/run-events': { path: '/functions/v1/runs/{runId}/events' },
  'routes/desk/api-reference': { path: '/account/api' },
  'routes/desk/account-export': { path: '/account/export', isFile: true },
  'routes/desk/own-accounts': {
    path: '/account/accounts',
    attempts: [
      ({ accountId }) => ({ form: { intent: 'change', accountId } }),
      ({ accountId }) => ({ form: { intent: 'leave', accountId } }),
      () => ({ form: { intent: 'own', offerId: ID } }),
    ],
  },
  'routes/desk/members': {
    path: '/members',
    attempts: [
      ({ accountId }) => ({ form: { intent: 'remove', personId: accountId } }),
      ({ accountId }) => ({ form: { intent: 'place', personId: accountId, role: 'contributor' } }),
      () => ({ form: { intent: 'withdraw', invitationId: INVITATION_ID } }),
      ({ accountId }) => ({ form: { intent: 'offer', personId: accountId } }),
      ({ siteId }) => ({ form: { intent: 'review-rules', siteIds: siteId } }),
    ],
  },
  'routes/desk/single-sign-on': {
    path: '/members/sign-in',
    attempts: [
      () => ({
        form: { issuer: 'https://127.0.0.1', clientId: 'x', clientSecret: 'x', defaultRole: 'editor' },
      }),
      ...['test', 'remove', 'add-domain', 'prove', 'remove-domain'].map((intent) => () => ({
        form: { intent, domain: 'ines.example' },
      })),
    ],
  },
  'routes/desk/members-data': {
    path: '/members/data',
    attempts: [
      () => ({ form: { intent: 'delete', password: PASSWORD, articles: 'remove' } }),
      () => ({ form: { intent: 'keep' } }),
    ],
  },
  'routes/desk/members-export': { path: '/members/export', isFile: true },
  'routes/desk/record': { path: '/record' },
  'routes/desk/record-export': { path: '/record/export', isFile: true },
  'routes/api/mcp': { path: '/mcp' },
  'routes/desk/proposals': { path: '/proposals' },
  'routes/desk/proposal': {
    path: `/proposals/${PROPOSAL_ID}`,
    isHers: true,
    attempts: ['accept', 'refuse'].map((intent) => () => ({ form: { intent } })),
  },
  'routes/desk/webhooks': {
    path: '/webhooks',
    attempts: [() => ({ form: { url: 'https://example.com/', kinds: 'run.ended' } })],
  },
  'routes/desk/webhook': {
    path: `/webhooks/${WEBHOOK_ID}`,
    isHers: true,
    attempts: ['save', 'pause', 'resume', 'rotate', 'test', 'delete'].map((intent) => () => ({
      form: { intent, url: 'https://example.com/', kinds: 'run.ended' },
    })),
  },
  'routes/auth/invite': { path: '/invite/not-a-secret' },
}

/** The routes of the operations of the API, with the calls of each. */
const API_ROWS = Object.fromEntries(
  Object.entries(ROUTES).flatMap(([id, { path: typed }]) => {
    const path = typed.replaceAll(/:(\w+)/g, '{$1}')
    const names = (Object.keys(OPERATIONS) as OperationName[]).filter(
      (name) => OPERATIONS[name].path === path,
    )
    return names.length > 0 ? [[id, { path, attempts: names.map(toAttempts) }]] : []
  }),
)

function toAttempts(name: OperationName): (her: Owned) => Attempt[] {
  const { method, ifMatch }: Operation = OPERATIONS[name]
  const toAttempt = ({ query, json, file }: ApiCall): Attempt => ({
    method,
    query,
    ...(json !== undefined && { json }),
    ...(file && { body: file }),
    headers: {
      ...(ifMatch && { 'if-match': '*' }),
      ...(file && { 'content-type': 'application/octet-stream' }),
    },
  })
  return (her) => {
    const { also, ...call } = listCalls(toApiRows(her))[name]
    return [toAttempt(call), ...(also ? [toAttempt(also)] : [])]
  }
}

const toApiRows = (her: Owned): ApiRows => ({
  ...her,
  planId: PLAN_ID,
  shareId: SHARE_ID,
  readyDraftId: her.draftId,
  webhookSiteId: her.siteId,
  sitePageId: her.articleId,
  faceVersion: '1',
  otherPictureId: her.pictureId,
  tag: CANARY,
  author: 'A',
  cityReadingId: '1',
  serviceReadingId: '1',
  fixRunId: her.runId,
  personId: her.accountId,
  invitationId: INVITATION_ID,
  webhookId: WEBHOOK_ID,
  messageId: MESSAGE_ID,
  number: '90',
  position: '0',
})

// `app/routes/api/rights.test.ts` has what members do with the API.
const isOfApi = (id: string) => id in API_ROWS

const ROWS: Record<string, Row> = { ...OTHER_ROWS, ...API_ROWS }

const HER = `${CANARY}@example.com`
const STRANGER = 'stranger@example.com'
const PASSWORD = 'a long enough password'
const toDraft = (form: Record<string, string>) => ({
  draftId: uuidv7(),
  title: 'T',
  content: 'C',
  author: 'A',
  siteIds: ID,
  ...form,
})

test('every route has a row, and every row a route', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

test('the folder of a route fits its access', () => {
  const FOLDERS: Record<string, Access> = {
    site: 'public',
    feeds: 'public',
    auth: 'open',
    'auth/api': 'api',
    functions: 'function',
    api: 'function',
    shared: 'open',
    desk: 'screen',
  }
  for (const [id, { access }] of Object.entries(ROUTES)) {
    const folder = id.slice('routes/'.length, id.lastIndexOf('/'))
    expect(access, id).toBe(FOLDERS[folder])
  }
})

const isOf = (access: Access) => Object.entries(ROWS).filter(([id]) => ROUTES[id]?.access === access)

const withAttempts = (...accesses: Access[]) =>
  accesses.flatMap(isOf).filter(([, row]) => row.attempts !== undefined)

const LAYERS = [
  { name: 'with both layers', program: undefined, policies: true },
  {
    name: 'without the check of the application',
    program: ['tests/support/weakened-product.ts'],
    policies: true,
  },
  { name: 'without the policies of the database', program: undefined, policies: false },
]

describe.each(isDeep ? LAYERS : LAYERS.slice(0, 1))('$name', ({ program, policies }) => {
  let server: TestServer
  let her: Owned
  let herRows: RowsReader
  /** Headers of a visitor without a session, of Ines, of a stranger, and of Ines without her second factor. */
  let visitors: Record<'nobody' | 'ines' | 'stranger' | 'halfway', Record<string, string>>
  /** The headers of programs of the stranger, and of Ines without her second factor. */
  let strangeProgram: Record<string, string> = {}
  let halfwayProgram: Record<string, string>

  beforeAll(async () => {
    server = await startLastingServer({}, program)
    if (!policies) await dropPolicies(server)
    await addSite(server, 'Harbour')
    const stranger = await signUp(server, STRANGER)
    const [first, second] = [await signUp(server, HER), await signIn(server, HER)]
    visitors = {
      nobody: {},
      stranger: { cookie: stranger.cookie },
      ines: { cookie: first.cookie },
      halfway: { cookie: second },
    }
    her = await giveHerRows(server, visitors.ines)
    herRows = await openRowsOf(server, her.accountId)
    halfwayProgram = await signInClient(server, HER)
  })
  afterAll(async () => {
    await herRows.close()
    await server.end()
  })

  test.each(isOf('public'))('%s has the same response for all visitors', async (_id, { path }) => {
    const answers = await Promise.all(Object.values(visitors).map((headers) => server.ask(path, { headers })))
    const [first] = answers
    for (const answer of answers) {
      expect(answer.status).toBe(first?.status)
      expect(answer.bytes.equals(first?.bytes ?? Buffer.of())).toBe(true)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test.each(isOf('open'))('%s shows a stranger no data of Ines', async (_id, { path }) => {
    for (const headers of [visitors.nobody, visitors.stranger]) {
      expect((await server.ask(path, { headers })).body).not.toContain(CANARY)
    }
  })

  describe.each(isOf('screen'))('%s', (_id, { path, isHers = false, isFile = false }) => {
    test.each(toSpellings(path))('leads a visitor without a session to the sign-in: %s', async (spelling) => {
      const answer = await server.ask(fill(spelling, her))
      expect(toRefusal(answer)).toBe(isFile && isData(spelling) ? undefined : '/auth?next=')
      expect(answer.body).not.toContain(CANARY)
    })

    test.each(toSpellings(path))(
      'leads a session without its second factor to the challenge: %s',
      async (spelling) => {
        const answer = await server.ask(fill(spelling, her), { headers: visitors.halfway })
        expect(toRefusal(answer)).toBe(isFile && isData(spelling) ? undefined : '/auth/challenge?next=')
        expect(answer.body).not.toContain(CANARY)
      },
    )

    test('shows Ines her data, and a stranger none of it', async () => {
      const address = fill(path, her)
      const hers = await server.ask(address, { headers: visitors.ines })
      expect(hers.status).toBe(200)
      const headers = await enterAsStranger()
      const theirs = await server.ask(address, { headers })
      expect(theirs.status).toBe(isHers ? 404 : 200)
      expect(theirs.body).not.toContain(CANARY)
      const data = await server.ask(`${address}.data`, { headers })
      expect(data.body).not.toContain(CANARY)
    })
  })

  test.each(withAttempts('screen'))(
    '%s changes no rows of Ines for others',
    async (_id, { path, attempts = [] }) => {
      await expectUnchanged(async () => {
        for (const attempt of attempts) {
          for (const headers of [visitors.nobody, visitors.halfway, await enterAsStranger()])
            await expectNothingTold(path, attempt, headers)
        }
      })
    },
  )

  describe.each([...isOf('function'), ...isOf('api')])('%s', (id, { path }) => {
    test.each(toSpellings(path))(
      'requires the public key, and a session if it is for accounts: %s',
      async (spelling) => {
        expect((await server.ask(fill(spelling, her))).status).toBe(orNoData(spelling, 401))
        if (ROUTES[id]?.access !== 'function') return
        const answer = await server.ask(fill(spelling, her), { headers: { apikey } })
        expect(answer.status).toBe(orNoData(spelling, 401))
        expect(answer.body).not.toContain(CANARY)
      },
    )
  })

  describe.each(isOf('function'))('%s', (_id, { path }) => {
    test.each(toSpellings(path))('refuses a session without its second factor: %s', async (spelling) => {
      for (const headers of [visitors.halfway, halfwayProgram]) {
        const answer = await server.ask(fill(spelling, her), { headers: { apikey, ...headers } })
        expect(answer.status).toBe(orNoData(spelling, 403))
        expect(answer.body).not.toContain(CANARY)
      }
    })
  })

  test.each(withAttempts('function', 'api'))(
    '%s changes no rows of Ines for others',
    async (_id, { path, attempts = [] }) => {
      await expectUnchanged(async () => {
        for (const attempt of attempts) {
          const stranger = await enterAsStrangeProgram()
          for (const headers of [visitors.nobody, visitors.halfway, stranger])
            await expectNothingTold(path, attempt, { apikey, ...headers })
        }
      })
    },
  )

  test('a session by the provider of her account opens no screen about its person', async () => {
    const { cookie } = await signUp(server)
    const [, token] = /session=([^;.]+)/.exec(cookie) ?? []
    await queryStore(
      server,
      `with joined as (
         insert into members (account_id, person_id, role) select p.id, s.user_id, 'editor'
         from sign_in_providers p, sessions s where p.issuer like '%${CANARY}%' and token = '${token}' returning *
       )
       update sessions set provider_id = joined.account_id, account_id = joined.account_id from joined
       where token = '${token}'`,
    )
    expect((await server.ask('/articles', { headers: { cookie } })).status).toBe(200)
    const own = Object.keys(ROWS).filter((id) => ROUTES[id]?.right === 'self')
    expect(own.length).toBeGreaterThan(8)
    for (const id of own) {
      const { status, body } = await server.ask(fill(ROWS[id]?.path ?? '', her), { headers: { cookie } })
      expect([id, status]).toEqual([id, 403])
      expect(body).toMatch(/password/i)
    }
  })

  describe.each(isDeep ? STANDINGS : STANDINGS.slice(0, 1))('a member, $name,', (standing) => {
    let headers: Record<string, string>
    let personId: string
    beforeAll(async () => {
      const joined = await joinHer(server, standing)
      headers = { cookie: joined.cookie }
      personId = joined.personId
    })
    const has = (id: string) => mayEnter(id, standing)
    // Which rows a member reaches is a matter of the policies alone (decision 65).
    const reachesNothing = standing.isBlind && policies

    test.each(isOf('screen'))('opens %s only with its right', async (id, { path }) => {
      const address = fill(path, her)
      for (const spelling of isDeep ? toSpellings(address) : [address]) {
        const { status, body } = await server.ask(spelling, { headers })
        if (has(id)) expect([200, 202, 302, 404]).toContain(status)
        else expect([403, 404]).toContain(status)
        if (!has(id) || reachesNothing) expect(body).not.toContain(CANARY)
      }
      if (!has(id)) expect((await server.ask(address, { headers })).status).toBe(403)
    })

    test.each(
      withAttempts('screen', 'function').filter(([id]) => !has(id) || (reachesNothing && !isOfApi(id))),
    )('changes no rows with %s', async (id, { path, attempts = [] }) => {
      if (ROUTES[id]?.right === 'self') return // these are the person's own rows
      // With the right, a change begins and finds nothing. It is a run of the person.
      await expectUnchanged(async () => {
        for (const { headers: own, query: _, ...ask } of attempts.flatMap((attempt) => attempt(her))) {
          const answer = await server.ask(fill(path, her), {
            ...ask,
            headers: { apikey, ...own, ...headers },
          })
          expect(answer.body).not.toContain(CANARY)
          if (!has(id)) expect(answer.status).toBe(403)
        }
      }, personId)
    })
  })

  /** Returns the headers of the stranger, with a new session if an attempt has ended the old one. */
  async function enterAsStranger(): Promise<Record<string, string>> {
    const { status } = await server.ask('/articles', { headers: visitors.stranger })
    if (status !== 200) visitors.stranger = { cookie: await signIn(server, STRANGER) }
    return visitors.stranger
  }

  /** Returns the headers of a program of the stranger, signed in again if an attempt has ended its session. */
  async function enterAsStrangeProgram(): Promise<Record<string, string>> {
    const { status } = await server.ask('/v1/drafts', { headers: strangeProgram })
    if (status !== 200) strangeProgram = await signInClient(server, STRANGER)
    return strangeProgram
  }

  async function expectUnchanged(act: () => Promise<void>, memberId?: string): Promise<void> {
    const before = await herRows.read(memberId)
    await act()
    expect(await herRows.read(memberId)).toEqual(before)
  }

  async function expectNothingTold(
    path: string,
    attempt: (her: Owned) => Attempt | Attempt[],
    headers: Record<string, string>,
  ) {
    for (const { headers: own, query, ...ask } of [attempt(her)].flat()) {
      const address = fill(path, her) + (query === undefined ? '' : `?${query}`)
      const answer = await server.ask(address, { ...ask, headers: { ...own, ...headers } })
      expect(answer.body).not.toContain(CANARY)
    }
  }
})

/** How the people of the matrix stand in the account of Ines. `isBlind`: they reach none of her rows. */
const STANDINGS: (Pick<Standing, 'role'> & { name: string; isNamed: boolean; isBlind: boolean })[] = [
  { name: 'a contributor for a named site', role: 'contributor', isNamed: true, isBlind: true },
  { name: 'an author for a named site', role: 'author', isNamed: true, isBlind: true },
  { name: 'an editor for a named site', role: 'editor', isNamed: true, isBlind: false },
  { name: 'a contributor', role: 'contributor', isNamed: false, isBlind: false },
  { name: 'an author', role: 'author', isNamed: false, isBlind: false },
  { name: 'an editor', role: 'editor', isNamed: false, isBlind: false },
  { name: 'another owner', role: 'owner', isNamed: false, isBlind: false },
]

type MatrixRow = (typeof STANDINGS)[number]

/** Returns true if the table of rights lets a person of this standing use a route. */
function mayEnter(id: string, { role, isNamed }: MatrixRow): boolean {
  const right = ROUTES[id]?.right
  return (
    right === 'self' || listRights({ role, siteIds: isNamed ? [ID] : null }).some((each) => each === right)
  )
}

/** Makes a person who acts for the account of Ines, and returns the cookie of the session. */
async function joinHer(
  server: TestServer,
  { role, isNamed }: MatrixRow,
): Promise<{ cookie: string; personId: string }> {
  const { cookie, email } = await signUp(server)
  const sites = isNamed ? `array(select id from target_sites where name = 'Harbour')` : 'null'
  await queryStore(
    server,
    `update users set account_name = 'Newsroom' where email = '${HER}';
     insert into members (account_id, person_id, role, site_ids)
       select her.id, me.id, '${role}', ${sites} from users her, users me where her.email = '${HER}' and me.email = '${email}';
     update sessions set account_id = her.id from users her, users me
       where her.email = '${HER}' and me.email = '${email}' and sessions.user_id = me.id`,
  )
  const [me] = await queryStore<{ id: string }>(server, `select id from users where email = '${email}'`)
  return { cookie, personId: me?.id ?? '' }
}

const apikey = findPublicApiKey() // the tests and their servers have the same secret

const fill = (path: string, her: Owned) => {
  const ids = new Map(Object.entries(toApiRows(her)).map(([name, id]) => [name.toLowerCase(), id]))
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name.toLowerCase()) ?? 'missing')
}

async function signInClient(server: TestServer, email: string): Promise<{ authorization: string }> {
  const json = { email, password: PASSWORD }
  const { body } = await server.ask('/auth/v1/token?grant_type=password', { json, headers: { apikey } })
  return { authorization: `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}` }
}

/**
 * Returns a path in all spellings that might get past a check: letters, escapes, slashes, data, queries. Every day only
 * as a screen and as data, because `server/routes.test.ts` tests to which route a spelling leads.
 */
function toSpellings(path: string): string[] {
  if (!isDeep) return [path, `${path}.data`]
  const first = path.charAt(1)
  const escaped = `/%${first.charCodeAt(0).toString(16)}${path.slice(2)}`
  return [
    path,
    path.toUpperCase(),
    `${path}/`,
    escaped,
    `${path}?x=1`,
    `${path}.data`,
    `${path.toUpperCase()}.data`,
    `${path}.data?_routes=root`,
    `${path}/_.data`,
  ]
}

/** Returns the expected status: routes for programs have no data for screens. */
const orNoData = (spelling: string, status: number) => (isData(spelling) ? 405 : status)

const isData = (spelling: string) => spelling.includes('.data')

/** Returns where a response redirects to, up to `next`, even if the router wrote the redirect into data. */
function toRefusal({ headers, body }: { headers: { location?: string }; body: string }): string | undefined {
  return /\/auth(?:\/challenge)?\?next=/.exec(headers.location ?? body)?.[0]
}

async function signIn(server: TestServer, email: string): Promise<string> {
  const form = { intent: 'sign-in', email, password: PASSWORD }
  const { headers } = await server.ask('/auth', { form })
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

/** Inserts rows of Ines, such as an article, a site and a second factor. */
async function giveHerRows(server: TestServer, headers: Record<string, string>): Promise<Owned> {
  await server.ask('/publisher', {
    form: toDraft({ title: 'Hers', siteIds: await findSharedSite(server) }),
    headers,
  })
  const [siteId, factorId, runId, clientId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const [user] = await queryStore<{ id: string }>(server, `select id from users where email = '${HER}'`)
  const userId = user?.id ?? ''
  await queryStore(
    server,
    `insert into target_sites (id, name, url, kind, owner_id)
     values ('${siteId}', '${CANARY}', 'https://${CANARY}.example', 'hosted', '${userId}')`,
  )
  await queryStore(
    server,
    `insert into site_faces (site_id, tagline, before)
     values ('${siteId}', '${CANARY}', '{"face": {"tagline": "${CANARY}"}}')`,
  )
  await queryStore(
    server,
    `insert into factors (id, user_id, factor_type, status, friendly_name, phone)
     values ('${factorId}', '${userId}', 'phone', 'verified', '${CANARY}', '+4915112345678')`,
  )
  await queryStore(
    server,
    `insert into runs (id, user_id, kind, input, state, total, error, finished_at)
     values ('${runId}', '${userId}', 'backlinks', '{"mode":"fix"}', 'failed', 1, '${CANARY}', now())`,
  )
  await queryStore(
    server,
    `insert into sessions (id, user_id, token, kind, name, aal, expires_at)
     values ('${clientId}', '${userId}', '${uuidv7()}', 'api', '${CANARY}', 'aal2', now() + interval '1 hour')`,
  )
  await queryStore(server, `insert into seo_settings (user_id, site_name) values ('${userId}', '${CANARY}')`)
  await queryStore(
    server,
    `with provider as (
       insert into sign_in_providers (id, issuer, client_id, client_secret, default_role, role_claim, role_values)
       values ('${userId}', 'https://${CANARY}.example', '${CANARY}', 'x', 'author', '', '{}') returning id
     )
     insert into sign_in_domains (provider_id, domain, token) select id, 'ines.example', '${CANARY}' from provider`,
  )
  await queryStore(
    server,
    `with run as (
       insert into runs (id, user_id, kind, input, state, total, done, finished_at)
       values ('${uuidv7()}', '${userId}', 'links', '{}', 'done', 1, 1, now()) returning id
     ), checked as (
       insert into checked_articles (run_id, article_id, is_published)
       select run.id, b.id, true from run, blog_posts b where slug = 'hers' and origin_id is null returning *
     )
     insert into broken_links (run_id, article_id, place, words, address, fault)
     select run_id, article_id, 0, '${CANARY}', '/article/none', 'no-article' from checked`,
  )
  const [cityId, serviceId, pageId] = [uuidv7(), uuidv7(), uuidv7()]
  await queryStore(
    server,
    `with cities as (
       insert into cities (id, user_id, name, state, slug)
       values ('${cityId}', '${userId}', '${CANARY}', '${CANARY}', 'hers') returning user_id
     ), services as (
       insert into services (id, user_id, name, slug) values ('${serviceId}', '${userId}', '${CANARY}', 'hers')
     ), deleted as (
       insert into deleted_entries (user_id, kind, entries, count, labels)
       select '${userId}', kind, '[{"name": "${CANARY}", "state": "${CANARY}"}]', 1, '{${CANARY}}' from unnest('{cities,services}'::text[]) kind
     )
     insert into catalogue_imports (user_id, kind, file_name, records, report)
     select '${userId}', kind, '${CANARY}', '[]',
       '{"columns": {"used": [], "unused": []}, "repeated": {"count": 0, "first": []}, "refused": {"count": 0, "first": []}}'
     from unnest('{cities,services}'::text[]) kind`,
  )
  await queryStore(
    server,
    `with run as (
       insert into runs (id, user_id, kind, input, state, total, done, finished_at)
       values ('${uuidv7()}', '${userId}', 'audit', '{}', 'done', 1, 1, now()) returning id
     ), counted as (
       insert into page_counts (user_id, day, articles, published, noindex, unpublished, retired)
       values ('${userId}', now()::date, 1, 0, 0, 0, 0)
     )
     insert into audit_findings (run_id, article_id, kind, detail)
     select run.id, b.id, 'title-long', '${CANARY}' from run, blog_posts b where slug = 'hers' and origin_id is null`,
  )
  await queryStore(
    server,
    `with change as (
       insert into page_changes (id, user_id, origin, url, change, waiting_for)
       values ('${uuidv7()}', '${userId}', '${server.url}', '${server.url}/${CANARY}', 'changed', '{indexnow}')
     )
     insert into notice_receipts (id, user_id, engine, origin, addresses, examples, outcome, detail)
     values ('${uuidv7()}', '${userId}', 'indexnow', '${server.url}', 1, '{${CANARY}}', 'failed', '${CANARY}')`,
  )
  const draftId = uuidv7()
  const text = JSON.stringify({ ...NO_TEXT, title: CANARY })
  await queryStore(
    server,
    `insert into drafts (id, user_id, version, text) values ('${draftId}', '${userId}', 1, '${text}');
     insert into revisions (id, article_id, user_id, number, kind, cause, text, changed)
       select '${uuidv7()}', id, '${userId}', 90, 'saved', 'save', '${text}', '{}' from blog_posts where slug = 'hers' and origin_id is null;
     insert into revisions (id, article_id, user_id, site_id, number, kind, cause, text, changed)
       select '${uuidv7()}', id, '${userId}', '${siteId}', 1, 'published', 'variation', '${text}', '{}' from blog_posts where slug = 'hers' and origin_id is null;
     insert into plans (id, user_id, article_id, kind, due_at, revision, site_ids)
       select '${PLAN_ID}', '${userId}', id, 'publish', now() + interval '1 year', 90, '{}' from blog_posts
         where slug = 'hers' and origin_id is null;
     insert into tags (user_id, tag_key, description) values ('${userId}', '${CANARY}', '${CANARY}');
     insert into author_profiles (user_id, name, biography) values ('${userId}', 'A', '${CANARY}');
     insert into invitations (id, account_id, made_by, email, role, hash)
       values ('${INVITATION_ID}', '${userId}', '${userId}', '${CANARY}@example.org', 'author', '${CANARY}');
     insert into proposals (id, account_id, person_id, session_id, agent, operation, request)
       values ('${PROPOSAL_ID}', '${userId}', '${userId}', '${uuidv7()}', '${CANARY}', 'createDraft', '{"method": "POST", "path": "/v1/drafts", "ifMatch": null, "body": {"title": "${CANARY}"}}');
     insert into webhooks (id, user_id, url, kinds)
       values ('${WEBHOOK_ID}', '${userId}', 'https://${CANARY}.example/', '{member.left}');
     insert into webhook_messages (id, webhook_id, kind, data, due_at)
       values ('${MESSAGE_ID}', '${WEBHOOK_ID}', 'webhook.test', '{"canary": "${CANARY}"}', null);
     insert into draft_shares (id, user_id, draft_id, ends_at)
       values ('${SHARE_ID}', '${userId}', '${draftId}', now() + interval '1 day')`,
  )
  const pictureId = uuidv7()
  await queryStore(
    server,
    `insert into uploads (id, user_id, hash, width, height, bytes, alt, created_at)
     values ('${pictureId}', '${userId}', '${CANARY}', 60, 40, 1, '${CANARY}', now() - interval '2 days')`,
  )
  const sessions = await queryStore<{ id: string }>(
    server,
    `update sessions set aal = 'aal2' where id = (select min(id::text)::uuid from sessions where user_id = '${userId}' and kind = 'browser')
     returning id`,
  )
  const [article] = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where slug = 'hers' and origin_id is null`,
  )
  await queryStore(
    server,
    `insert into generated_pages (id, user_id, slug, meta_title, content)
     values ('${pageId}', '${userId}', '${CANARY}', '${CANARY}', '${CANARY}')`,
  )
  await queryStore(
    server,
    `insert into landing_templates (user_id, title, description, body, below_gate)
     values ('${userId}', '${CANARY}', '', '${CANARY}', 'noindex')`,
  )
  await queryStore(
    server,
    `insert into review_notes (id, user_id, article_id, made_by, body)
     select '${NOTE_ID}', user_id, id, user_id, '${CANARY}' from blog_posts where slug = 'hers' and origin_id is null`,
  )
  await queryStore(
    server,
    `insert into reviews (user_id, article_id, state, revision, submitted_by, message)
     select user_id, id, 'waiting', 1, user_id, '${CANARY}' from blog_posts where slug = 'hers' and origin_id is null`,
  )
  const result = { id: article?.id, title: CANARY, status: 'success', links: [] }
  await queryStore(
    server,
    `insert into run_items (run_id, item_id, version, result)
     values ('${runId}', '${article?.id}', 1, '${JSON.stringify(result)}')`,
  )
  const importId = uuidv7()
  const picture = `GIF8 ${CANARY}`
  await queryStore(
    server,
    `with import as (
       insert into imports (id, user_id, file_name, state, files)
       values ('${importId}', '${userId}', '${CANARY}', 'read', '[{"name": "her.gif", "bytes": ${picture.length}}]') returning id
     ), chunk as (
       insert into import_chunks (import_id, number, bytes) select id, 0, '${picture}'::bytea from import
     )
     insert into import_records (import_id, position, place, title, found, record)
     select id, 0, '${CANARY}', '${CANARY}', 'new', '${JSON.stringify(FOUND)}' from import`,
  )
  const sessionId = sessions[0]?.id ?? ''
  return {
    accountId: userId,
    importId,
    articleId: article?.id ?? '',
    siteId,
    sessionId,
    factorId,
    runId,
    cityId,
    serviceId,
    draftId,
    pictureId,
    pageId,
    clientId,
  }
}

async function findSharedSite(server: TestServer): Promise<string> {
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  return site?.id ?? ''
}

const dropPolicies = (server: TestServer) =>
  queryStore(
    server,
    `do $$ declare t text; begin
       for t in select relname from pg_class where relrowsecurity loop
         execute format('alter table %I disable row level security', t);
       end loop;
     end $$`,
  )
