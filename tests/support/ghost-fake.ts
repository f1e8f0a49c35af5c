// A fake of Ghost with the Admin API and pages. It refuses the same requests as Ghost 6, with the same errors.
import { randomBytes } from 'node:crypto'
import { escapeHtml } from '../../app/shared/text.ts'
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'
import { findForbidden, refuse, toNow } from './ghost-fake-door.ts'

interface GhostPost {
  id: string
  slug: string
  status: string
  title: string
  html: string
  tags: { name: string; slug: string }[]
  updated_at: string
  published_at: string | null
  feature_image: string | null
  canonical_url: string | null
  custom_excerpt: string | null
  meta_description: string | null
  codeinjection_head: string | null
}

/** The behaviour of the fake. */
export interface GhostSettings {
  /** The seconds by which its clock is ahead of ours. */
  clockAheadS: number
  /** The number of times that another user saves a post between our read and our write. */
  collisions: number
  /** True if the key is valid, but may not write. */
  forbidsWriting: boolean
}

interface GhostFake extends FaultControl {
  url: string
  /** An Admin API key. */
  key: string
  posts: Map<string, GhostPost>
  settings: GhostSettings
  requests: FakeRequest[]
  close: () => Promise<void>
}

interface Ghost {
  key: string
  posts: Map<string, GhostPost>
  settings: GhostSettings
}

interface Call {
  ghost: Ghost
  origin: string
  parameters: URLSearchParams
  body: Record<string, unknown> | undefined
}

/** Starts a Ghost with one custom integration. */
export async function startGhostFake(settings: Partial<GhostSettings> = {}, port = 0): Promise<GhostFake> {
  const ghost: Ghost = {
    key: `${makeId()}:${randomBytes(32).toString('hex')}`,
    posts: new Map(),
    settings: { clockAheadS: 0, collisions: 0, forbidsWriting: false, ...settings },
  }
  const server = await startFaultyServer((request) => answer(ghost, request), port)
  return { ...server, ...ghost }
}

const makeId = () => randomBytes(12).toString('hex')

async function answer(ghost: Ghost, request: FakeRequest): Promise<FakeAnswer> {
  const { url, method, headers, body } = request
  const route = /^\/ghost\/api\/admin\/(.*)$/.exec(url.pathname)?.[1]
  if (route === undefined) return page(ghost, url)
  const now = toNow(ghost.settings.clockAheadS)
  const sent = body === '' ? undefined : (JSON.parse(body) as { posts?: Record<string, unknown>[] })
  const call = { ghost, origin: url.origin, parameters: url.searchParams, body: sent?.posts?.[0] }
  const answered =
    (route !== 'site/' &&
      (await findForbidden({ key: ghost.key, now, authorization: headers.authorization }))) ||
    answerRoute(call, `${method} ${route}`)
  return { ...answered, headers: { date: new Date(now).toUTCString(), ...answered.headers } }
}

const notFound = (verb: string) =>
  refuse(404, {
    message: `Resource not found error, cannot ${verb} post.`,
    context: 'Post not found.',
    type: 'NotFoundError',
  })

const invalid = (verb: string, context: string) =>
  refuse(422, { message: `Validation error, cannot ${verb} post.`, context, type: 'ValidationError' })

const ROUTES: [route: RegExp, handle: (call: Call, id: string) => FakeAnswer][] = [
  [/^GET site\/$/, describe],
  [/^GET posts\/$/, listPosts],
  [/^POST posts\/$/, createPost],
  [/^GET posts\/(\w+)\/$/, showPost],
  [/^PUT posts\/(\w+)\/$/, changePost],
  [/^DELETE posts\/(\w+)\/$/, deletePost],
]

function answerRoute(call: Call, asked: string): FakeAnswer {
  const { forbidsWriting } = call.ghost.settings
  if (forbidsWriting && !asked.startsWith('GET'))
    return refuse(403, {
      message: 'You do not have permission to perform this action',
      type: 'NoPermissionError',
    })
  for (const [route, handle] of ROUTES) {
    const found = route.exec(asked)
    if (found) return handle(call, found[1] ?? '')
  }
  return refuse(404, { message: 'Resource not found', type: 'NotFoundError' })
}

function describe({ origin }: Call): FakeAnswer {
  return {
    status: 200,
    body: { site: { title: 'Ledger Post', url: `${origin}/`, version: '6.65' } },
  }
}

function listPosts(call: Call): FakeAnswer {
  const { ghost, parameters } = call
  const tag = /^tag:([\w-]+)$/.exec(parameters.get('filter') ?? '')?.[1]
  if (parameters.has('filter') && !tag)
    return refuse(400, { message: 'Error parsing filter', type: 'BadRequestError' })
  const found = [...ghost.posts.values()].filter(({ tags }) => !tag || tags.some(({ slug }) => slug === tag))
  return {
    status: 200,
    body: {
      posts: found.slice(0, Number(parameters.get('limit') ?? 15)).map((post) => toJson(call, post)),
      meta: { pagination: { page: 1, total: found.length } },
    },
  }
}

function showPost(call: Call, id: string): FakeAnswer {
  const post = call.ghost.posts.get(id)
  return post ? { status: 200, body: { posts: [toJson(call, post)] } } : notFound('read')
}

