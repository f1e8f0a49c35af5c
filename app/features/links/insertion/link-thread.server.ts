import { createHash } from 'node:crypto'
import { singleton } from '../../../platform/singleton.server.ts'
import { createWorkerPool } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { LinkableArticle } from './insertion.ts'
import type { KnownArticles, LinkAnswers, LinkTask } from './insert-links.worker.server.ts'

type Answer = LinkAnswers[keyof LinkAnswers]

const threads = singleton('link choosers', () =>
  createWorkerPool<LinkTask & KnownArticles, Answer | 'articles-wanted'>({
    file: 'app/features/links/insertion/insert-links.worker.server.ts',
    timeoutMs: 2000,
    heapMb: 256,
  }),
)

/**
 * Runs a task on a thread of its own. The thread remembers the articles it got last, so that a run sends them to each
 * thread only once. Throws DeadlineError for a text that takes over 2 s.
 */
export async function askLinkThread<Wanted extends keyof LinkAnswers>(
  operator: Operator,
  task: LinkTask & { wanted: Wanted },
  articles: LinkableArticle[],
): Promise<LinkAnswers[Wanted]> {
  const known = { ...task, key: toKey(articles) }
  const answer = await threads.run(known, operator.id)
  const final = answer === 'articles-wanted' ? await threads.run({ ...known, articles }, operator.id) : answer
  return final as LinkAnswers[Wanted]
}

const keys = new WeakMap<LinkableArticle[], string>()

/** Hashes a list of articles, once for each array: no caller changes an array after it was listed. */
function toKey(articles: LinkableArticle[]): string {
  const key = keys.get(articles) ?? createHash('sha256').update(JSON.stringify(articles)).digest('base64url')
  keys.set(articles, key)
  return key
}
