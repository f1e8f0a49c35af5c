import { createHash } from 'node:crypto'
import { remember } from '../../platform/remember.server.ts'
import { createWorkerPool } from '../../platform/worker-pool.server.ts'
import type { Inserted, LinkableArticle, LinkSource } from './backlinks.ts'
import type { LinkTask } from './insert-links.worker.server.ts'

const threads = remember('link choosers', () =>
  createWorkerPool<LinkTask, Inserted | 'articles-wanted'>({
    file: 'app/features/backlinks/insert-links.worker.server.ts',
    timeoutMs: 2000,
    heapMb: 256,
  }),
)

/**
 * Has links inserted on a thread of its own. It keeps the last articles that it was told, so that those of a run are
 * told once for each thread. Throws DeadlineError for a text that takes over 2 s.
 */
export async function insertOnThread(source: LinkSource, articles: LinkableArticle[]): Promise<Inserted> {
  const task = { source, key: toKey(articles) }
  const inserted = await threads.run(task)
  if (inserted !== 'articles-wanted') return inserted
  const again = await threads.run({ ...task, articles })
  if (again === 'articles-wanted') throw new Error('A thread wants articles that it was told.')
  return again
}

const keys = new WeakMap<LinkableArticle[], string>()

/** Made once for a list, however often it is handed in: nobody changes one that was listed. */
function toKey(articles: LinkableArticle[]): string {
  const key = keys.get(articles) ?? createHash('sha256').update(JSON.stringify(articles)).digest('base64url')
  keys.set(articles, key)
  return key
}
