import type { RouteConfigEntry } from '@react-router/dev/routes'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPublicApiKey } from '../app/features/tokens/queries.server.ts'
import type { Access } from '../app/platform/request-context.server.ts'
import routes from '../app/routes.ts'
import {
  type Ask,
  addSite,
  queryStore,
  signUp,
  startLastingServer,
  type TestServer,
} from './support/server.ts'
import { isDeep } from './support/tier.ts'

/** Stands in everything that only Ines may see. */
const CANARY = 'canary-of-ines'

const ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'

interface Row {
  access: Access
  /** `{factorId}` and the like stand for ids of what is Ines's. */
  path: string
  /** The address is of something that is hers: to anybody else there is nothing at it. */
  isHers?: boolean
  /** It is a file: nobody gets it as data of a screen. */
  isFile?: boolean
  /** What a stranger sends to change rows of Ines. */
  attempts?: ((her: Owned) => Ask)[]
}

interface Owned {
  articleId: string
  siteId: string
  sessionId: string
  factorId: string
  runId: string
  cityId: string
  serviceId: string
  /** Of a landing page that is not published. */
  pageId: string
  /** Of a session of an API client. */
  clientId: string
}

/** Every route of the product: who may ask for it, and an address that it answers. A route without a row fails. */
const ROWS: Record<string, Row> = {
  'routes/site/home': { access: 'public', path: '/' },
  'routes/site/article': { access: 'public', path: '/article/hers' },
  'routes/site/category': { access: 'public', path: '/category/travel' },
  'routes/site/author': { access: 'public', path: '/author/Ines' },
  'routes/site/search': { access: 'public', path: '/search?q=hers' },
  'routes/site/landing-page': { access: 'public', path: '/anything-else' },
  'routes/site/search-answers': { access: 'public', path: '/search.json?q=hers' },
  'routes/site/upload': { access: 'public', path: `/uploads/${ID}-60x40.webp` },
  'routes/site/cover': { access: 'public', path: '/covers/hers.svg' },
  'routes/site/home-image': { access: 'public', path: '/social.png' },
  'routes/site/article-image': { access: 'public', path: '/article/hers/social.png' },
  'routes/site/category-image': { access: 'public', path: '/category/travel/social.png' },
  'routes/site/author-image': { access: 'public', path: '/author/Ines/social.png' },
  'routes/site/search-image': { access: 'public', path: '/search/social.png' },
  'routes/site/landing-page-image': { access: 'public', path: '/anything/social.png' },
  'routes/feeds/rss': { access: 'public', path: '/feed.xml' },
  'routes/feeds/atom': { access: 'public', path: '/feed.atom' },
  'routes/feeds/json-feed': { access: 'public', path: '/feed.json' },
  'routes/feeds/category-rss': { access: 'public', path: '/category/travel/feed.xml' },
  'routes/feeds/category-atom': { access: 'public', path: '/category/travel/feed.atom' },
  'routes/feeds/category-json': { access: 'public', path: '/category/travel/feed.json' },
  'routes/feeds/author-rss': { access: 'public', path: '/author/Ines/feed.xml' },
  'routes/feeds/author-atom': { access: 'public', path: '/author/Ines/feed.atom' },
  'routes/feeds/author-json': { access: 'public', path: '/author/Ines/feed.json' },
  'routes/feeds/generate-rss': { access: 'public', path: '/functions/v1/generate-rss' },
  'routes/feeds/sitemap': { access: 'public', path: '/sitemap.xml' },
  'routes/feeds/sitemap-lists': { access: 'public', path: '/sitemaps/lists.xml' },
  'routes/feeds/sitemap-news': { access: 'public', path: '/sitemaps/news.xml' },
  'routes/feeds/sitemap-articles': { access: 'public', path: '/sitemaps/articles-1.xml' },
  'routes/feeds/generate-sitemap': { access: 'public', path: '/functions/v1/generate-sitemap' },
  'routes/feeds/robots': { access: 'public', path: '/robots.txt' },
  'routes/feeds/llms': { access: 'public', path: '/llms.txt' },
  'routes/feeds/jwks': { access: 'public', path: '/.well-known/jwks.json' },
  'routes/feeds/domain-proof': { access: 'public', path: '/.well-known/broadsheet' },
  'routes/feeds/article-markdown': { access: 'public', path: '/article/hers.md' },
  'routes/feeds/article-json': { access: 'public', path: '/article/hers.json' },
  'routes/feeds/articles-json': { access: 'public', path: '/articles.json' },
  'routes/feeds/category-articles-json': { access: 'public', path: '/category/travel/articles.json' },
  'routes/feeds/author-articles-json': { access: 'public', path: '/author/Ines/articles.json' },
  'routes/auth/auth': { access: 'open', path: '/auth' },
  'routes/auth/session': { access: 'open', path: '/auth/session' },
  'routes/auth/verify': { access: 'open', path: '/auth/verify?token=x' },
  'routes/auth/forgot': { access: 'open', path: '/auth/forgot' },
  'routes/auth/reset': { access: 'open', path: '/auth/reset?token=x' },
  'routes/auth/confirm': { access: 'open', path: '/auth/confirm' },
  'routes/auth/challenge': { access: 'open', path: '/auth/challenge' },
  'routes/auth/api/sign-up': { access: 'api', path: '/auth/v1/signup' },
  'routes/auth/api/token': {
    access: 'api',
    path: '/auth/v1/token',
    attempts: [() => ({ json: { email: HER, password: 'not the password' } })],
  },
  'routes/auth/api/sign-out': { access: 'api', path: '/auth/v1/logout', attempts: [() => ({ json: {} })] },
  'routes/auth/api/challenge': {
    access: 'api',
    path: '/auth/v1/factors/{factorId}/challenge',
    attempts: [() => ({ method: 'POST' })],
  },
  'routes/auth/api/verify': {
    access: 'api',
    path: '/auth/v1/factors/{factorId}/verify',
    attempts: [() => ({ json: { challenge_id: ID, code: '123456' } })],
  },
  'routes/functions/user': { access: 'function', path: '/auth/v1/user' },
  'routes/functions/factors': {
    access: 'function',
    path: '/auth/v1/factors',
    attempts: [() => ({ json: { factor_type: 'totp', friendly_name: 'Mine' } })],
  },
  'routes/functions/factor': {
    access: 'function',
    path: '/auth/v1/factors/{factorId}',
    attempts: [() => ({ method: 'DELETE' })],
  },
  'routes/desk/publisher': {
    access: 'screen',
    path: '/publisher',
    attempts: [
      ({ siteId }) => ({ form: toDraft({ siteIds: siteId }) }),
      ({ articleId }) => ({ form: toDraft({ id: articleId }) }),
    ],
  },
  'routes/desk/preview': {
    access: 'screen',
    path: '/publisher/preview',
    attempts: [({ articleId }) => ({ form: toDraft({ id: articleId }) })],
  },
  'routes/desk/uploads': { access: 'screen', path: '/uploads', attempts: [() => ({ body: 'no picture' })] },
  'routes/desk/articles': {
    access: 'screen',
    path: '/articles',
    attempts: ['redeliver', 'publish', 'unpublish'].map((intent) => ({ articleId }) => ({
      form: { intent, articleId },
    })),
  },
  'routes/desk/edit-article': {
    access: 'screen',
    path: '/articles/{articleId}',
    isHers: true,
    attempts: ['save', 'publish', 'unpublish', 'delete', 'forget', 'redeliver'].map((intent) => () => ({
      form: toDraft({ intent, slug: 'mine', version: '2026-01-01T00:00:00.000Z' }),
    })),
  },
  'routes/desk/link-report': {
    access: 'screen',
    path: '/backlink-fixer/report',
    attempts: [() => ({ form: {} })],
  },
  'routes/desk/seo-dashboard': { access: 'screen', path: '/seo-dashboard' },
  'routes/desk/seo-audit': {
    access: 'screen',
    path: '/seo-dashboard/audit?kind=title-long',
    attempts: [() => ({ form: {} })],
  },
  'routes/desk/seo-settings': {
    access: 'screen',
    path: '/seo-settings',
    attempts: [() => ({ form: { siteName: 'Mine', user_id: ID } })],
  },
  'routes/desk/landing-pages': {
    access: 'screen',
    path: '/seo-dashboard/pages',
    attempts: [() => ({ form: {} })],
  },
  'routes/desk/landing-pages-template': {
    access: 'screen',
    path: '/seo-dashboard/pages/template',
    attempts: [() => ({ form: { intent: 'reset' } })],
  },
  'routes/desk/own-landing-page': {
    access: 'screen',
    path: '/seo-dashboard/pages/{pageId}',
    isHers: true,
  },
  'routes/desk/manage-sites': { access: 'screen', path: '/manage-sites' },
  'routes/desk/manage-sites-new': {
    access: 'screen',
    path: '/manage-sites/new',
    attempts: [
      ({ siteId }) => ({ form: { intent: 'add', id: siteId, name: 'Mine', url: 'https://mine.example' } }),
      ({ siteId }) => ({ form: { intent: 'test', siteId, url: '' } }),
    ],
  },
  'routes/desk/manage-site': {
    access: 'screen',
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
    ],
  },
  'routes/desk/manage-cities': {
    access: 'screen',
    path: '/manage-cities',
    attempts: [
      ({ cityId }) => ({ form: { intent: 'delete', ids: cityId } }),
      () => ({ form: { intent: 'delete', all: '1' } }),
      () => ({ form: { intent: 'restore' } }),
      ({ cityId }) => ({ form: { intent: 'add', id: cityId, name: 'Mine', state: 'Mine' } }),
    ],
  },
  'routes/desk/manage-cities-import': {
    access: 'screen',
    path: '/manage-cities/import',
    attempts: [
      () => ({ form: { intent: 'read', pasted: 'name,state\nMine,Mine' } }),
      () => ({ form: { intent: 'import', updates: '1' } }),
      () => ({ form: { intent: 'discard' } }),
    ],
  },
  'routes/desk/manage-city': {
    access: 'screen',
    path: '/manage-cities/{cityId}',
    isHers: true,
    attempts: [() => ({ form: { intent: 'save', name: 'Mine', state: 'Mine' } })],
  },
  'routes/desk/manage-services': {
    access: 'screen',
    path: '/manage-services',
    attempts: [
      ({ serviceId }) => ({ form: { intent: 'delete', ids: serviceId } }),
      () => ({ form: { intent: 'delete', all: '1' } }),
      () => ({ form: { intent: 'restore' } }),
      ({ serviceId }) => ({ form: { intent: 'add', id: serviceId, name: 'Mine', state: 'Mine' } }),
    ],
  },
  'routes/desk/manage-services-import': {
    access: 'screen',
    path: '/manage-services/import',
    attempts: [
      () => ({ form: { intent: 'read', pasted: 'name,state\nMine,Mine' } }),
      () => ({ form: { intent: 'import', updates: '1' } }),
      () => ({ form: { intent: 'discard' } }),
    ],
  },
  'routes/desk/manage-service': {
    access: 'screen',
    path: '/manage-services/{serviceId}',
    isHers: true,
    attempts: [() => ({ form: { intent: 'save', name: 'Mine', state: 'Mine' } })],
  },
  'routes/desk/account': {
    access: 'screen',
    path: '/account',
    attempts: [
      ({ sessionId }) => ({ form: { intent: 'end-session', sessionId } }),
      () => ({ form: { intent: 'end-other-sessions' } }),
      () => ({ form: { intent: 'change-password', password: PASSWORD, newPassword: PASSWORD } }),
    ],
  },
  'routes/desk/account-data': {
    access: 'screen',
    path: '/account/data',
    attempts: [
      () => ({ form: { intent: 'keep' } }),
      () => ({ form: { intent: 'delete', password: 'not the password' } }),
    ],
  },
  'routes/desk/factors': {
    access: 'screen',
    path: '/account/factors',
    attempts: [
      ({ factorId }) => ({ form: { intent: 'remove', factorId } }),
      ({ factorId }) => ({ form: { intent: 'challenge', factorId } }),
      ({ factorId }) => ({ form: { intent: 'verify', factorId, code: '123456' } }),
      () => ({ form: { intent: 'recovery-codes' } }),
    ],
  },
  'routes/desk/access-tokens': {
    access: 'screen',
    path: '/account/tokens',
    attempts: [({ clientId }) => ({ form: { intent: 'end', id: clientId } })],
  },
  'routes/desk/backlink-fixer': {
    access: 'screen',
    path: '/backlink-fixer',
    attempts: [
      () => ({ form: { intent: 'fix' } }),
      () => ({ form: { intent: 'try' } }),
      ({ runId }) => ({ form: { intent: 'undo', runId } }),
      ({ runId, articleId }) => ({ form: { intent: 'undo-one', runId, articleId } }),
    ],
  },
  'routes/functions/insert-backlinks': {
    access: 'function',
    path: '/functions/v1/insert-backlinks',
    attempts: [() => ({ method: 'POST' })],
  },
  'routes/functions/generate-landing-pages': {
    access: 'function',
    path: '/functions/v1/generate-landing-pages',
    attempts: [() => ({ json: { regenerateAll: true } })],
  },
  'routes/functions/insert-backlinks-single': {
    access: 'function',
    path: '/functions/v1/insert-backlinks-single',
    attempts: [() => ({ json: { content: 'Hers.', canonicalUrl: 'https://example.com/hers' } })],
  },
  'routes/functions/publish-to-sites': {
    access: 'function',
    path: '/functions/v1/publish-to-sites',
    attempts: [
      ({ articleId, siteId }) => ({
        json: { blogPostId: articleId, selectedSiteIds: [siteId], generateVariations: false },
      }),
    ],
  },
  'routes/desk/notices': {
    access: 'screen',
    path: '/seo-dashboard/notices',
    attempts: [() => ({ form: {} })],
  },
  'routes/functions/ping-search-engines': {
    access: 'function',
    path: '/functions/v1/ping-search-engines',
    attempts: [() => ({ method: 'POST' })],
  },
  'routes/functions/run': { access: 'function', path: '/functions/v1/runs/{runId}' },
  'routes/functions/run-events': { access: 'function', path: '/functions/v1/runs/{runId}/events' },
  'routes/desk/account-export': { access: 'screen', path: '/account/export', isFile: true },
}

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

