import { DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { renderText } from '../articles/commands.server.ts'
import {
  type Inserted,
  type LinkableArticle,
  type LinkSource,
  MAX_CHARACTERS,
  parsePageUrl,
} from './backlinks.ts'
import { insertOnThread } from './link-thread.server.ts'
import { isShownAlike } from './prove-html.ts'
import { listLinkableArticles } from './queries.server.ts'

export { removeLinks } from './apply-plan.ts'

interface LinkOptions {
  /** What `listLinkableArticles` gives: whoever links many texts lists them once. */
  articles?: LinkableArticle[]
}

/**
 * Puts two or three links to the canonical host into a text (spec §9) and changes nothing else: proven on the Markdown,
 * and on what readers are shown. A refusal says why; the text stays as it was. Stores nothing.
 */
export async function insertBacklinks(
  operator: Operator,
  source: LinkSource,
  options: LinkOptions = {},
): Promise<Inserted> {
  if (!parsePageUrl(source.canonicalUrl)) return { ok: false, reason: 'address-wrong' }
  if (source.content.length > MAX_CHARACTERS) return { ok: false, reason: 'too-long' }
  const articles = options.articles ?? (await listLinkableArticles(operator))
  try {
    const inserted = await insertOnThread(source, articles)
    if (!inserted.ok) return inserted
    const { content, plan, existing } = inserted
    const [before, after] = await Promise.all([renderText(source), renderText({ ...source, content })])
    if (isShownAlike(before.html, after.html, plan.length)) return inserted
    return { ok: false, reason: 'not-proven', existing }
  } catch (error) {
    if (error instanceof DeadlineError) return { ok: false, reason: 'too-slow' }
    throw error
  }
}
