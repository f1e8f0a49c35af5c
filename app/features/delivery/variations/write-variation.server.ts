import type { BlogPost } from '../../../db/tables.ts'
import { randomBytes } from 'node:crypto'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { estimateTokens } from '../../accounts/ai-usage/ai-usage.ts'
import { askModel } from '../../accounts/ai-usage/commands.server.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { renderText } from '../../articles/commands.server.ts'
import { guessLanguage, nameLanguage } from '../../../shared/languages.ts'
import { checkTranslation } from './check-translation.ts'
import { checkVariation, hasEnoughProse } from './check-variation.ts'
import { faults } from './messages.ts'
import { INSTRUCTIONS, parseAnswer, type SiteVoice, toPrompt, toTranslationInstructions } from './prompt.ts'
import { type Protected, protectText, restoreText } from './protect-text.ts'
import type { PublishedText } from './text-features.ts'
import { MAX_CHARACTERS, type Variation, type VariedText } from './variations.ts'

const ATTEMPTS = 2
const TIMEOUT_MS = 55_000 // the article must be published within a minute, with or without a variation
const FAR_TOO_LONG = 3

/** The input of a variation: the text of the article, and the site that it is for. */
export interface Material {
  article: VariedText & Pick<BlogPost, 'canonicalUrl' | 'lang'>
  site: SiteVoice
  /** The language to translate it into; null for other words of its own. */
  into: string | null
}

/** Stores a variation that passed all other checks. Returns the faults if it was not stored. */
type SaveVariation = (variation: VariedText) => Promise<string[]>

/**
 * Asks a model to write an article in other words, in the tone of a site. Stores the result with `save`. Code checks
 * the answer. After faults the model gets a second attempt that names them. Returns a refusal after a failure or 55 s.
 */
export async function writeVariation(
  operator: Operator,
  { article, site, into }: Material,
  save: SaveVariation,
): Promise<Variation> {
  if (!hasModel()) return refuse('no-provider')
  if (article.content.length > MAX_CHARACTERS) return refuse('too-long')
  const source = await toPublishedText(operator, article, article)
  if (!source || !hasEnoughProse(source)) return refuse('too-short')
  const deadline = performance.now() + TIMEOUT_MS
  const task = { operator, article, site, into, source, prepared: protectText(article.content), deadline }
  let faultsFound: string[] = []
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await ask(task, faultsFound)
    if ('faultsFound' in answer) faultsFound = answer.faultsFound
    else {
      if (!answer.ok) return answer
      faultsFound = await checkAndSave(task, answer.variation, save)
      if (faultsFound.length === 0) return answer
    }
  }
  return refuse('checks-failed', { detail: faultsFound.join(' ') })
}

const toInstructions = (into: string | null) =>
  into === null ? INSTRUCTIONS : toTranslationInstructions(nameLanguage(into, 'en'))

// Without its region.
const toLanguage = ({ lang, content }: Pick<BlogPost, 'lang' | 'content'>): string =>
  (lang ?? guessLanguage(content))?.split('-')[0] ?? 'en'

interface VariationTask extends Material {
  operator: Operator
  source: PublishedText
  prepared: Protected
  /** On the clock of `performance.now()`. */
  deadline: number
}

type Answer = Variation | { faultsFound: string[] }

async function ask(task: VariationTask, faultsFound: string[]): Promise<Answer> {
  const { operator, article, site, into, prepared } = task
  const fence = randomBytes(6).toString('hex')
  try {
    const completion = await askModel(operator, {
      instructions: toInstructions(into),
      prompt: toPrompt({ article: { ...article, content: prepared.text }, site, fence, faultsFound }),
      maxOutputTokens: estimateTokens(prepared.text) * 2 + 1000,
      timeoutMs: Math.max(1, Math.round(task.deadline - performance.now())),
    })
    if (!completion) return refuse('budget-spent')
    return completion.isWhole ? readAnswer(completion.text, fence, task) : { faultsFound: [faults.cut] }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return refuse('provider-failed', { detail: error.detail ?? null })
  }
}

function readAnswer(text: string, fence: string, { article, prepared }: VariationTask): Answer {
  const answer = parseAnswer(text, fence)
  if (!answer) return { faultsFound: [faults.layout] }
  const { text: content, wrong } = restoreText(answer.content, prepared.parts)
  if (wrong.length > 0) return { faultsFound: [faults.marks(wrong)] }
  const metaDescription = article.metaDescription && (answer.metaDescription ?? article.metaDescription)
  return { ok: true, variation: { title: answer.title, content, metaDescription } }
}

async function checkAndSave(
  { operator, article, into, source }: VariationTask,
  variation: VariedText,
  save: SaveVariation,
): Promise<string[]> {
  const share = variation.content.length / article.content.length
  if (share > FAR_TOO_LONG) return [faults.length(Math.round(share * 100))] // no other check is needed
  const instructions = toInstructions(into)
  const faultsFound = await checkText(operator, variation, { article, source, into, instructions })
  return faultsFound.length > 0 ? faultsFound : save(variation)
}

interface ToCheck extends Pick<Material, 'article' | 'into'> {
  source: PublishedText
  instructions?: string
}

/** Returns the faults of a text as a variation of an article, or as its translation `into` a language; none if it is valid. */
export async function checkText(
  operator: Operator,
  text: VariedText,
  { article, source, into, instructions }: ToCheck,
): Promise<string[]> {
  const published = await toPublishedText(operator, text, { ...article, lang: into ?? article.lang })
  if (!published) return [faults.slow]
  return into === null
    ? checkVariation(source, published, instructions)
    : checkTranslation(source, published, { from: toLanguage(article), into, instructions })
}

/** Returns a text with the HTML that readers get; undefined if rendering takes too long. */
async function toPublishedText(
  operator: Operator,
  text: VariedText,
  { canonicalUrl, lang }: Pick<BlogPost, 'canonicalUrl' | 'lang'>,
): Promise<PublishedText | undefined> {
  const { title, metaDescription, content } = text
  try {
    const { html } = await renderText({ content, canonicalUrl, lang }, operator.id)
    return { title, metaDescription, content, html }
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}
