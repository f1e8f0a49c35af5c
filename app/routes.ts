import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'

/** Returns a function that makes the routes of a folder. `as` is a separate id for a second path of the same module. */
const inFolder = (folder: string) => (path: string, file: string, as?: string) =>
  route(path, `routes/${folder}/${file}`, as === undefined ? {} : { id: `routes/${folder}/${as}` })

const [site, feed, auth, shared] = [inFolder('site'), inFolder('feeds'), inFolder('auth'), inFolder('shared')]
const [account, program, desk] = [inFolder('auth/api'), inFolder('functions'), inFolder('desk')]
const api = inFolder('api')

/** Returns the feed routes for the articles that a page lists; without `list`, for those of the whole site. */
const feedsOf = (path: string, list?: string): RouteConfigEntry[] => [
  feed(`${path}feed.xml`, 'rss.ts', list && `${list}-rss`),
  feed(`${path}feed.atom`, 'atom.ts', list && `${list}-atom`),
  feed(`${path}feed.json`, 'json-feed.ts', list && `${list}-json`),
  feed(`${path}articles.json`, 'articles-json.ts', list && `${list}-articles-json`),
]

/** Returns the routes of cities or services: the list, the import of a file, and one entry. */
const catalogueOf = (path: string, one: string): RouteConfigEntry[] => [
  desk(path, 'manage-catalogue.tsx', path),
  desk(`${path}/import`, 'manage-catalogue-import.tsx', `${path}-import`),
  desk(`${path}/:entryId`, 'manage-catalogue-entry.tsx', `manage-${one}`),
]

