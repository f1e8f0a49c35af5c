import { LRUCache } from 'lru-cache'

/** The properties that a tagged cache reads of its values. */
export interface Kept {
  /** Names of the data that it was made from. */
  tags: Set<string>
  /** True if it may be cached. If not, it is still made only once for all callers that wait for it. */
  isKept: boolean
  /** Its size without its key and its tags, which the cache adds. */
  bytes: number
  /** Set by the cache once the value is in doubt. */
  doubt?: Doubt | undefined
}

/** Two times in milliseconds since 1970: when a value was last known to be fresh, and when it was doubted first. */
interface Doubt {
  freshAt: number
  since: number
}

/**
 * A cache whose values have tags. The invalidation of a tag removes all values with it. Simultaneous calls for a
 * missing value share its making. A value whose making began before an invalidation is not kept, and later calls do not
 * get it.
 */
export class TaggedCache<T extends Kept> {
  readonly #kept: LRUCache<string, T>
  readonly #keysByTag = new Map<string, Set<string>>()
  #making = new Map<string, Promise<T>>()

  constructor(options: { maxBytes: number }) {
    this.#kept = new LRUCache<string, T>({
      maxSize: options.maxBytes,
      maxEntrySize: Math.floor(options.maxBytes / 8),
      sizeCalculation: toBytes,
      dispose: (value, key) => this.#forgetTags(value, key),
    })
  }

  /** Returns the value if it is in memory and not in doubt. */
  find(key: string): T | undefined {
    const value = this.#kept.get(key)
    return value?.doubt === undefined ? value : undefined
  }

  /** Returns the value if it has been in doubt for a minute at most: better than nothing if a new one fails. */
  findDoubted(key: string): T | undefined {
    const value = this.#kept.peek(key)
    return value?.doubt && Date.now() - value.doubt.since <= RESERVE_MS ? value : undefined
  }

  /** Returns the number of values in memory, and their size in bytes. */
  count(): { values: number; bytes: number } {
    return { values: this.#kept.size, bytes: this.#kept.calculatedSize }
  }

  /** Returns the value. Makes it unless it is in memory or is being made right now. */
  load(key: string, make: () => Promise<T>): Promise<T> {
    const kept = this.find(key)
    if (kept) return Promise.resolve(kept)
    const current = this.#making.get(key)
    if (current) return current
    const started = this.#make(key, make)
    this.#making.set(key, started)
    return started
  }

  /** Removes all values with one of the tags. Values that are being made are not kept: they may have read old data. */
  drop(tags: string[] | 'everything'): void {
    this.#making = new Map()
    if (tags === 'everything') {
      this.#kept.clear()
      return
    }
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) this.#kept.delete(key)
    }
  }

  /** Keeps all values for `findDoubted` alone. They are fresh as of `freshAt`, in milliseconds since 1970. */
  doubt(freshAt: number): void {
    this.#making = new Map()
    const doubt = { freshAt, since: Date.now() }
    for (const value of this.#kept.values()) value.doubt ??= doubt
  }

  /** Removes the value if it is in doubt. */
  forgetDoubted(key: string): void {
    if (this.#kept.peek(key)?.doubt) this.#kept.delete(key)
  }

  async #make(key: string, make: () => Promise<T>): Promise<T> {
    const generation = this.#making
    try {
      const value = await make()
      if (value.isKept && generation === this.#making) this.#keep(key, value)
      return value
    } finally {
      generation.delete(key)
    }
  }

  #keep(key: string, value: T): void {
    this.#kept.set(key, value)
    if (!this.#kept.has(key)) return
    for (const tag of value.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
  }

  #forgetTags(value: T, key: string): void {
    for (const tag of value.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

const RESERVE_MS = 60_000

// The key is often a URL, and a tag a name in it. Any visitor can make both up, with up to 16 kB.
const toBytes = ({ bytes, tags }: Kept, key: string) =>
  [...tags].reduce((sum, tag) => sum + BYTES_PER_LETTER * tag.length, bytes + BYTES_PER_LETTER * key.length)

const BYTES_PER_LETTER = 2
