import { randomBytes } from 'node:crypto'
import { ConnectorError } from '../../connectors/connector-error.ts'
import { DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { estimateTokens } from '../ai-usage/ai-usage.ts'
import { askModel } from '../ai-usage/commands.server.ts'
import type { ArticleText } from '../articles/articles.ts'
import { renderText } from '../articles/commands.server.ts'
import { checkVariation, isVariable } from './check-variation.ts'
import { faults, refusals } from './messages.ts'
import { INSTRUCTIONS, parseAnswer, type SiteVoice, toPrompt } from './prompt.ts'
import { type Protected, protectText, restoreText } from './protect-text.ts'
import { canVary } from './queries.server.ts'
import type { PublishedText } from './read-text.ts'
import { MAX_CHARACTERS, type Variation, type VariationRefusal, type VariedText } from './variations.ts'

const ATTEMPTS = 2
const TIMEOUT_MS = 55_000 // the original has to be published within a minute all the same
const FAR_TOO_LONG = 3

/** What a variation is made of. */
export interface Material {
  article: VariedText & Pick<ArticleText, 'canonicalUrl'>
  site: SiteVoice
}

/** The last word on a variation that passed all checks: what speaks against it still. */
export type Admit = (variation: VariedText) => Promise<string[]>

/**
 * Says an article in other words, in the tone of a site. The model's answer is checked by code and asked for once more
 * with what was wrong; 55 s in all. Whatever fails, a reason and a sentence come back and the original text stays.
 */
export async function writeVariation(
  operator: Operator,
  { article, site }: Material,
  admit: Admit,
): Promise<Variation> {
  if (!canVary()) return refuse('no-provider')
  if (article.content.length > MAX_CHARACTERS) return refuse('too-long')
  const source = await publishText(operator, article, article)
  if (!source || !isVariable(source)) return refuse('too-short')
  const until = performance.now() + TIMEOUT_MS
  const task = { operator, article, site, source, prepared: protectText(article.content), until }
  let found: string[] = []
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await ask(task, found)
    if ('refusal' in answer) return answer.refusal
    found = 'found' in answer ? answer.found : await judge(task, answer.variation, admit)
    if ('variation' in answer && found.length === 0) return { ok: true, variation: answer.variation }
  }
  return refuse('checks-failed', [refusals['checks-failed'], ...found].join(' '))
}

interface Task extends Material {
  operator: Operator
  source: PublishedText
  prepared: Protected
  /** When it has to be done with, by `performance.now()`. */
  until: number
}

type Answer = { variation: VariedText } | { found: string[] } | { refusal: Variation }

async function ask(task: Task, found: string[]): Promise<Answer> {
  const { operator, article, site, prepared } = task
  const fence = randomBytes(6).toString('hex')
  try {
    const completion = await askModel(operator, {
      instructions: INSTRUCTIONS,
      prompt: toPrompt({ article: { ...article, content: prepared.text }, site, fence, found }),
      maxOutputTokens: estimateTokens(prepared.text) * 2 + 1000,
      timeoutMs: Math.max(1, Math.round(task.until - performance.now())),
    })
    if (!completion) return { refusal: refuse('budget-spent') }
    return completion.isWhole ? read(completion.text, fence, task) : { found: [faults.cut] }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return { refusal: refuse('provider-failed', error.detail) }
  }
}

function read(text: string, fence: string, { article, prepared }: Task): Answer {
  const answer = parseAnswer(text, fence)
  if (!answer.ok) return { found: [answer.fault] }
  const { text: content, wrong } = restoreText(answer.text.content, prepared.parts)
  if (wrong.length > 0) return { found: [faults.marks(wrong)] }
  const metaDescription = article.metaDescription && (answer.text.metaDescription ?? article.metaDescription)
  return { variation: { title: answer.text.title, content, metaDescription } }
}

async function judge(
  { operator, article, source }: Task,
  variation: VariedText,
  admit: Admit,
): Promise<string[]> {
  const share = variation.content.length / article.content.length
  if (share > FAR_TOO_LONG) return [faults.length(Math.round(share * 100))] // nobody needs to read all of it
  const published = await publishText(operator, variation, article)
  if (!published) return [faults.slow]
  const found = checkVariation(source, published, INSTRUCTIONS)
  return found.length > 0 ? found : admit(variation)
}

/** A text with what readers get to see of it; undefined if that takes too long. */
async function publishText(
  operator: Operator,
  text: VariedText,
  { canonicalUrl }: Pick<ArticleText, 'canonicalUrl'>,
): Promise<PublishedText | undefined> {
  const { title, metaDescription, content } = text
  try {
    const { html } = await renderText({ content, canonicalUrl }, operator.id)
    return { title, metaDescription, content, html }
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}

const refuse = (reason: VariationRefusal, detail = refusals[reason]): Variation => ({
  ok: false,
  reason,
  detail,
})
