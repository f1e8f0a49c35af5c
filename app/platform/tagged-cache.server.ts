import { LRUCache } from 'lru-cache'

/** What a tagged cache needs to know of a thing it keeps. */
export interface Kept {
  /** Names of what it was made from. */
  tags: Set<string>
  /** Whether it may be kept; what may not is still made once for all who wait for it. */
  isKept: boolean
  bytes: number
}

/**
 * Things kept in memory until something they were made from changes. Simultaneous requests for one that is not there
 * share its making; one whose making began before a drop is never kept, and nobody who asks after the drop gets it.
 */
export class TaggedCache<T extends Kept> {
  readonly #kept: LRUCache<string, T>
  readonly #keysByTag = new Map<string, Set<string>>()
  #making = new Map<string, Promise<T>>()

  constructor(options: { maxBytes: number }) {
    this.#kept = new LRUCache({
      maxSize: options.maxBytes,
      maxEntrySize: Math.floor(options.maxBytes / 8),
      sizeCalculation: (thing) => thing.bytes,
      dispose: (thing, key) => this.#forgetTags(thing, key),
    })
  }

  /** The thing if it is in memory. */
  find(key: string): T | undefined {
    return this.#kept.get(key)
  }

  /** The thing, made unless it is there or is being made right now. */
  load(key: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (kept) return Promise.resolve(kept)
    const current = this.#making.get(key)
    if (current) return current
    const begun = this.#make(key, make)
    this.#making.set(key, begun)
    return begun
  }

  /** Forgets everything made from one of the tags, and lets go of what is being made: it may have read too early. */
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

  async #make(key: string, make: () => Promise<T>): Promise<T> {
    const generation = this.#making
    try {
      const thing = await make()
      if (thing.isKept && generation === this.#making) this.#keep(key, thing)
      return thing
    } finally {
      generation.delete(key)
    }
  }

  #keep(key: string, thing: T): void {
    this.#kept.set(key, thing)
    if (!this.#kept.has(key)) return
    for (const tag of thing.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
  }

  #forgetTags(thing: T, key: string): void {
    for (const tag of thing.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
