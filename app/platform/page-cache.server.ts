import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Kept, TaggedCache } from './tagged-cache.server.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A finished page as its route answered. */
export interface Page {
  status: number
  /** Sent with every copy; names in lower case. */
  headers: Record<string, string>
  body: Buffer
  /** Names of what it was made from. */
  tags: string[]
  /** Whether it may be kept; a page that may not is still rendered once for all who wait for it. */
  isKept: boolean
}

/** One encoding of a page, ready for `response.writeHead`: a flat list of header names and values. */
export interface Copy {
  etag: string
  head: string[]
  headNotModified: string[]
  body: Buffer
}

export interface StoredPage extends Kept {
  status: number
  /** The copy in an encoding, compressed the first time somebody wants it. */
  copy: (encoding: Encoding) => Copy
}

// Fast enough to compress on the first request for a page; a sixth larger than the slowest setting.
const BROTLI_QUALITY = 4
const BROTLI_WINDOW_BITS = 18 // 256 KiB holds a page; the default of 4 MiB is dear to set up
const HEAD_BYTES = 4096 // roughly what a page costs besides its body
const COPIES_WEIGHT = 1.5 // a page is kept with its compressed copies

const COMPRESSED_ALREADY = /^image\/(?!svg)/ // a second time costs work and memory, and saves nothing

// At once: handing a page over to another thread and back costs more than compressing it.
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

/** Public pages as they go over the wire, kept until something they were made from changes. */
export class PageCache extends TaggedCache<StoredPage> {
  /** The page, rendered unless it is there or is being rendered right now. */
  loadPage(key: string, render: () => Promise<Page>): Promise<StoredPage> {
    return this.load(key, async () => toStored(await render()))
  }
}

function toStored(page: Page): StoredPage {
  const hash = createHash('sha256').update(page.body).digest('base64url').slice(0, 22)
  const copies = new Map<Encoding, Copy>()
  const isCompressed = COMPRESSED_ALREADY.test(page.headers['content-type'] ?? '')
  return {
    status: page.status,
    isKept: page.isKept,
    tags: new Set(page.tags),
    bytes: HEAD_BYTES + Math.ceil(page.body.length * (isCompressed ? 1 : COPIES_WEIGHT)),
    copy(wanted) {
      const encoding = isCompressed ? 'identity' : wanted
      const known = copies.get(encoding)
      if (known) return known
      const copy = toCopy({ page, hash, encoding, body: compressors[encoding](page.body) })
      copies.set(encoding, copy)
      return copy
    },
  }
}

function toCopy({
  page,
  hash,
  encoding,
  body,
}: {
  page: Page
  hash: string
  encoding: Encoding
  body: Buffer
}): Copy {
  const etag = `"${hash}-${encoding}"` // strong: each encoding is another sequence of bytes (RFC 9110, 8.8.3)
  const shared = [...Object.entries(page.headers).flat(), 'etag', etag, 'vary', 'accept-encoding']
  const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return {
    etag,
    head: [...shared, ...coding, 'content-length', String(body.length)],
    headNotModified: shared.filter((_, index) => shared[index - (index % 2)] !== 'content-type'),
    body,
  }
}
