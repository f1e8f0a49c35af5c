import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { renderText } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { askForPicks } from './ask-for-picks.server.ts'
import {
  type Inserted,
  type LinkableArticle,
  type LinkedText,
  type LinkSource,
  MAX_CHARACTERS,
  parsePageUrl,
  type RefusedText,
} from './insertion.ts'
import { askLinkThread } from './link-thread.server.ts'
import { differsOnlyInLinks } from './verify-html.ts'
import { listLinkableArticles } from './queries.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

const MODEL_TIMEOUT_MS = 8000

/** A text with its links and its rendering, or a refusal. */
type Proven = (LinkedText & { rendered: RenderedMarkdown }) | RefusedText

interface LinkOptions {
  /** True if a language model may choose first, if one is configured; true if left out. */
  usesModel?: boolean
  /** The longest wait for the model's answer; 8 s if left out. */
  timeoutMs?: number
  /** The result of `listLinkableArticles`, from a caller that links many texts and lists them once. */
  articles?: LinkableArticle[]
}

/** Inserts links like `insertBacklinks`, for at most 60 texts a minute of an account (spec §7). */
export async function insertBacklinksSingle(
  operator: Operator,
  source: LinkSource,
): Promise<Proven | Refusal<'too-many', { waitS: number }>> {
  const waitS = await consumeRateLimits([{ name: 'backlinks', of: operator.id, most: 60, windowS: 60 }])
  return waitS > 0 ? refuse('too-many', { waitS }) : insertBacklinks(operator, source)
}

/**
 * Inserts two or three links to the canonical host into a text (spec §9). The Markdown and the HTML are compared to
 * check that no other part changes. A language model may choose the words; otherwise the rules do. A refusal names its
 * reason. Stores nothing. Must not be called inside a transaction.
 */
export async function insertBacklinks(
  operator: Operator,
  source: LinkSource,
  options: LinkOptions = {},
): Promise<Proven> {
  if (!parsePageUrl(source.canonicalUrl)) return refuse('address-wrong')
  if (source.content.length > MAX_CHARACTERS) return refuse('too-long')
  const articles = options.articles ?? (await listLinkableArticles(operator))
  try {
    const byRules = await askLinkThread(operator, { wanted: 'links', source }, articles)
    const picked =
      asksModel(options, byRules) && (await insertPicked(operator, source, { ...options, articles }))
    return picked || (await prove(operator, source, byRules))
  } catch (error) {
    if (error instanceof DeadlineError) return refuse('too-slow')
    throw error
  }
}

// If the rules find too few phrases, a model may still find some.
const asksModel = ({ usesModel = true }: LinkOptions, byRules: Inserted) =>
  usesModel && hasModel() && (byRules.ok || byRules.reason === 'no-places')

/** Returns undefined if the model gave no usable answer; the rules choose then. */
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

/** Compares the HTML before and after, so that only the links are new to readers. */
async function prove(operator: Operator, source: LinkSource, inserted: Inserted): Promise<Proven> {
  if (!inserted.ok) return inserted
  const { content, plan } = inserted
  const { lang = null } = source
  const before = await renderText({ ...source, lang }, operator.id)
  const after = await renderText({ ...source, lang, content }, operator.id)
  return differsOnlyInLinks(
    before.html,
    after.html,
    plan.map(({ target }) => target),
  )
    ? { ...inserted, rendered: after }
    : refuse('not-proven')
}
