import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('article/:slug', 'routes/site/article.tsx'),
    route('category/:category', 'routes/site/category.tsx'),
    route('author/:author', 'routes/site/author.tsx'),
    route('search', 'routes/site/search.tsx'),
    route('*', 'routes/site/landing-page.tsx'),
  ]),
  route('search.json', 'routes/site/search-answers.ts'),
  route('covers/:name', 'routes/site/cover.ts'),
  route('social.png', 'routes/site/home-image.ts'),
  route('article/:slug/social.png', 'routes/site/article-image.ts'),
  route('category/:category/social.png', 'routes/site/category-image.ts'),
  route('author/:author/social.png', 'routes/site/author-image.ts'),
  route('search/social.png', 'routes/site/search-image.ts'),
  route(':slug/social.png', 'routes/site/landing-page-image.ts'),

  route('feed.xml', 'routes/feeds/rss.ts'),
  route('feed.atom', 'routes/feeds/atom.ts'),
  route('feed.json', 'routes/feeds/json-feed.ts'),
  route('category/:category/feed.xml', 'routes/feeds/rss.ts', { id: 'routes/feeds/category-rss' }),
  route('category/:category/feed.atom', 'routes/feeds/atom.ts', { id: 'routes/feeds/category-atom' }),
  route('category/:category/feed.json', 'routes/feeds/json-feed.ts', { id: 'routes/feeds/category-json' }),
  route('author/:author/feed.xml', 'routes/feeds/rss.ts', { id: 'routes/feeds/author-rss' }),
  route('author/:author/feed.atom', 'routes/feeds/atom.ts', { id: 'routes/feeds/author-atom' }),
  route('author/:author/feed.json', 'routes/feeds/json-feed.ts', { id: 'routes/feeds/author-json' }),
  route('functions/v1/generate-rss', 'routes/feeds/rss.ts', { id: 'routes/feeds/generate-rss' }),
  route('sitemap.xml', 'routes/feeds/sitemap.ts'),
  route('sitemaps/lists.xml', 'routes/feeds/sitemap-lists.ts'),
  route('sitemaps/news.xml', 'routes/feeds/sitemap-news.ts'),
  route('sitemaps/:name', 'routes/feeds/sitemap-articles.ts'),
  route('functions/v1/generate-sitemap', 'routes/feeds/sitemap.ts', { id: 'routes/feeds/generate-sitemap' }),
  route('robots.txt', 'routes/feeds/robots.ts'),
  route('llms.txt', 'routes/feeds/llms.ts'),
  route('article/:slug.md', 'routes/feeds/article-markdown.ts'),
  route('article/:slug.json', 'routes/feeds/article-json.ts'),
  route('articles.json', 'routes/feeds/articles-json.ts'),
  route('category/:category/articles.json', 'routes/feeds/articles-json.ts', {
    id: 'routes/feeds/category-articles-json',
  }),
  route('author/:author/articles.json', 'routes/feeds/articles-json.ts', {
    id: 'routes/feeds/author-articles-json',
  }),

  route('.well-known/jwks.json', 'routes/feeds/jwks.ts'),

  route('auth', 'routes/auth/auth.tsx'),
  route('auth/forgot', 'routes/auth/forgot.tsx'),
  route('auth/reset', 'routes/auth/reset.tsx'),
  route('auth/verify', 'routes/auth/verify.tsx'),
  route('auth/session', 'routes/auth/session.ts'),
  route('auth/challenge', 'routes/auth/challenge.tsx'),
  route('auth/v1', 'routes/auth/api/layout.ts', [
    route('signup', 'routes/auth/api/sign-up.ts'),
    route('token', 'routes/auth/api/token.ts'),
    route('logout', 'routes/auth/api/sign-out.ts'),
    route('user', 'routes/functions/user.ts'),
    route('factors', 'routes/functions/factors.ts'),
    route('factors/:factorId', 'routes/functions/factor.ts'),
    route('factors/:factorId/challenge', 'routes/auth/api/challenge.ts'),
    route('factors/:factorId/verify', 'routes/auth/api/verify.ts'),
  ]),

  route('functions/v1/publish-to-sites', 'routes/functions/publish-to-sites.ts'),
  route('functions/v1/runs/:id', 'routes/functions/run.ts'),
  route('functions/v1/runs/:id/events', 'routes/functions/run-events.ts'),

  layout('routes/desk/layout.tsx', [
    route('publisher', 'routes/desk/publisher.tsx'),
    layout('routes/desk/account-layout.tsx', [
      route('account', 'routes/desk/account.tsx'),
      route('account/factors', 'routes/desk/factors.tsx'),
      route('account/tokens', 'routes/desk/access-tokens.tsx'),
    ]),
  ]),
] satisfies RouteConfig
