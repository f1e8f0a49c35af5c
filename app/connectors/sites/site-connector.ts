import { z } from 'zod'

/** What an operator enters so that we may write to a site; kept sealed, never shown again. */
export const siteCredentials = {
  /** An application password of a user who may publish; WordPress shows it in groups of four, blanks do not count. */
  wordpress: z.object({
    username: z.string().trim().min(1).max(100),
    password: z
      .string()
      .transform((text) => text.replaceAll(/\s/g, ''))
      .pipe(z.string().min(1).max(200)),
  }),
  /** An Admin API key of a custom integration. */
  ghost: z.object({
    key: z
      .string()
      .trim()
      .regex(/^[\da-f]{24}:[\da-f]{64}$/),
  }),
  /** Standard Webhooks secrets (`whsec_`), ours: the present one first, then those that are being retired. */
  webhook: z.object({
    secrets: z
      .array(z.string().regex(/^whsec_[\w+/]+=*$/))
      .min(1)
      .max(3),
  }),
}

/** Kinds of sites that are other computers. */
export type RemoteKind = keyof typeof siteCredentials
export const REMOTE_KINDS = Object.keys(siteCredentials) as RemoteKind[]

export type Credentials<K extends RemoteKind> = z.output<(typeof siteCredentials)[K]>

/** A site as its connector sees it. */
export interface RemoteSite<K extends RemoteKind = RemoteKind> {
  /** The address that the operator entered, without a slash at the end; it may have a path. */
  url: string
  credentials: Credentials<K>
}

/** An article on its way to a site: finished, with the site's copy policy applied. */
export interface OutgoingArticle {
  /** Of the delivery: the same at every attempt, so that no attempt makes a second copy. */
  deliveryId: string
  /** Grows with everything that is asked of the site for this delivery; the same at every attempt at one of them. */
  orders: number
  /** Of the original. */
  articleId: string
  title: string
  slug: string
  /** Sanitised; every address in it is absolute. */
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
  /** What the copy names as the original; null where it stands for itself. */
  canonicalUrl: string | null
  /** The copy asks search engines to pass it by. */
  isNoindex: boolean
}

/** What a site calls its copy of an article, and where readers find it. */
export interface RemoteCopy {
  remoteId: string
  /** https (or http where the site itself is), on the site's own host; null where the site has not said. */
  url: string | null
}

/** A copy as we know of it before it is brought up to date. */
export interface KnownCopy extends RemoteCopy {
  /** It was taken off the site since. */
  isUnpublished?: boolean
}

/** What a test of the connection found. */
export interface SiteCheck {
  /** What the site calls itself. */
  name: string | null
  /** A sentence: as whom we may write there, and what will not work as wished. */
  detail: string
}

/**
 * Keeps copies of articles on one kind of site. Every operation may be repeated, also after an attempt whose outcome
 * nobody knows: there is never more than one copy for a delivery. Each throws ConnectorError, with a sentence for the
 * operator in `detail`, and nothing else for whatever the other side does.
 */
export interface SiteConnector<K extends RemoteKind = RemoteKind> {
  /** Whether articles could be published there with these credentials; changes nothing. */
  check: (site: RemoteSite<K>) => Promise<SiteCheck>
  /** Makes the copy, or finds the one that an earlier attempt made, and brings it up to date. */
  publish: (site: RemoteSite<K>, article: OutgoingArticle) => Promise<RemoteCopy>
  /** Brings a copy up to date, published again if it was not; makes a new one where somebody deleted it there. */
  update: (site: RemoteSite<K>, article: OutgoingArticle, copy: KnownCopy) => Promise<RemoteCopy>
  /** Takes a copy off the site: kept there as a draft, or `forGood` removed. One that is not there is no error. */
  unpublish: (site: RemoteSite<K>, copy: Unpublishing) => Promise<void>
}

export interface Unpublishing {
  deliveryId: string
  /** As of an article. */
  orders: number
  /** Null where an attempt may have made a copy that we never heard of. */
  remoteId: string | null
  forGood: boolean
}
