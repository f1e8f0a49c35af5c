import { isFollowingInvalidations, onInvalidation } from './page-invalidation.server.ts'
import { type Kept, TaggedCache } from './tagged-cache.server.ts'

/**
 * Returns a function that makes a value, and keeps it until a write drops one of its tags. `bytes` is the size that each value
 * counts with, besides its key and its tags. A process that does not follow the drops keeps nothing.
 */
export function createTaggedMemory<T>(
  name: string,
  { maxBytes, bytes }: { maxBytes: number; bytes: number },
) {
  const memory = new TaggedCache<Kept & { value: T }>({ maxBytes })
  onInvalidation(name, (tags) => memory.drop(tags === 'doubt' ? 'everything' : tags))
  return async (key: string, tags: string[], make: () => Promise<T>): Promise<T> => {
    if (!isFollowingInvalidations()) return make()
    const kept = await memory.load(key, async () => ({
      value: await make(),
      tags: new Set(tags),
      isKept: true,
      bytes,
    }))
    return kept.value
  }
}
