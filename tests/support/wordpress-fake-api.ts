// The routes of the REST API of wordpress-fake.ts.
import type { FakeAnswer, FakeRequest } from './faulty-server.ts'
import type { WordPressPost, WordPressRole, WordPressSite } from './wordpress-fake-pages.ts'

interface Call {
  site: WordPressSite
  request: FakeRequest
  origin: string
  /** The route in the API, without a slash at its start. */
  route: string
  parameters: URLSearchParams
  body: Record<string, unknown>
  isKnown: boolean
}

const refuse = (status: number, code: string, data: object = {}): FakeAnswer => ({
  status,
  body: { code, message: `Sorry: ${code}.`, data: { status, ...data } },
})

const ROUTES: [method: string, route: RegExp, handle: (call: Call, id: number) => FakeAnswer][] = [
  ['GET', /^$/, describe],
  ['GET', /^wp\/v2\/users\/me$/, showMe],
  ['GET', /^wp\/v2\/posts$/, listPosts],
  ['POST', /^wp\/v2\/posts$/, createPost],
  ['GET', /^wp\/v2\/posts\/(\d+)$/, showPost],
  ['POST', /^wp\/v2\/posts\/(\d+)$/, changePost],
  ['DELETE', /^wp\/v2\/posts\/(\d+)$/, deletePost],
  ['POST', /^wp\/v2\/tags$/, createTag],
]

/** Returns the response to a call of the REST API. */
export function answerRoute(call: Call): FakeAnswer {
  for (const [method, pattern, handle] of ROUTES) {
    const found = method === call.request.method && pattern.exec(call.route)
    if (found) return handle(call, Number(found[1]))
  }
  return refuse(404, 'rest_no_route')
}

const CAPABILITIES: Record<WordPressRole, string[]> = {
  administrator: ['publish', 'edit', 'edit_published', 'delete_published', 'edit_others', 'unfiltered_html'],
  author: ['publish', 'edit', 'edit_published', 'delete_published'],
  contributor: ['edit'],
  subscriber: [],
}
const can = ({ site, isKnown: known }: Call, capability: string) =>
  known && CAPABILITIES[site.settings.role].includes(capability)

// For an unknown user the status is 401.
const forbid = ({ isKnown: known }: Call, code: string) => refuse(known ? 403 : 401, code)

function describe({ site, origin }: Call): FakeAnswer {
  const endpoints = { authorization: `${origin}/wp-admin/authorize-application.php` }
  const authentication = site.settings.hasApplicationPasswords
    ? { 'application-passwords': { endpoints } }
    : []
  return { status: 200, body: { name: 'Harbour Post', url: origin, home: origin, authentication } }
}

function showMe(call: Call): FakeAnswer {
  const { site, isKnown: known } = call
  if (!known) return refuse(401, 'rest_not_logged_in')
  const names = CAPABILITIES[site.settings.role].map((name) =>
    name.includes('html') ? name : `${name}_posts`,
  )
  const capabilities = Object.fromEntries([...names, site.settings.role].map((name) => [name, true]))
  return {
    status: 200,
    body: { id: 1, name: site.username, roles: [site.settings.role], capabilities },
  }
}

function listPosts(call: Call): FakeAnswer {
  const { site, parameters } = call
  const statuses = (parameters.get('status') ?? 'publish').split(',')
  if (statuses.some((status) => status !== 'publish') && !can(call, 'edit')) return forbidStatus(call)
  const slugs = parameters.get('slug')?.split(',')
  const search = parameters.get('search')?.toLowerCase() ?? ''
  const found = [...site.posts.values()].filter(
    ({ slug, status, title, content, excerpt }) =>
      statuses.includes(status) &&
      (!slugs || slugs.includes(slug)) &&
      `${title}\n${content}\n${excerpt}`.toLowerCase().includes(search),
  )
  const isEdited = parameters.get('context') === 'edit'
  const mine = isEdited && !can(call, 'edit_published') ? found.filter(isDraft) : found
  const perPage = Number(parameters.get('per_page') ?? 10)
  return {
    status: 200,
    body: mine
      .toReversed()
      .slice(0, perPage)
      .map((post) => toJson(call, post)),
  }
}

const isDraft = ({ status }: WordPressPost) => status !== 'publish'

function forbidStatus(call: Call): FakeAnswer {
  const code = 'rest_forbidden_status'
  const status = { code, message: 'Status is forbidden.', data: { status: call.isKnown ? 403 : 401 } }
  return refuse(400, 'rest_invalid_param', {
    params: { status: 'Status is forbidden.' },
    details: { status },
  })
}

