import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { type Encoding, type Page, PageCache, type StoredPage } from './page-cache.server.ts'

const MEBIBYTE = 1024 * 1024

function makePage(overrides: Partial<Page> = {}): Page {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' },
    body: Buffer.from('<p>The tide turned at six.</p>'.repeat(50)),
    tags: ['article:1'],
    isKept: true,
    ...overrides,
  }
}
const makeCache = (maxBytes = 8 * MEBIBYTE) => new PageCache({ maxBytes })
const bodyOf = (page: StoredPage | undefined) => String(page?.copy('identity').body)

/** Returns a render function that counts its calls and ends when `finish` or `fail` is called. */
function makeRender(text = 'page', overrides: Partial<Page> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Page>()
  const render = {
    calls: 0,
    run: () => {
      render.calls += 1
      return promise
    },
    finish: () => resolve(makePage({ body: Buffer.from(text), ...overrides })),
    fail: () => reject(new Error('The store is away.')),
  }
  return render
}

/** Puts pages into the cache, by their addresses, with these tags. */
async function fill(cache: PageCache, pages: Record<string, string[]>): Promise<void> {
  for (const [key, tags] of Object.entries(pages))
    await cache.loadPage(key, () => Promise.resolve(makePage({ tags })))
}
const kept = (cache: PageCache, keys: string[]) => keys.filter((key) => cache.find(key) !== undefined)

/** Returns headers from a flat list of names and values. A name may occur twice. */
function toHeaders(head: string[]): Headers {
  const headers = new Headers()
  for (const [index, name] of head.entries())
    if (index % 2 === 0) headers.append(name, head.slice(index + 1, index + 2).join(''))
  return headers
}
async function tagsOf(body: string): Promise<string[]> {
  const page = makePage({ body: Buffer.from(body) })
  const stored = await makeCache().loadPage('/', () => Promise.resolve(page))
  const encodings: Encoding[] = ['br', 'gzip', 'identity']
  return encodings.map((encoding) => stored.copy(encoding).etag)
}

describe('a page that is not in memory', () => {
  test('is rendered once for a thousand visitors who ask at the same time', async () => {
    const cache = makeCache()
    const render = makeRender()
    const asked = Array.from({ length: 1000 }, () => cache.loadPage('/', render.run))
    render.finish()
    const pages = await Promise.all(asked)
    expect(render.calls).toBe(1)
    expect(new Set(pages).size).toBe(1)
  })

  test('is rendered separately for each URL', async () => {
    const cache = makeCache()
    const load = (key: string) =>
      cache.loadPage(key, () => Promise.resolve(makePage({ body: Buffer.from(key) })))
    const pages = await Promise.all(['/a', '/b'].map(load))
    expect(pages.map(bodyOf)).toEqual(['/a', '/b'])
  })

  test('is in memory once it has been rendered, and not rendered again', async () => {
    const cache = makeCache()
    expect(cache.find('/')).toBeUndefined()
    const page = await cache.loadPage('/', () => Promise.resolve(makePage()))
    expect(cache.find('/')).toBe(page)
    const again = makeRender()
    expect(await cache.loadPage('/', again.run)).toBe(page)
    expect(again.calls).toBe(0)
  })

  test('is kept even if its body is empty, as that of a redirect is', async () => {
    const cache = makeCache()
    const headers = { 'content-type': 'text/html; charset=utf-8', location: '/article/a' }
    const redirect = makePage({ status: 301, headers, body: Buffer.alloc(0) })
    const page = await cache.loadPage('/', () => Promise.resolve(redirect))
    expect(page.status).toBe(301)
    expect(cache.find('/')).toBe(page)
  })
})

describe('a page that could not be rendered', () => {
  test('fails for all who waited, and is rendered again for the next', async () => {
    const cache = makeCache()
    const render = makeRender()
    const asked = [cache.loadPage('/', render.run), cache.loadPage('/', render.run)]
    render.fail()
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(cache.find('/')).toBeUndefined()
    const page = await cache.loadPage('/', () => Promise.resolve(makePage({ body: Buffer.from('better') })))
    expect(bodyOf(page)).toBe('better')
  })
})

describe('a page that may not be kept', () => {
  test('is shared by those who wait for it, and rendered again for the next', async () => {
    const cache = makeCache()
    const render = makeRender('not found', { status: 404, isKept: false })
    const asked = [cache.loadPage('/x', render.run), cache.loadPage('/x', render.run)]
    render.finish()
    await Promise.all(asked)
    expect(render.calls).toBe(1)
    expect(cache.find('/x')).toBeUndefined()
    const next = makeRender()
    next.finish()
    await cache.loadPage('/x', next.run)
    expect(next.calls).toBe(1)
  })
})

