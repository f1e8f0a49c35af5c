// A receiver of our webhooks that follows Standard Webhooks 1.0.0.
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { escapeHtml } from '../../app/shared/text.ts'
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'

/** The article in a message. A message that unpublishes or deletes it has only the ids. */
interface Data {
  id?: string
  revision?: number
  remote_id?: string
  title?: string
  slug?: string
  html?: string
  markdown?: string
  tags?: string[]
  canonical_url?: string | null
  noindex?: boolean
}

interface WebhookEvent {
  id: string
  type: string
  timestamp: string
  data: Data
}

interface WebhookCopy {
  isPublic: boolean
  data: Data
}

interface WebhookSettings {
  /** Checks the signatures. One valid signature in a message is enough. */
  secret: string
  /** The response; without it, the receiver names the URL of its copy. */
  answers: FakeAnswer | undefined
}

interface WebhookFake extends FaultControl {
  /** URL of the receiver. */
  url: string
  /** The messages with a valid signature, without repeats. */
  events: WebhookEvent[]
  /** The copies, by delivery id. */
  copies: Map<string, WebhookCopy>
  settings: WebhookSettings
  requests: FakeRequest[]
  close: () => Promise<void>
}

/** Returns a new secret. */
export const makeWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Starts a receiver. It accepts repeats of a message and ignores them. */
export async function startWebhookFake(
  settings: Partial<WebhookSettings> = {},
  port = 0,
): Promise<WebhookFake> {
  const receiver = {
    events: [] as WebhookEvent[],
    copies: new Map<string, WebhookCopy>(),
    settings: { secret: makeWebhookSecret(), answers: undefined, ...settings },
  }
  const server = await startFaultyServer((request) => answer(receiver, request), port)
  return { ...server, ...receiver, url: `${server.url}/hooks/articles` }
}

type Receiver = Pick<WebhookFake, 'events' | 'copies' | 'settings'>

function answer(receiver: Receiver, request: FakeRequest): FakeAnswer {
  const { url, method } = request
  if (method === 'GET') return page(receiver, url)
  const event = readEvent(receiver, request)
  if (!event) return { status: 401 }
  const isNew = receiver.events.every(({ id }) => id !== event.id)
  if (isNew) take(receiver, event)
  const id = event.data.id ?? ''
  const slug = receiver.copies.get(id)?.data.slug
  const said = slug === undefined ? {} : { id: `copy-${id}`, url: `${url.origin}/${slug}` }
  return receiver.settings.answers ?? { status: 200, body: said }
}

function readEvent({ settings }: Receiver, { headers, body }: FakeRequest): WebhookEvent | undefined {
  try {
    const event = new Webhook(settings.secret).verify(body, headers as Record<string, string>)
    return { id: String(headers['webhook-id']), ...(event as Omit<WebhookEvent, 'id'>) }
  } catch {
    return undefined
  }
}

function take({ events, copies }: Receiver, event: WebhookEvent): void {
  const { type, data } = event
  events.push(event)
  const id = data.id ?? ''
  const before = copies.get(id)
  if (type === 'post.published' || type === 'post.updated') copies.set(id, { isPublic: true, data })
  if (type === 'post.unpublished' && before) copies.set(id, { ...before, isPublic: false })
  if (type === 'post.deleted') copies.delete(id)
}

function page({ copies }: Receiver, url: URL): FakeAnswer {
  const copy = [...copies.values()].find(({ isPublic, data }) => isPublic && url.pathname === `/${data.slug}`)
  if (!copy) return { status: 404, body: '<h1>404</h1>' }
  const { title = '', html = '', tags = [], canonical_url: canonicalUrl, noindex } = copy.data
  const links = tags.map((tag) => `<a rel="tag">${escapeHtml(tag)}</a>`)
  const canonical = canonicalUrl ? `<link rel="canonical" href="${canonicalUrl}">` : ''
  const robots = noindex ? '<meta name="robots" content="noindex">' : ''
  return {
    status: 200,
    body: `${canonical}${robots}<h1>${escapeHtml(title)}</h1>${html}${links.join('')}`,
  }
}
