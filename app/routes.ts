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
  route('feed.xml', 'routes/feeds/rss.ts'),
  route('functions/v1/generate-rss', 'routes/feeds/rss.ts', { id: 'routes/feeds/generate-rss' }),

  route('auth', 'routes/auth/auth.tsx'),
  route('auth/session', 'routes/auth/session.ts'),

  layout('routes/desk/layout.tsx', [route('publisher', 'routes/desk/publisher.tsx')]),
] satisfies RouteConfig