function createPost(call: Call): FakeAnswer {
  const { site, body } = call
  if (!can(call, 'edit')) return forbid(call, 'rest_cannot_create')
  const wrong = findWrong(call)
  if (wrong) return wrong
  const post: WordPressPost = {
    id: site.nextId(),
    slug: '',
    status: 'draft',
    title: '',
    content: '',
    excerpt: '',
    tags: [],
    date_gmt: '',
    meta: site.settings.hasYoast
      ? {
          _yoast_wpseo_canonical: '',
          '_yoast_wpseo_meta-robots-noindex': '0',
          _yoast_wpseo_metadesc: '',
        }
      : {},
  }
  write(call, post, body)
  site.posts.set(post.id, post)
  return { status: 201, body: toJson(call, post) }
}

function showPost(call: Call, id: number): FakeAnswer {
  const post = call.site.posts.get(id)
  return post ? { status: 200, body: toJson(call, post) } : refuse(404, 'rest_post_invalid_id')
}

function changePost(call: Call, id: number): FakeAnswer {
  const post = call.site.posts.get(id)
  if (!post) return refuse(404, 'rest_post_invalid_id')
  if (!can(call, isDraft(post) ? 'edit' : 'edit_published')) return forbid(call, 'rest_cannot_edit')
  const wrong = findWrong(call)
  if (wrong) return wrong
  write(call, post, call.body)
  return { status: 200, body: toJson(call, post) }
}

function findWrong(call: Call): FakeAnswer | undefined {
  const { site, body } = call
  const tags = (body.tags ?? []) as unknown[]
  if (!tags.every((tag) => Number.isInteger(tag)))
    return refuse(400, 'rest_invalid_param', { params: { tags: 'tags[0] is not of type integer.' } })
  if (!tags.every((tag) => site.tags.has(tag as number))) return refuse(400, 'rest_invalid_param')
  if (body.status === 'publish' && !can(call, 'publish')) return forbid(call, 'rest_cannot_publish')
  return undefined
}

function write(call: Call, post: WordPressPost, { meta, ...fields }: Record<string, unknown>): void {
  const { site } = call
  for (const name of Object.keys(post)) if (name in fields) Object.assign(post, { [name]: fields[name] })
  if (site.settings.holdsBack && post.status === 'publish') post.status = 'pending'
  const registered = Object.entries(meta ?? {}).filter(([name]) => name in post.meta)
  Object.assign(post.meta, Object.fromEntries(registered))
  post.content = clean(post.content, can(call, 'unfiltered_html'))
  if (post.status === 'publish') post.slug = toFreeSlug(site, post)
}

// Only administrators may write unfiltered HTML. This removes what the tests need.
const clean = (html: string, isUnfiltered: boolean) =>
  isUnfiltered
    ? html
    : html.replaceAll(/<\/?(?:script|iframe|input|style)\b[^>]*>/gi, '').replaceAll(/&#(\d\d);/g, '&#0$1;')

// Drafts may share a slug.
function toFreeSlug({ posts }: WordPressSite, { id, slug }: WordPressPost): string {
  const taken = new Set(
    [...posts.values()].filter((post) => post.id !== id && !isDraft(post)).map((post) => post.slug),
  )
  let free = slug
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}

function deletePost(call: Call, id: number): FakeAnswer {
  const { site, parameters } = call
  const post = site.posts.get(id)
  if (!post) return refuse(404, 'rest_post_invalid_id')
  if (!can(call, 'delete_published')) return forbid(call, 'rest_cannot_delete')
  if (parameters.get('force') === 'true') {
    site.posts.delete(id)
    return { status: 200, body: { deleted: true, previous: toJson(call, post) } }
  }
  if (post.status === 'trash') return refuse(410, 'rest_already_trashed')
  Object.assign(post, { status: 'trash', slug: `${post.slug}__trashed` })
  return { status: 200, body: toJson(call, post) }
}

function createTag(call: Call): FakeAnswer {
  const { tags, nextId } = call.site
  const { name } = call.body
  if (!can(call, 'edit')) return forbid(call, 'rest_cannot_create')
  if (typeof name !== 'string' || name === '') return refuse(400, 'rest_missing_callback_param')
  const taken = [...tags].find(([, other]) => other.toLowerCase() === name.toLowerCase())
  if (taken) return refuse(400, 'term_exists', { term_id: taken[0] })
  const id = nextId()
  tags.set(id, name)
  return { status: 201, body: { id, name } }
}

function toJson({ origin, parameters }: Call, post: WordPressPost): Record<string, unknown> {
  const shown = (text: string) => ({
    rendered: text,
    ...(parameters.get('context') === 'edit' && { raw: text }),
  })
  const { title, content, excerpt, meta } = post
  return {
    ...post,
    title: shown(title),
    content: shown(content),
    excerpt: shown(excerpt),
    meta: Object.keys(meta).length > 0 ? meta : [], // PHP writes {} as []
    link: post.status === 'publish' ? `${origin}/${post.slug}/` : `${origin}/?p=${post.id}`,
  }
}
