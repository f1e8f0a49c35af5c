// A fake of WordPress with the REST API and pages. It refuses the same requests as WordPress 6.1, with the same errors.
import { answerRoute } from './wordpress-fake-api.ts'
import {
  answerPage,
  type WordPressPost,
  type WordPressSettings,
  type WordPressSite,
} from './wordpress-fake-pages.ts'
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'

/** A running fake of WordPress. */
export interface WordPressFake extends FaultControl {
  url: string
  username: string
  password: string
  posts: Map<number, WordPressPost>
  /** The names of tags, by id. */
  tags: Map<number, string>
  settings: WordPressSettings
  requests: FakeRequest[]
  close: () => Promise<void>
}

const SETTINGS: WordPressSettings = {
  role: 'author',
  hasPlainPermalinks: false,
  hasApplicationPasswords: true,
  stripsAuthorization: false,
  losesLinkHeader: false,
  hasRestApi: true,
  holdsBack: false,
  hasYoast: false,
}

/** Starts a WordPress with a single user, who has an application password. */
export async function startWordPressFake(
  settings: Partial<WordPressSettings> = {},
  port = 0,
): Promise<WordPressFake> {
  let lastId = 0
  const site: WordPressSite = {
    username: 'ines',
    password: 'abcd EFGH 1234 ijkl MNOP 5678',
    posts: new Map(),
    tags: new Map(),
    settings: { ...SETTINGS, ...settings },
    nextId: () => (lastId += 1),
  }
  const server = await startFaultyServer((request) => answer(site, request), port)
  return { ...server, ...site }
}

function answer(site: WordPressSite, request: FakeRequest): FakeAnswer {
  const { url } = request
  const route = site.settings.hasPlainPermalinks
    ? url.searchParams.get('rest_route')
    : /^\/wp-json(\/.*)$/.exec(url.pathname)?.[1]
  if (route === null || route === undefined || !site.settings.hasRestApi) return answerPage(site, request)
  const call = {
    site,
    request,
    origin: url.origin,
    route: route.slice(1),
    parameters: url.searchParams,
    body: (request.body === '' ? {} : JSON.parse(request.body)) as Record<string, unknown>,
    isKnown: isKnown(site, request),
  }
  return project(answerRoute(call), call.parameters)
}

function isKnown({ settings, username, password }: WordPressSite, { headers }: FakeRequest): boolean {
  if (settings.stripsAuthorization || !settings.hasApplicationPasswords) return false
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ')
  const [name, ...rest] = Buffer.from(credentials, 'base64').toString().split(':')
  const given = rest.join(':').replaceAll(/[^a-z\d]/gi, '')
  return scheme === 'Basic' && name === username && given === password.replaceAll(' ', '')
}

// Keeps only the fields in `_fields`. A name may be a path to a nested field.
function project(answered: FakeAnswer, parameters: URLSearchParams): FakeAnswer {
  const fields = parameters.get('_fields')?.split(',')
  if (!fields || answered.status > 299) return answered
  const keep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(keep)
    const names = new Set(fields.map((field) => field.split('.')[0]))
    return Object.fromEntries(Object.entries(value as object).filter(([name]) => names.has(name)))
  }
  return { ...answered, body: keep(answered.body) }
}
