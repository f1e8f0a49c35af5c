// The sites and the articles for the contract of connectors.
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import { ConnectorError } from '../../app/connectors/connector-error.ts'
import type {
  OutgoingArticle,
  RemoteKind,
  RemoteSite,
  SiteConnector,
} from '../../app/connectors/sites/site-connector.ts'
import type { FaultControl } from './faulty-server.ts'

/** A copy of an article on a site. */
export interface HeldCopy {
  remoteId: string
  isPublic: boolean
}

/** A site that a connector is tested on. */
export interface ConnectorTarget<K extends RemoteKind> extends FaultControl {
  kind: K
  site: RemoteSite<K>
  /** Lists the copies of a delivery on the site, drafts too. */
  listCopies: (deliveryId: string) => Promise<HeldCopy[]>
  /** Deletes a copy, like an editor of the site. A webhook receiver has no editors. */
  deleteCopy?: (remoteId: string) => Promise<void>
  /** True if the HTML head of a page can have a canonical URL and noindex. */
  hasHead: boolean
  close: () => Promise<void>
}

let number = 0

/** Returns an article for a site, with a delivery of its own. */
export function makeOutgoing(overrides: Partial<OutgoingArticle> = {}): OutgoingArticle {
  number += 1
  return {
    deliveryId: randomUUID(),
    orders: 1,
    articleId: randomUUID(),
    title: `A quiet harbour ${number}`,
    slug: `a-quiet-harbour-${number}-${randomUUID().slice(0, 8)}`,
    html: '<p>The <em>tide</em> turned at six.</p>',
    markdown: 'The *tide* turned at six.',
    excerpt: 'The tide turned at six.',
    metaDescription: 'When the tide turned.',
    author: 'Ines Halloran',
    tags: ['Travel'],
    keywords: ['tide'],
    lang: 'en',
    imageUrl: null,
    publishedAt: new Date('2026-01-02T03:04:05Z'),
    updatedAt: new Date('2026-01-02T03:04:05Z'),
    canonicalUrl: null,
    isNoindex: false,
    ...overrides,
  }
}

/** Returns the HTML of a page; undefined for any status but 200. */
export async function openPage(url: string | null): Promise<string | undefined> {
  const answer = await fetch(url ?? 'about:blank')
  return answer.status === 200 ? answer.text() : undefined
}

/** Returns the error of an operation. Checks that it has a sentence for the operator and contains no secret. */
export async function failureOf(asked: Promise<unknown>, site: RemoteSite): Promise<ConnectorError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ConnectorError)) throw new Error(`No ConnectorError: ${inspect(error)}`)
  const told = inspect(error, { depth: 10, showHidden: true })
  for (const secret of listSecrets(site)) expect(told).not.toContain(secret)
  expect(error.detail).toMatch(/^[\p{Lu}\w“].{10,600}[.?)…]$/u)
  return error
}

/** Returns the secrets of a site, in plain text and in Base64. */
function listSecrets({ credentials }: RemoteSite): string[] {
  const values = Object.values(credentials).flat()
  const parts = values.flatMap((value) => value.split(':')).filter((part) => part.length > 12)
  return parts.flatMap((part) => [part, Buffer.from(part).toString('base64').slice(0, -3)])
}

/** A site and the connector that writes to it. */
export interface ConnectorSubject<K extends RemoteKind> {
  target: ConnectorTarget<K>
  connector: SiteConnector<K>
}

/** Returns the copy of a delivery, if there is one. Checks that there is no second one. */
export async function findCopy<K extends RemoteKind>(
  { target }: ConnectorSubject<K>,
  { deliveryId }: OutgoingArticle,
): Promise<HeldCopy | undefined> {
  const copies = await target.listCopies(deliveryId)
  expect(copies.length).toBeLessThanOrEqual(1)
  return copies[0]
}
