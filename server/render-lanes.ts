import { setImmediate as nextTurn } from 'node:timers/promises'
import { env } from '../app/platform/env.server.ts'
import { addGauge, metrics } from '../app/platform/metrics.server.ts'
import { parsePage } from '../app/shared/page-list.ts'
import { isSearch } from './public-pages.ts'

/**
 * A kind of public page that is not in memory. Each has renderings and a queue of its own, so that a flood of one kind
 * leaves the others theirs. `others` are landing pages, and addresses that nothing is known of.
 */
export type Lane = 'pages' | 'deep' | 'searches' | 'pictures' | 'others'

interface Limits {
  /** The renderings at once. */
  atOnce: number
  /** The requests that may wait for one. */
  mostWaiting: number
  /** The longest wait, in milliseconds. */
  longestWaitMs: number
}

const FIRST_DEEP_PAGE = 6 // few readers go further

/** Returns the lane of a public page, by the pattern of its route and its URL. */
export function toLane(pattern: string, url: string): Lane {
  const [path = '/', query = ''] = url.split('?', 2)
  if (isSearch(path)) return 'searches'
  if (pattern.startsWith('/covers/') || pattern.endsWith('/social.png')) return 'pictures'
  if (pattern === '/*') return 'others'
  return parsePage(new URLSearchParams(query).get('page')) >= FIRST_DEEP_PAGE ? 'deep' : 'pages'
}

/** The error of a rendering that has no room. It was asked for by a network. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly network: string

  constructor(message: string, network: string) {
    super(message)
    this.network = network
  }
}

const MOST_TRIES = 4

/**
 * Asks for a page whose rendering may be shared with other networks. If one of those has lost its place in the queue, asks
 * again: then the rendering may begin in a turn of the own network. Rejects with `Overloaded` if the own network has no
 * place, or after four tries.
 */
export async function withOwnTurn<T>(network: string, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Overloaded) || error.network === network) throw error
    }
  }
  return ask()
}

interface Waiting {
  begin: () => void
  giveUp: () => void
}

/**
 * Renders a limited number of pages at once, and lets a limited number wait for a limited time. The networks that wait
 * take turns. If the queue is full, the network with the most requests in it loses its newest, so that no network can
 * fill the queue for the others.
 */
export class RenderLane {
  readonly #limits: Limits
  #running = 0
  #count = 0
  // The networks in the order of their turns, each with its requests in the order of their arrival.
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** The renderings that run, and the requests that wait for one. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#count }
  }

  /** Runs a rendering for a network. Rejects with `Overloaded` if it cannot begin in time. */
  async run<T>(network: string, render: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#waitForTurn(network)
    try {
      return await render()
    } finally {
      this.#endTurn()
    }
  }

  #waitForTurn(network: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#count >= this.#limits.mostWaiting && !this.#makeRoom(network))
        return reject(new Overloaded('The queue is full.', network))
      const timer = setTimeout(() => {
        this.#remove(network, waiting)
        waiting.giveUp()
      }, this.#limits.longestWaitMs)
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
        giveUp: () => {
          clearTimeout(timer)
          reject(new Overloaded('No rendering ended in time.', network))
        },
      }
      const own = this.#waiting.get(network)
      if (own) own.push(waiting)
      else this.#waiting.set(network, [waiting])
      this.#count += 1
    })
  }

  // Returns false if no network has more requests in the queue than this one.
  #makeRoom(network: string): boolean {
    const most = [...this.#waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    if (most[1].length <= (this.#waiting.get(network)?.length ?? 0)) return false
    const newest = most[1].at(-1)
    if (!newest) return false
    this.#remove(most[0], newest)
    newest.giveUp()
    return true
  }

  #remove(network: string, waiting: Waiting): void {
    const left = this.#waiting.get(network)?.filter((one) => one !== waiting) ?? []
    this.#count -= 1
    if (left.length > 0) this.#waiting.set(network, left)
    else this.#waiting.delete(network)
  }

  // The turn passes to the first request of the next network, which is last in line then.
  #endTurn(): void {
    const [next] = this.#waiting
    const [network, [first, ...others]] = next ?? ['', []]
    if (!first) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(network)
    if (others.length > 0) this.#waiting.set(network, others)
    this.#count -= 1
    first.begin()
  }
}

// Rendering has one thread. More at once would only let the pages in memory wait longer.
const lanes: Record<Lane, RenderLane> = {
  pages: new RenderLane({ atOnce: 4, mostWaiting: 100, longestWaitMs: 500 }),
  deep: new RenderLane({ atOnce: 2, mostWaiting: 20, longestWaitMs: 500 }),
  searches: new RenderLane({ atOnce: 2, mostWaiting: 40, longestWaitMs: 500 }),
  pictures: new RenderLane({ atOnce: 2, mostWaiting: 40, longestWaitMs: 500 }),
  others: new RenderLane({ atOnce: 2, mostWaiting: 40, longestWaitMs: 500 }),
}

addGauge(
  {
    name: 'broadsheet_renderings',
    help: 'Public pages that are rendered now, and requests that wait for it, by the lane.',
    labelNames: ['lane', 'state'],
  },
  () =>
    Object.entries(lanes).flatMap(([lane, { load }]) => [
      { lane, state: 'running', value: load.running },
      { lane, state: 'waiting', value: load.waiting },
    ]),
)

const arrivals = new RenderLane({ atOnce: 1, mostWaiting: 200, longestWaitMs: 500 })

/**
 * Waits until a request for a page that is not in memory may begin: one does in each turn of the event loop, as in
 * `takeTurn`. Rejects with `Overloaded` as `renderInLane` does.
 */
export async function waitForRoom(lane: Lane, network: string): Promise<void> {
  if (env.RATE_LIMITS !== 'off') await countShed(lane, arrivals.run(network, nextTurn))
}

/**
 * Renders a page in its lane, for a network. Rejects with `Overloaded` if the lane has no room. Without limits of rates
 * there are no lanes.
 */
export async function renderInLane<T>(lane: Lane, network: string, render: () => Promise<T>): Promise<T> {
  if (env.RATE_LIMITS === 'off') return render()
  const askedAt = performance.now()
  const rendering = lanes[lane].run(network, () => {
    metrics.renderingWaitSeconds.observe({ lane }, (performance.now() - askedAt) / 1000)
    return render()
  })
  return countShed(lane, rendering)
}

async function countShed<T>(lane: Lane, running: Promise<T>): Promise<T> {
  try {
    return await running
  } catch (error) {
    if (error instanceof Overloaded) metrics.renderingsShed.inc({ lane })
    throw error
  }
}