export default [
  // Readers.
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    site('article/:slug', 'article.tsx'),
    site('category/:category', 'category.tsx'),
    site('author/:author', 'author.tsx'),
    site('search', 'search.tsx'),
    site('*', 'landing-page.tsx'),
  ]),
  site('search.json', 'search-answers.ts'),
  site('covers/:name', 'cover.ts'),
  site('face/:name', 'face.ts'),
  shared('draft/:token', 'draft.tsx'),
  site('uploads/:name', 'upload.ts'),
  site('social.png', 'home-image.ts'),
  site('article/:slug/social.png', 'article-image.ts'),
  site('category/:category/social.png', 'category-image.ts'),
  site('author/:author/social.png', 'author-image.ts'),
  site('search/social.png', 'search-image.ts'),
  site(':slug/social.png', 'landing-page-image.ts'),

  // Feed readers, search engines and other programs that read.
  ...feedsOf(''),
  ...feedsOf('category/:category/', 'category'),
  ...feedsOf('author/:author/', 'author'),
  feed('functions/v1/generate-rss', 'rss.ts', 'generate-rss'),
  feed('functions/v1/generate-sitemap', 'sitemap.ts', 'generate-sitemap'),
  feed('sitemap.xml', 'sitemap.ts'),
  feed('sitemaps/lists.xml', 'sitemap-lists.ts'),
  feed('sitemaps/news.xml', 'sitemap-news.ts'),
  feed('sitemaps/:name', 'sitemap-articles.ts'),
  feed('robots.txt', 'robots.ts'),
  feed('llms.txt', 'llms.ts'),
  feed('openapi.json', 'openapi.ts'),
  feed('article/:slug.md', 'article-markdown.ts'),
  feed('article/:slug.json', 'article-json.ts'),
  feed('.well-known/jwks.json', 'jwks.ts'),
  feed('.well-known/broadsheet', 'domain-proof.ts'),
  feed('.well-known/security.txt', 'security.ts'),

  // People who sign in.
  auth('auth', 'auth.tsx'),
  auth('auth/forgot', 'forgot.tsx'),
  auth('auth/reset', 'reset.tsx'),
  auth('auth/verify', 'verify.tsx'),
  auth('auth/session', 'session.ts'),
  auth('auth/challenge', 'challenge.tsx'),
  auth('auth/company', 'company.tsx'),
  auth('auth/company/link', 'company-link.tsx'),
  auth('auth/callback/:accountId', 'company-callback.tsx'),
  auth('invite/:token', 'invite.tsx'),

  // Programs of an operator.
  route('auth/v1', 'routes/auth/api/layout.ts', [
    account('signup', 'sign-up.ts'),
    account('token', 'token.ts'),
    account('logout', 'sign-out.ts'),
    program('user', 'user.ts'),
    program('factors', 'factors.ts'),
    program('factors/:factorId', 'factor.ts'),
    account('factors/:factorId/challenge', 'challenge.ts'),
    account('factors/:factorId/verify', 'verify.ts'),
  ]),
  program('functions/v1/insert-backlinks', 'insert-backlinks.ts'),
  program('functions/v1/insert-backlinks-single', 'insert-backlinks-single.ts'),
  program('functions/v1/publish-to-sites', 'publish-to-sites.ts'),
  program('functions/v1/generate-landing-pages', 'generate-landing-pages.ts'),
  program('functions/v1/ping-search-engines', 'ping-search-engines.ts'),
  program('functions/v1/runs/:id', 'run.ts'),
  program('functions/v1/runs/:id/events', 'run-events.ts'),
  route('v1', 'routes/api/layout.ts', [
    api('sites', 'sites.ts'),
    api('articles', 'articles.ts'),
    api('articles/:articleId', 'article.ts'),
    api('articles/:articleId/publish', 'publish.ts'),
    api('articles/:articleId/unpublish', 'unpublish.ts'),
    api('articles/:articleId/revisions', 'revisions.ts'),
    api('articles/:articleId/revisions/:number', 'revision.ts'),
    api('articles/:articleId/plans', 'plans.ts'),
    api('articles/:articleId/plans/:planId', 'plan.ts'),
    api('articles/:articleId/deliveries', 'deliveries.ts'),
    api('articles/:articleId/redirects', 'redirects.ts'),
    api('drafts', 'drafts.ts'),
    api('drafts/:draftId', 'draft.ts'),
    api('drafts/:draftId/publish', 'draft-publish.ts'),
    api('*', 'unknown.ts'),
  ]),

  // Operators.
  layout('routes/desk/layout.tsx', [
    desk('articles', 'articles.tsx'),
    desk('calendar', 'calendar.tsx'),
    desk('pictures', 'pictures.tsx'),
    desk('tags', 'tags.tsx'),
    desk('authors', 'authors.tsx'),
    desk('import', 'import.tsx'),
    desk('publisher', 'publisher.tsx'),
    desk('pictures/:pictureId', 'picture.tsx'),
    desk('articles/undo', 'undo.tsx'),
    desk('articles/:articleId', 'edit-article.tsx'),
    desk('articles/:articleId/revisions', 'revisions.tsx'),
    desk('articles/:articleId/schedule', 'schedule.tsx'),
    desk('drafts/:draftId/share', 'share-draft.tsx'),
    desk('backlink-fixer', 'backlink-fixer.tsx'),
    desk('backlink-fixer/report', 'link-report.tsx'),
    desk('manage-sites', 'manage-sites.tsx'),
    desk('manage-sites/new', 'manage-sites-new.tsx'),
    desk('manage-sites/:siteId', 'manage-site.tsx'),
    desk('seo-dashboard', 'seo-dashboard.tsx'),
    desk('seo-dashboard/pages', 'landing-pages.tsx'),
    desk('seo-dashboard/pages/template', 'landing-pages-template.tsx'),
    desk('seo-dashboard/pages/:pageId', 'own-landing-page.tsx'),
    desk('seo-dashboard/audit', 'seo-audit.tsx'),
    desk('seo-dashboard/notices', 'notices.tsx'),
    desk('seo-settings', 'seo-settings.tsx'),
    ...catalogueOf('manage-cities', 'city'),
    ...catalogueOf('manage-services', 'service'),
    desk('account', 'account.tsx'),
    desk('account/factors', 'factors.tsx'),
    desk('account/tokens', 'access-tokens.tsx'),
    desk('account/data', 'account-data.tsx'),
    desk('account/accounts', 'own-accounts.tsx'),
    desk('members', 'members.tsx'),
    desk('members/sign-in', 'single-sign-on.tsx'),
    desk('members/data', 'members-data.tsx'),
    desk('record', 'record.tsx'),
  ]),
  desk('publisher/preview', 'preview.tsx'),
  desk('manage-sites/:siteId/preview', 'site-preview.tsx'),
  desk('manage-sites/:siteId/preview-sheet', 'site-preview-sheet.ts'),
  desk('drafts/:draftId/link', 'share-link.ts'),
  desk('import/preview/:position', 'import-preview.tsx'),
  desk('import/picture/*', 'import-picture.ts'),
  desk('uploads', 'uploads.ts'),
  desk('pictures/find', 'find-pictures.ts'),
  desk('articles/labels', 'article-labels.ts'),
  desk('articles/find', 'find-articles.ts'),
  desk('drafts/:draftId', 'draft.ts'),
  desk('account/export', 'account-export.ts'),
  desk('record/export', 'record-export.ts'),
  desk('members/export', 'members-export.ts'),
] satisfies RouteConfig
