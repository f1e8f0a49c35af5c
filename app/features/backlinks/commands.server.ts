import { countAttempt } from '../../platform/rate-limits.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { createWorkerPool, DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { renderText } from '../articles/commands.server.ts'
import { type Linked, type LinkRefusal, type LinkSource, MAX_CHARACTERS, parsePageUrl } from './backlinks.ts'
import type { LinkTask } from './insert-links.worker.server.ts'
import { isShownAlike } from './prove-html.ts'
import { listLinkableArticles } from './queries.server.ts'

const linkers = remember('link choosers', () =>
  createWorkerPool<LinkTask, Linked>({
    file: 'app/features/backlinks/insert-links.worker.server.ts',
    timeoutMs: 2000,
    heapMb: 256,
  }),
)

type Inserted = { ok: true; content: string; backlinksAdded: number } | { ok: false; reason: LinkRefusal }

/** `insertBacklinks` for whoever asks for it alone (spec §7): 60 texts a minute for an account, with seconds to wait. */
export async function insertBacklinksSingle(
  operator: Operator,
  source: LinkSource,
): Promise<Inserted & { waitS?: number }> {
  const waitS = await countAttempt([{ name: 'backlinks', of: operator.id, most: 60, windowS: 60 }])
  return waitS > 0 ? { ok: false, reason: 'too-many', waitS } : insertBacklinks(operator, source)
}

/**
 * Puts two or three links to the canonical host into a text (spec §9) and changes nothing else: proven on the Markdown,
 * and on what readers are shown. A refusal says why; the text stays as it was. Stores nothing.
 */
export async function insertBacklinks(operator: Operator, source: LinkSource): Promise<Inserted> {
  if (!parsePageUrl(source.canonicalUrl)) return { ok: false, reason: 'address-wrong' }
  if (source.content.length > MAX_CHARACTERS) return { ok: false, reason: 'too-long' }
  const articles = await listLinkableArticles(operator)
  try {
    const linked = await linkers.run({ source, articles })
    if (!linked.ok) return { ok: false, reason: linked.reason }
    const { content, plan } = linked
    const [before, after] = await Promise.all([renderText(source), renderText({ ...source, content })])
    if (!isShownAlike(before.html, after.html, plan.length)) return { ok: false, reason: 'not-proven' }
    return { ok: true, content, backlinksAdded: plan.length }
  } catch (error) {
    if (error instanceof DeadlineError) return { ok: false, reason: 'too-slow' }
    throw error
  }
}