describe('an invalidation', () => {
  test('removes exactly the pages that have one of its tags', async () => {
    const cache = makeCache()
    const pages = { '/': ['list', 'site'], '/a': ['article:a', 'site'], '/b': ['article:b', 'site'] }
    await fill(cache, pages)
    cache.drop(['article:a', 'list', 'article:unknown'])
    expect(kept(cache, Object.keys(pages))).toEqual(['/b'])
    cache.drop(['site'])
    expect(kept(cache, Object.keys(pages))).toEqual([])
  })

  test('removes a page by the tags of its last rendering', async () => {
    const cache = makeCache()
    await fill(cache, { '/': ['article:a'] })
    cache.drop(['article:a'])
    await fill(cache, { '/': ['article:b'] })
    cache.drop(['article:a'])
    expect(kept(cache, ['/'])).toEqual(['/'])
    cache.drop(['article:b'])
    expect(kept(cache, ['/'])).toEqual([])
  })

  test('of all pages removes them, and they can be cached again', async () => {
    const cache = makeCache()
    await fill(cache, { '/a': ['a'], '/b': ['b'] })
    cache.drop('everything')
    expect(kept(cache, ['/a', '/b'])).toEqual([])
    await fill(cache, { '/a': ['a'] })
    cache.drop(['b'])
    expect(kept(cache, ['/a', '/b'])).toEqual(['/a'])
    cache.drop(['a'])
    expect(kept(cache, ['/a'])).toEqual([])
  })

  test.each([[['unrelated']], ['everything' as const]])(
    'of %j: a page that is being rendered is not kept, and later visitors do not get it',
    async (tags) => {
      const cache = makeCache()
      const [early, late] = [makeRender('old'), makeRender('new')]
      const before = cache.loadPage('/', early.run)
      cache.drop(tags)
      const after = cache.loadPage('/', late.run)
      late.finish()
      expect(bodyOf(await after)).toBe('new')
      early.finish()
      expect(bodyOf(await before)).toBe('old')
      expect(bodyOf(cache.find('/'))).toBe('new')
    },
  )

  test('discards an earlier rendering that ends before the later one', async () => {
    const cache = makeCache()
    const [early, late] = [makeRender('old'), makeRender('new')]
    const before = cache.loadPage('/', early.run)
    cache.drop(['article:1'])
    early.finish()
    await before
    expect(cache.find('/')).toBeUndefined()
    const asked = [cache.loadPage('/', late.run), cache.loadPage('/', late.run)]
    late.finish()
    for (const page of await Promise.all(asked)) expect(bodyOf(page)).toBe('new')
    expect(late.calls).toBe(1)
  })

  test('lets visitors share the later rendering after the earlier one has ended', async () => {
    const cache = makeCache()
    const [early, late] = [makeRender('old'), makeRender('new')]
    const before = cache.loadPage('/', early.run)
    cache.drop(['article:1'])
    const first = cache.loadPage('/', late.run)
    early.finish()
    await before
    const second = cache.loadPage('/', late.run)
    late.finish()
    expect(await second).toBe(await first)
    expect(late.calls).toBe(1)
  })
})

