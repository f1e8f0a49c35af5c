// @store none
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TaggedCache } from '../app/platform/web/tagged-cache.server.ts'
import { Overloaded, RenderLane, toLane, withOwnTurn } from './render-lanes.ts'

const PATIENT_MS = 60_000

/** Returns a lane, and a function that asks it for a rendering of a network. A rendering ends when `end` is called. */
function openLane(limits: Partial<ConstructorParameters<typeof RenderLane>[0]> = {}) {
  const lane = new RenderLane({ atOnce: 1, mostWaiting: 2, longestWaitMs: PATIENT_MS, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (network: string, name = network) =>
    lane.run(network, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const end = async () => {
    ends.shift()?.()
    await sleep(0) // the next one begins
  }
  return { lane, begun, ask, end }
}

/** Returns what became of a request: the name of its rendering, or the word that it was refused. */
const toOutcome = (asked: Promise<string>) =>
  asked.catch((error: unknown) => (error instanceof Overloaded ? 'refused' : 'failed'))

/** Returns a lane, and a function that asks for the front page, which networks share while it waits in the lane. */
function openSharedPage() {
  const lane = openLane()
  const pages = new TaggedCache<{ tags: Set<string>; isKept: boolean; bytes: number; name: string }>({
    maxBytes: 1000,
  })
  const load = (network: string) =>
    pages.load('/', async () => {
      const name = await lane.ask(network, `front page for ${network}`)
      return { tags: new Set<string>(), isKept: true, bytes: 1, name }
    })
  const askForPage = (network: string) =>
    toOutcome(withOwnTurn(network, async () => (await load(network)).name))
  return { ...lane, askForPage }
}

describe('a lane', () => {
  test('renders a few at once, and the others in the order of their arrival', async () => {
    const { lane, begun, ask, end } = openLane({ atOnce: 2 })
    const asked = ['a', 'b', 'c', 'd'].map((name) => ask('one', name))
    expect(begun).toEqual(['a', 'b'])
    expect(lane.load).toEqual({ running: 2, waiting: 2 })
    await end()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (let count = 0; count < 3; count += 1) await end()
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd'])
    expect(lane.load).toEqual({ running: 0, waiting: 0 })
  })

  test('lets the networks that wait take turns', async () => {
    const { begun, ask, end } = openLane({ mostWaiting: 10 })
    const asked = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => ask(name.slice(0, 1), name))
    for (let count = 0; count < asked.length; count += 1) await end()
    await Promise.all(asked)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('refuses at once what its queue has no room for', async () => {
    const { ask, end } = openLane()
    const asked = ['a', 'b', 'c', 'd'].map((name) => toOutcome(ask('one', name)))
    expect(await asked[3]).toBe('refused')
    for (let count = 0; count < 3; count += 1) await end()
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'refused'])
  })

  test('takes the place of the network that asks most for another one', async () => {
    const { ask, end } = openLane()
    const flood = ['a1', 'a2', 'a3'].map((name) => toOutcome(ask('a', name)))
    const other = toOutcome(ask('b', 'b1'))
    expect(await flood[2]).toBe('refused')
    for (let count = 0; count < 3; count += 1) await end()
    expect(await Promise.all([...flood, other])).toEqual(['a1', 'a2', 'refused', 'b1'])
  })

  test('refuses what has waited too long, and goes on', async () => {
    const { lane, ask, end } = openLane({ longestWaitMs: 1 })
    const first = ask('one', 'a')
    expect(await toOutcome(ask('one', 'b'))).toBe('refused')
    expect(lane.load).toEqual({ running: 1, waiting: 0 })
    await end()
    expect(await first).toBe('a')
    const next = ask('one', 'c')
    await end()
    expect(await next).toBe('c')
  })

  test('has room again after a rendering that failed', async () => {
    const { lane, ask, end } = openLane()
    await expect(lane.run('one', () => Promise.reject(new Error('The store is away.')))).rejects.toThrow(
      'away',
    )
    const next = ask('one')
    await end()
    expect(await next).toBe('one')
  })
})

describe('a page that several networks ask for', () => {
  test('is rendered for the others if the first of them loses its place, and refused to all of that one', async () => {
    const { ask, askForPage, end } = openSharedPage()
    const flood = ['a1', 'a2'].map((name) => toOutcome(ask('a', name)))
    const asked = ['a', 'a', 'b', 'c'].map(askForPage)
    const other = toOutcome(ask('d'))
    await sleep(0) // the others ask again
    for (let count = 0; count < 3; count += 1) await end()
    const page = 'front page for b'
    expect(await Promise.all(asked)).toEqual(['refused', 'refused', page, page])
    expect(await Promise.all([...flood, other])).toEqual(['a1', 'refused', 'd'])
  })

  test('is asked for four times at most', async () => {
    let tries = 0
    const asked = withOwnTurn('a', () => {
      tries += 1
      return Promise.reject<string>(new Overloaded('The queue is full.', 'b'))
    })
    expect(await toOutcome(asked)).toBe('refused')
    expect(tries).toBe(4)
  })
})

test.each([
  ['/', '/', 'pages'],
  ['/article/:slug', '/article/tide', 'pages'],
  ['/', '/?page=5', 'pages'],
  ['/category/:category', '/category/sea?page=6', 'deep'],
  ['/search', '/search?q=tide', 'searches'],
  ['/search.json', '/search.json?q=tide&page=9', 'searches'],
  ['/covers/:name', '/covers/travel-0a1b2c3d.svg', 'pictures'],
  ['/article/:slug/social.png', '/article/tide/social.png', 'pictures'],
  ['/*', '/roofs-in-cairo', 'others'],
])('the lane of %s, asked as %s, is %s', (pattern, url, lane) => expect(toLane(pattern, url)).toBe(lane))
