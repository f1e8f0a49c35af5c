// What a contract of connectors is tried on, and what it tries it with.
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

export interface HeldCopy {
  remoteId: string
  isPublic: boolean
}

export interface ConnectorTarget<K extends RemoteKind> extends FaultControl {
  kind: K
  site: RemoteSite<K>
  /** The copies of a delivery that are there, whether readers see them or not. */
  listCopies: (deliveryId: string) => Promise<HeldCopy[]>
  /** What somebody does who works there; a receiver of webhooks has nobody. */
  deleteCopy?: (remoteId: string) => Promise<void>
  /** Whether the head of a page names the original and asks search engines to pass by. */
  hasHead: boolean
  close: () => Promise<void>
}

let number = 0

/** An article as it would go to a site, of a delivery of its own. */
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

/** Gives a page's HTML; undefined where there is none. */
export async function openPage(url: string | null): Promise<string | undefined> {
  const answer = await fetch(url ?? 'about:blank')
  return answer.status === 200 ? answer.text() : undefined
}

/** What an operation failed with, which must be for the operator to read and must not tell a secret. */
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

/** The secrets of a site in the spellings in which they could get out. */
export function listSecrets({ credentials }: RemoteSite): string[] {
  const values = Object.values(credentials).flat()
  const parts = values.flatMap((value) => value.split(':')).filter((part) => part.length > 12)
  return parts.flatMap((part) => [part, Buffer.from(part).toString('base64').slice(0, -3)])
}

/** A target with what writes to it. */
export interface ConnectorSubject<K extends RemoteKind> {
  target: ConnectorTarget<K>
  connector: SiteConnector<K>
}

/** The one copy of a delivery that is there, if there is one; more than one is what must not be. */
export async function findCopy<K extends RemoteKind>(
  { target }: ConnectorSubject<K>,
  { deliveryId }: OutgoingArticle,
): Promise<HeldCopy | undefined> {
  const copies = await target.listCopies(deliveryId)
  expect(copies.length).toBeLessThanOrEqual(1)
  return copies[0]
}