describe('a doubt', () => {
  test('hides all pages until they are rendered again, and keeps them aside', async () => {
    const cache = makeCache()
    await fill(cache, { '/a': ['a'], '/b': ['b'], '/c': ['c'] })
    cache.doubt(1000)
    expect(kept(cache, ['/a', '/b', '/c'])).toEqual([])
    await fill(cache, { '/a': ['a'] })
    cache.drop(['b'])
    expect(kept(cache, ['/a', '/b', '/c'])).toEqual(['/a'])
    const aside = ['/a', '/b', '/c'].map((key) => cache.findDoubted(key)?.doubt?.freshAt)
    expect(aside).toEqual([undefined, undefined, 1000])
    cache.drop(['a'])
    expect(kept(cache, ['/a'])).toEqual([])
  })

  test('keeps no page that is being rendered', async () => {
    const cache = makeCache()
    const render = makeRender('old')
    const before = cache.loadPage('/', render.run)
    cache.doubt(1000)
    render.finish()
    await before
    expect([cache.find('/'), cache.findDoubted('/')]).toEqual([undefined, undefined])
  })

  test('keeps a page aside for a minute, however often it is doubted', async () => {
    const cache = makeCache()
    await fill(cache, { '/': ['a'] })
    cache.doubt(1000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59_000 })
    try {
      cache.doubt(2000)
      expect(cache.findDoubted('/')?.doubt?.freshAt).toBe(1000)
      vi.setSystemTime(Date.now() + 2000)
      expect(cache.findDoubted('/')).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the copies of a page', () => {
  const page = makePage()
  const load = () => makeCache().loadPage('/', () => Promise.resolve(page))

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ] as const)('decode to the same body: %s', async (encoding, decode) => {
    const copy = (await load()).copy(encoding)
    expect(decode(copy.body)).toEqual(page.body)
    const headers = toHeaders(copy.head)
    expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(headers.get('content-length')).toBe(String(copy.body.length))
    expect(Object.fromEntries(headers)).toMatchObject({
      ...page.headers,
      etag: copy.etag,
      vary: 'accept-encoding',
    })
  })

  test('are made once each, and kept', async () => {
    const stored = await load()
    for (const encoding of ['br', 'gzip', 'identity'] as const)
      expect(stored.copy(encoding)).toBe(stored.copy(encoding))
  })

  test.each(['image/png', 'image/webp'])(
    'are the same for a type that is compressed already: %s',
    async (type) => {
      const image = makePage({ headers: { 'content-type': type } })
      const stored = await makeCache().loadPage('/', () => Promise.resolve(image))
      expect(stored.copy('br')).toBe(stored.copy('identity'))
      expect(stored.copy('gzip')).toBe(stored.copy('identity'))
      expect(stored.copy('br').body.equals(image.body)).toBe(true)
      expect(toHeaders(stored.copy('br').head).get('content-encoding')).toBeNull()
    },
  )

  test('are compressed for a picture that is text', async () => {
    const svg = makePage({ headers: { 'content-type': 'image/svg+xml' } })
    const stored = await makeCache().loadPage('/', () => Promise.resolve(svg))
    expect(toHeaders(stored.copy('br').head).get('content-encoding')).toBe('br')
  })

  test('have strong ETags: another for each encoding, the same for the same bytes', async () => {
    const [one, same, other] = [await tagsOf('one'), await tagsOf('one'), await tagsOf('other')]
    expect(same).toEqual(one)
    expect(new Set([...one, ...other]).size).toBe(6)
    for (const etag of one) expect(etag).toMatch(/^"[\w-]+"$/)
  })

  test.each(['br', 'gzip', 'identity'] as const)('have the short headers of a 304: %s', async (encoding) => {
    const copy = (await load()).copy(encoding)
    expect(Object.fromEntries(toHeaders(copy.headNotModified))).toEqual({
      'cache-control': 'public, max-age=0',
      etag: copy.etag,
      vary: 'accept-encoding',
      'x-cache': 'hit',
    })
  })
})

describe('the memory of the cache', () => {
  test('is bounded: the least recently used pages are removed', async () => {
    const cache = makeCache(MEBIBYTE)
    const body = Buffer.alloc(64 * 1024)
    const keys = Array.from({ length: 100 }, (_, index) => `/${index}`)
    for (const key of keys) {
      await cache.loadPage(key, () => Promise.resolve(makePage({ body, tags: [key] })))
      cache.find('/0')
    }
    const left = kept(cache, keys)
    expect(left.length).toBeGreaterThan(1)
    expect(left.length * body.length).toBeLessThanOrEqual(MEBIBYTE)
    expect(left).toEqual(['/0', ...keys.slice(1 - left.length)])
  })

  test('keeps no huge page, so the others stay', async () => {
    const cache = makeCache(MEBIBYTE)
    await cache.loadPage('/small', () => Promise.resolve(makePage()))
    const body = Buffer.alloc(MEBIBYTE / 2)
    const huge = await cache.loadPage('/huge', () => Promise.resolve(makePage({ body })))
    expect(huge.status).toBe(200)
    expect(cache.find('/huge')).toBeUndefined()
    expect(cache.find('/small')).toBeDefined()
  })

  test('is bounded for pages without a body too, because their URLs and headers count', async () => {
    const cache = makeCache(MEBIBYTE)
    const keys = Array.from({ length: 40_000 }, (_, index) => `/article/an-address-of-some-length-${index}`)
    const headers = { 'content-type': 'text/html; charset=utf-8', location: '/article/a' }
    const page = makePage({ status: 301, headers, body: Buffer.alloc(0) })
    for (const key of keys) await cache.loadPage(key, () => Promise.resolve(page))
    const left = kept(cache, keys)
    expect(left.join('').length).toBeLessThanOrEqual(MEBIBYTE)
  })

  test('is bounded for long URLs and long tags, which any visitor can make up', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `/author/${index}`.padEnd(16_000, 'a'))
    const [byKey, byTag] = [makeCache(MEBIBYTE), makeCache(MEBIBYTE)]
    for (const [index, key] of keys.entries()) {
      await fill(byKey, { [key]: ['author'] })
      await fill(byTag, { [index]: [key] })
    }
    for (const cache of [byKey, byTag]) {
      const { values, bytes } = cache.count()
      expect(values).toBeGreaterThan(1)
      expect(values * 16_000).toBeLessThanOrEqual(MEBIBYTE)
      expect(bytes).toBeLessThanOrEqual(MEBIBYTE)
    }
  })
})
