import { z } from 'zod'

/** The schemas of the credentials that an operator enters for a site. They are stored sealed and never shown again. */
export const siteCredentials = {
  /** An application password of a user who may publish. WordPress shows it with blanks, which are removed. */
  wordpress: z.object({
    username: z.string().trim().min(1).max(100),
    password: z
      .string()
      .transform((text) => text.replaceAll(/\s/g, ''))
      .pipe(z.string().min(1).max(200)),
  }),
  /** The Admin API key of a custom integration. */
  ghost: z.object({
    key: z
      .string()
      .trim()
      .regex(/^[\da-f]{24}:[\da-f]{64}$/),
  }),
  /** Our Standard Webhooks secrets (`whsec_`): the current one, then those that are being retired. */
  webhook: z.object({
    secrets: z
      .array(z.string().regex(/^whsec_[\w+/]+=*$/))
      .min(1)
      .max(3),
  }),
}

/** A kind of remote site. */
export type RemoteKind = keyof typeof siteCredentials
/** All kinds of remote sites. */
export const REMOTE_KINDS = Object.keys(siteCredentials) as RemoteKind[]
/** Returns true if sites of a kind are remote. */
export const isRemote = (kind: string): kind is RemoteKind => kind in siteCredentials

/** The credentials for a kind of site, in plain text. */
export type Credentials<K extends RemoteKind> = z.output<(typeof siteCredentials)[K]>

/** The URL and the credentials of a remote site. */
export interface RemoteSite<K extends RemoteKind = RemoteKind> {
  /** The URL that the operator entered, without a slash at the end; it may have a path. */
  url: string
  credentials: Credentials<K>
}

/** An article that is sent to a site: finished, with the site's copy policy applied. */
export interface OutgoingArticle {
  /** The same at every attempt, so that no attempt makes a second copy. */
  deliveryId: string
  /** Number of the change that this delivery asks of the site. All attempts at one change have the same number. */
  orders: number
  /** Id of the original. */
  articleId: string
  title: string
  slug: string
  /** Sanitised; every URL in it is absolute. */
  html: string
  markdown: string
  excerpt: string
  metaDescription: string | null
  author: string
  tags: string[]
  keywords: string[]
  lang: string | null
  imageUrl: string | null
  publishedAt: Date
  updatedAt: Date
  /** The canonical URL of the copy; null if the copy is independent. */
  canonicalUrl: string | null
  /** True if search engines should not index the copy. */
  isNoindex: boolean
}

/** The id that a site gave to a copy of an article, and the copy's URL. */
export interface RemoteCopy {
  remoteId: string
  /** On the site's own host; https, unless the site itself has http. Null if the site did not name it. */
  url: string | null
}

/** The last known state of a copy before an update. */
export interface KnownCopy extends RemoteCopy {
  /** True if it was unpublished since. */
  isUnpublished?: boolean
}

/** The result of a successful test of the connection. */
export interface SiteCheck {
  /** The name of the site. */
  name: string | null
  /** A sentence: as which user we may write there, and which of our features the site lacks. */
  detail: string
}

/**
 * Keeps copies of articles on one kind of site. Every operation may be repeated, even if the outcome of an attempt is
 * unknown: a delivery never has two copies. For each failure on the other side, it throws ConnectorError with a
 * sentence for the operator in `detail`.
 */
export interface SiteConnector<K extends RemoteKind = RemoteKind> {
  /** Tests that these credentials allow publishing there. Changes nothing. */
  check: (site: RemoteSite<K>) => Promise<SiteCheck>
  /** Makes the copy, or finds the copy of an earlier attempt and updates it. */
  publish: (site: RemoteSite<K>, article: OutgoingArticle) => Promise<RemoteCopy>
  /** Updates a copy, and publishes it again if it was unpublished. Makes a new one if it was deleted on the site. */
  update: (site: RemoteSite<K>, article: OutgoingArticle, copy: KnownCopy) => Promise<RemoteCopy>
  /** Turns a copy into a draft, or deletes it if `forGood`. A missing copy is no error. */
  unpublish: (site: RemoteSite<K>, copy: Unpublishing) => Promise<void>
}

/** The copy to take off a site, and how. */
export interface Unpublishing {
  deliveryId: string
  /** Number of the change, as in `OutgoingArticle`. */
  orders: number
  /** Null if an attempt with an unknown outcome may have made a copy. */
  remoteId: string | null
  forGood: boolean
}
