import { countAttempt } from '../../platform/rate-limits.server.ts'
import { DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { hasModel } from '../ai-usage/queries.server.ts'
import { type RenderedMarkdown, renderText } from '../articles/commands.server.ts'
import { askForPicks } from './ask-for-picks.server.ts'
import {
  type Inserted,
  type LinkableArticle,
  type LinkSource,
  MAX_CHARACTERS,
  parsePageUrl,
} from './backlinks.ts'
import { askLinkThread } from './link-thread.server.ts'
import { isShownAlike } from './prove-html.ts'
import { listLinkableArticles } from './queries.server.ts'

export { removeLinks } from './apply-plan.ts'

const MODEL_TIMEOUT_MS = 8000

/** A text with its links, and what readers are shown of it. */
type Proven =
  (Extract<Inserted, { ok: true }> & { rendered: RenderedMarkdown }) | Extract<Inserted, { ok: false }>

interface LinkOptions {
  /** Whether a model may choose first; where the settings name one, it may. */
  usesModel?: boolean
  /** For the model's answer; 8 s if left out. */
  timeoutMs?: number
  /** What `listLinkableArticles` gives: whoever links many texts lists them once. */
  articles?: LinkableArticle[]
}

/** `insertBacklinks` for whoever asks for it alone (spec §7): 60 texts a minute for an account, with seconds to wait. */
export async function insertBacklinksSingle(
  operator: Operator,
  source: LinkSource,
): Promise<Proven | { ok: false; reason: 'too-many'; waitS: number }> {
  const waitS = await countAttempt([{ name: 'backlinks', of: operator.id, most: 60, windowS: 60 }])
  return waitS > 0 ? { ok: false, reason: 'too-many', waitS } : insertBacklinks(operator, source)
}

/**
 * Puts two or three links to the canonical host into a text (spec §9) and changes nothing else: proven on the Markdown,
 * and on what readers are shown. A model may pick places, and rules choose where it does not. A refusal says why; the
 * text stays as it was. Stores nothing. Not inside a transaction.
 */
export async function insertBacklinks(
  operator: Operator,
  source: LinkSource,
  options: LinkOptions = {},
): Promise<Proven> {
  if (!parsePageUrl(source.canonicalUrl)) return { ok: false, reason: 'address-wrong' }
  if (source.content.length > MAX_CHARACTERS) return { ok: false, reason: 'too-long' }
  const articles = options.articles ?? (await listLinkableArticles(operator))
  try {
    const byRules = await askLinkThread(operator, { wanted: 'links', source }, articles)
    const picked =
      asksModel(options, byRules) && (await insertPicked(operator, source, { ...options, articles }))
    return picked || (await prove(operator, source, byRules))
  } catch (error) {
    if (error instanceof DeadlineError) return { ok: false, reason: 'too-slow' }
    throw error
  }
}

// Where the rules see too few places, a model may see others.
const asksModel = ({ usesModel = true }: LinkOptions, byRules: Inserted) =>
  usesModel && hasModel() && (byRules.ok || byRules.reason === 'no-places')

/** Undefined where nothing comes of asking a model, for whatever reason: the rules do without. */
async function insertPicked(
  operator: Operator,
  source: LinkSource,
  { timeoutMs = MODEL_TIMEOUT_MS, articles }: LinkOptions & { articles: LinkableArticle[] },
): Promise<Proven | undefined> {
  try {
    const offer = await askLinkThread(operator, { wanted: 'offer', source }, articles)
    const picks = offer ? await askForPicks(operator, offer, timeoutMs) : []
    if (picks.length === 0) return undefined
    const inserted = await prove(
      operator,
      source,
      await askLinkThread(operator, { wanted: 'links', source, picks }, articles),
    )
    return inserted.ok && inserted.chosenBy !== 'rules' ? inserted : undefined
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}

/** The last word: readers are shown the same as before, but for the links. */
async function prove(operator: Operator, source: LinkSource, inserted: Inserted): Promise<Proven> {
  if (!inserted.ok) return inserted
  const { content, plan, existing } = inserted
  const before = await renderText(source, operator.id)
  const after = await renderText({ ...source, content }, operator.id)
  return isShownAlike(before.html, after.html, plan.length)
    ? { ...inserted, rendered: after }
    : { ok: false, reason: 'not-proven', existing }
}