function createPost(call: Call): FakeAnswer {
  const { ghost, body } = call
  const wrong = findWrong(body, 'save')
  if (wrong) return wrong
  if (body?.title === undefined) return invalid('save', 'Value in [posts.title] cannot be blank.')
  const post: GhostPost = {
    id: makeId(),
    slug: '',
    status: 'draft',
    title: '',
    html: '',
    tags: [],
    updated_at: '',
    published_at: null,
    feature_image: null,
    canonical_url: null,
    custom_excerpt: null,
    meta_description: null,
    codeinjection_head: null,
  }
  write(call, post)
  ghost.posts.set(post.id, post)
  return { status: 201, body: { posts: [toJson(call, post)] } }
}

function changePost(call: Call, id: string): FakeAnswer {
  const { ghost, body } = call
  const post = ghost.posts.get(id)
  const wrong = findWrong(body, 'edit')
  if (wrong) return wrong
  if (typeof body?.updated_at !== 'string') return invalid('edit', 'Validation failed for 0.')
  if (!post) return notFound('edit')
  if (ghost.settings.collisions > 0) {
    ghost.settings.collisions -= 1
    post.updated_at = new Date(Date.parse(post.updated_at) + 1000).toISOString()
  }
  if (body.updated_at !== post.updated_at)
    return refuse(409, {
      message: 'Saving failed! Someone else is editing this post.',
      type: 'UpdateCollisionError',
      code: 'UPDATE_COLLISION',
    })
  write(call, post)
  return { status: 200, body: { posts: [toJson(call, post)] } }
}

function deletePost({ ghost }: Call, id: string): FakeAnswer {
  return ghost.posts.delete(id) ? { status: 204 } : notFound('delete')
}

const LIMITS = { title: 255, custom_excerpt: 300, meta_description: 500, slug: 191 }

function findWrong(body: Call['body'], verb: string): FakeAnswer | undefined {
  for (const [field, limit] of Object.entries(LIMITS)) {
    const value = body?.[field]
    if (typeof value === 'string' && Array.from(value).length > limit)
      return invalid(verb, `Validation failed for ${field}.`)
  }
  return undefined
}

function write({ ghost, parameters, body = {} }: Call, post: GhostPost): void {
  const { tags, html, updated_at: _, ...fields } = body
  const { slug } = post
  for (const name of Object.keys(post)) if (name in fields) Object.assign(post, { [name]: fields[name] })
  if (Array.isArray(tags))
    post.tags = tags.map(({ name }: { name: string }) => ({ name, slug: toSlug(name) }))
  if (typeof html === 'string' && parameters.get('source') === 'html') post.html = toStored(html)
  post.slug = toFreeSlug(ghost, slug, post)
  if (post.status === 'published')
    post.published_at ??= new Date(toNow(ghost.settings.clockAheadS)).toISOString()
  post.updated_at = new Date(Math.floor(toNow(ghost.settings.clockAheadS) / 1000) * 1000).toISOString()
}

// The slug of an internal tag starts with "hash-".
const toSlug = (name: string) =>
  name
    .replace(/^#/, 'hash-')
    .toLowerCase()
    .replaceAll(/[^\w-]+/g, '-')

// HTML in an HTML card is stored as it is; other HTML is converted to blocks of the editor.
function toStored(html: string): string {
  const card = /<!--kg-card-begin: html-->(.*)<!--kg-card-end: html-->/s.exec(html)?.[1]
  return card ?? html.replaceAll(/<(\/?)(?!p\b|a\b)\w+[^>]*>/g, '<$1p>')
}

// If another post has the slug, Ghost adds the next number, even if the post has a numbered slug already.
function toFreeSlug({ posts }: Ghost, before: string, { id, slug, title }: GhostPost): string {
  const others = [...posts.values()].filter((post) => post.id !== id).map((post) => post.slug)
  const base = slug || toSlug(title) || 'untitled'
  if (base === before) return before
  if (!others.includes(base)) return base
  const taken = new Set([...others, before])
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}

function toJson({ origin, parameters }: Call, post: GhostPost): Record<string, unknown> {
  const whole = {
    ...post,
    url: post.status === 'published' ? `${origin}/${post.slug}/` : `${origin}/p/${post.id}/`,
  }
  const fields = parameters.get('fields')?.split(',')
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !fields || fields.includes(name)))
}

function page({ posts }: Ghost, url: URL): FakeAnswer {
  const post = [...posts.values()].find(
    ({ slug, status }) => status === 'published' && url.pathname === `/${slug}/`,
  )
  if (!post) return { status: 404, body: '<h1>404</h1>' }
  const { title, html, tags, canonical_url: canonicalUrl, codeinjection_head: code } = post
  const links = tags
    .filter(({ slug }) => !slug.startsWith('hash-'))
    .map(({ name, slug }) => `<a href="/tag/${slug}/">${escapeHtml(name)}</a>`)
  return {
    status: 200,
    body: `<title>${escapeHtml(title)}</title><link rel="canonical" href="${canonicalUrl ?? url.href}">${code ?? ''}<h1>${escapeHtml(title)}</h1>${html}${links.join('')}`,
  }
}
