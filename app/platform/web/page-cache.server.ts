import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Kept, TaggedCache } from './tagged-cache.server.ts'

/** A content encoding in which pages are sent. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** A rendered page. */
export interface Page {
  status: number
  /** Sent with every copy; names in lower case. */
  headers: { 'content-type': string; [name: string]: string }
  body: Buffer
  /** Names of the data that it was made from. */
  tags: string[]
  /** True if it may be cached. If not, it is still rendered only once for all requests that wait for it. */
  isKept: boolean
}

/**
 * A page in one encoding. `head` and `headNotModified` (for a 304) are flat lists of header names and values; the last
 * header says that the page came from the cache.
 */
interface Copy {
  etag: string
  head: string[]
  headNotModified: string[]
  body: Buffer
}

/** A page in memory, with its copies. */
export interface StoredPage extends Kept {
  status: number
  /** The Last-Modified header. */
  lastModified: string | undefined
  /** Returns the page in an encoding. The first call compresses it. */
  copy: (encoding: Encoding) => Copy
}

// Fast enough to compress on the first request for a page; a sixth larger than the slowest setting.
const BROTLI_QUALITY = 4
const BROTLI_WINDOW_BITS = 18 // 256 KiB, enough for a page; the default of 4 MiB takes long to allocate
const HEAD_BYTES = 4096 // an estimate of the memory that a page needs besides its body, URL and tags
const COPIES_WEIGHT = 1.5 // a page is kept with its compressed copies

const COMPRESSED_ALREADY = /^image\/(?!svg)/ // compressing such a type again saves no space

// On this thread: passing a page to another thread and back takes longer than compressing it.
const compressors = {
  br: (body: Buffer) =>
    brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => gzipSync(body),
  identity: (body: Buffer) => body,
}

/**
 * A cache of public pages with their headers and encodings. A page is kept until the data that it was made from
 * changes: then the invalidation of one of its tags removes it.
 */
export class PageCache extends TaggedCache<StoredPage> {
  /** Returns the page. Renders it unless it is in memory or is being rendered right now. */
  loadPage(key: string, render: () => Promise<Page>): Promise<StoredPage> {
    return this.load(key, async () => {
      const page = await render()
      if (page.status < 500) this.forgetDoubted(key) // it may be gone now, and must not be shown again
      return toStored(page)
    })
  }
}

function toStored(page: Page): StoredPage {
  const digest = hash('sha256', page.body, 'base64url').slice(0, 22)
  const copies = new Map<Encoding, Copy>()
  const isCompressed = COMPRESSED_ALREADY.test(page.headers['content-type'])
  return {
    status: page.status,
    lastModified: page.headers['last-modified'],
    isKept: page.isKept,
    doubt: undefined, // set later, on the same shape: reading a hit stays as fast
    tags: new Set(page.tags),
    bytes: HEAD_BYTES + Math.ceil(page.body.length * (isCompressed ? 1 : COPIES_WEIGHT)),
    copy(wanted) {
      const encoding = isCompressed ? 'identity' : wanted
      const known = copies.get(encoding)
      if (known) return known
      const copy = toCopy({ page, digest, encoding, body: compressors[encoding](page.body) })
      copies.set(encoding, copy)
      return copy
    },
  }
}

function toCopy({
  page,
  digest,
  encoding,
  body,
}: {
  page: Page
  digest: string
  encoding: Encoding
  body: Buffer
}): Copy {
  const etag = `"${digest}-${encoding}"` // strong: each encoding is another sequence of bytes (RFC 9110, 8.8.3)
  const shared = [...Object.entries(page.headers).flat(), 'etag', etag, 'vary', 'accept-encoding']
  const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
  const mark = ['x-cache', 'hit']
  return {
    etag,
    head: [...shared, ...coding, 'content-length', String(body.length), ...mark],
    headNotModified: [
      ...shared.filter((_, index) => shared[index - (index % 2)] !== 'content-type'),
      ...mark,
    ],
    body,
  }
}