/** The ids of all routes that answer by themselves, as the build names them. */
const listIds = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap((entry) =>
    entry.children ? listIds(entry.children) : [entry.id ?? entry.file.replace(/\.tsx?$/, '')],
  )

test('every route has its row, and every row its route', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(listIds(routes).toSorted())
})

const isOf = (access: Access) => Object.entries(ROWS).filter(([, row]) => row.access === access)

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
  /** Headers of: nobody, Ines, a stranger, and Ines when she has not shown her second factor yet. */
  let visitors: Record<'nobody' | 'ines' | 'stranger' | 'halfway', Record<string, string>>

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
  })
  afterAll(async () => {
    await server.end()
  })

  test.each(isOf('public'))('%s answers everybody alike', async (_id, { path }) => {
    const answers = await Promise.all(Object.values(visitors).map((headers) => server.ask(path, { headers })))
    const [first] = answers
    for (const answer of answers) {
      expect(answer.status).toBe(first?.status)
      expect(answer.bytes.equals(first?.bytes ?? Buffer.of())).toBe(true)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test.each(isOf('open'))('%s tells a stranger nothing of Ines', async (_id, { path }) => {
    for (const headers of [visitors.nobody, visitors.stranger]) {
      expect((await server.ask(path, { headers })).body).not.toContain(CANARY)
    }
  })

  describe.each(isOf('screen'))('%s', (_id, { path, isHers = false, isFile = false }) => {
    test.each(toSpellings(path))('leads nobody to signing in: %s', async (spelling) => {
      const answer = await server.ask(fill(spelling, her))
      expect(toRefusal(answer)).toBe(isFile && isData(spelling) ? undefined : '/auth?next=')
      expect(answer.body).not.toContain(CANARY)
    })

    test.each(toSpellings(path))('leads a session without its second factor to it: %s', async (spelling) => {
      const answer = await server.ask(fill(spelling, her), { headers: visitors.halfway })
      expect(toRefusal(answer)).toBe(isFile && isData(spelling) ? undefined : '/auth/challenge?next=')
      expect(answer.body).not.toContain(CANARY)
    })

    test('opens to Ines, and to a stranger with nothing of hers', async () => {
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
    '%s changes nothing of hers for anybody else',
    async (_id, { path, attempts = [] }) => {
      await expectUnchanged(async () => {
        for (const attempt of attempts) {
          for (const headers of [visitors.nobody, visitors.halfway, await enterAsStranger()])
            await expectNothingTold(path, attempt, headers)
        }
      })
    },
  )

  describe.each([...isOf('function'), ...isOf('api')])('%s', (_id, { access, path }) => {
    test.each(toSpellings(path))(
      'asks for the public key, and for a session where it needs one: %s',
      async (spelling) => {
        expect((await server.ask(fill(spelling, her))).status).toBe(orNoData(spelling, 401))
        if (access !== 'function') return
        const answer = await server.ask(fill(spelling, her), { headers: { apikey } })
        expect(answer.status).toBe(orNoData(spelling, 401))
        expect(answer.body).not.toContain(CANARY)
      },
    )
  })

  describe.each(isOf('function'))('%s', (_id, { path }) => {
    test.each(toSpellings(path))('refuses a session without its second factor: %s', async (spelling) => {
      for (const headers of [visitors.halfway, await signInClient(server, HER)]) {
        const answer = await server.ask(fill(spelling, her), { headers: { apikey, ...headers } })
        expect(answer.status).toBe(orNoData(spelling, 403))
        expect(answer.body).not.toContain(CANARY)
      }
    })
  })

  test.each(withAttempts('function', 'api'))(
    '%s changes nothing of hers for anybody else',
    async (_id, { path, attempts = [] }) => {
      await expectUnchanged(async () => {
        for (const attempt of attempts) {
          const stranger = await signInClient(server, STRANGER)
          for (const headers of [visitors.nobody, visitors.halfway, stranger])
            await expectNothingTold(path, attempt, { apikey, ...headers })
        }
      })
    },
  )

  /** The stranger's session, or a new one: an attempt may have ended it. */
  async function enterAsStranger(): Promise<Record<string, string>> {
    const { status } = await server.ask('/articles', { headers: visitors.stranger })
    if (status !== 200) visitors.stranger = { cookie: await signIn(server, STRANGER) }
    return visitors.stranger
  }

  async function expectUnchanged(act: () => Promise<void>): Promise<void> {
    const before = await readHers(server, her)
    await act()
    expect(await readHers(server, her)).toEqual(before)
  }

  async function expectNothingTold(
    path: string,
    attempt: (her: Owned) => Ask,
    headers: Record<string, string>,
  ) {
    const answer = await server.ask(fill(path, her), { ...attempt(her), headers })
    expect(answer.body).not.toContain(CANARY)
  }
})

const apikey = findPublicApiKey() // the tests and their servers have the same secret

const fill = (path: string, { articleId, factorId, runId, siteId, cityId, serviceId, pageId }: Owned) =>
  path
    .replace(/\{articleId\}/i, articleId)
    .replace(/\{factorId\}/i, factorId)
    .replace(/\{runId\}/i, runId)
    .replace(/\{siteId\}/i, siteId)
    .replace(/\{cityId\}/i, cityId)
    .replace(/\{serviceId\}/i, serviceId)
    .replace(/\{pageId\}/i, pageId)

async function signInClient(server: TestServer, email: string): Promise<{ authorization: string }> {
  const json = { email, password: PASSWORD }
  const { body } = await server.ask('/auth/v1/token?grant_type=password', { json, headers: { apikey } })
  return { authorization: `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}` }
}

/**
 * An address in every way that might slip past a check of the address: letters, escapes, slashes, data, queries. Every day
 * as a screen and as data alone: which route a spelling leads to is asked of the route finder (`server/routes.test.ts`).
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

/** What is for programs has no data for screens: nobody may even ask for it. */
const orNoData = (spelling: string, status: number) => (isData(spelling) ? 405 : status)

const isData = (spelling: string) => spelling.includes('.data')

/** Where an answer leads, up to its `next`; also when the router wrote it into data. */
function toRefusal({ headers, body }: { headers: { location?: string }; body: string }): string | undefined {
  return /\/auth(?:\/challenge)?\?next=/.exec(headers.location ?? body)?.[0]
}

async function signIn(server: TestServer, email: string): Promise<string> {
  const form = { intent: 'sign-in', email, password: PASSWORD }
  const { headers } = await server.ask('/auth', { form })
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ')
}

/** An article, a site and a second factor; the first of her sessions has shown it, the second has not. */
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
  const result = { id: article?.id, title: CANARY, status: 'success', links: [] }
  await queryStore(
    server,
    `insert into run_items (run_id, item_id, version, result)
     values ('${runId}', '${article?.id}', 1, '${JSON.stringify(result)}')`,
  )
  const sessionId = sessions[0]?.id ?? ''
  return {
    articleId: article?.id ?? '',
    siteId,
    sessionId,
    factorId,
    runId,
    cityId,
    serviceId,
    pageId,
    clientId,
  }
}

async function findSharedSite(server: TestServer): Promise<string> {
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  return site?.id ?? ''
}

const readHers = (server: TestServer, { siteId, articleId }: Owned) =>
  queryStore(
    server,
    `select 'article', md5(b::text) from blog_posts b where id = '${articleId}' or origin_id = '${articleId}'
     union all select 'broken links', string_agg(md5(l::text), '') from broken_links l where article_id = '${articleId}'
     union all select 'findings', string_agg(md5(f::text), '') from audit_findings f where article_id = '${articleId}'
     union all select 'notices', string_agg(md5(c::text), '') from page_changes c
     union all select 'receipts', string_agg(md5(r::text), '') from notice_receipts r
     union all select 'site', md5(s::text) from target_sites s where id = '${siteId}'
     union all select 'settings', md5(s::text) from seo_settings s join users u on u.id = s.user_id
       where email = '${HER}'
     union all select 'city', md5(c::text) from cities c where name = '${CANARY}'
     union all select 'service', md5(s::text) from services s where name = '${CANARY}'
     union all select 'deleted', md5(d::text) from deleted_entries d where entries::text like '%${CANARY}%'
     union all select 'import', md5(i::text) from catalogue_imports i where file_name = '${CANARY}'
     union all select 'articles on it', count(*)::text from blog_posts where site_id = '${siteId}'
     union all select 'account', md5(u::text) from users u where email = '${HER}'
     union all select 'password', md5(a::text) from accounts a join users u on u.id = a.user_id
       where email = '${HER}'
     union all select 'sessions', count(*)::text from sessions s join users u on u.id = s.user_id
       where email = '${HER}'
     union all select 'factors', md5(f::text) from factors f join users u on u.id = f.user_id
       where email = '${HER}' order by 1, 2`,
  )

const dropPolicies = (server: TestServer) =>
  queryStore(
    server,
    `do $$ declare t text; begin
       for t in select relname from pg_class where relrowsecurity loop
         execute format('alter table %I disable row level security', t);
       end loop;
     end $$`,
  )
