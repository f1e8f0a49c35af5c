import { randomBytes } from 'node:crypto'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { askModel } from '../../accounts/ai-usage/commands.server.ts'
import { type Catalogue, type City, type Service, toPairKey } from './catalogue.ts'
import { INSTRUCTIONS, type ParagraphFacts, parseParagraph, toPrompt } from './paragraph.ts'
import { toFacts, toFactsHash } from './paragraphs.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

const AT_ONCE = 4
const ANSWER_TOKENS = 400
const TIMEOUT_MS = 30_000

interface Page {
  service: Service
  city: City
  facts: ParagraphFacts
}

/** A page, and the paragraph of the model: '' if it could not be used. */
interface WrittenPage extends Page {
  paragraph: string
}

/**
 * Asks the model to write paragraphs for the operator's next pages without one. The tokens count for the operator's
 * day. `halted` is the reason why the model should not be asked again now. Must not run in a transaction.
 */
export async function writeSome(
  operator: Operator,
  catalogue: Catalogue,
  after: string,
): Promise<{ pages: number; written: WrittenPage[]; after: string; halted: 'spent' | 'failed' | undefined }> {
  const pages = listUnwritten(catalogue, after)
  const answers = await Promise.all(pages.map(({ facts }) => askForParagraph(operator, facts)))
  const written = pages.flatMap((page, place): WrittenPage[] => {
    const answer = answers[place]
    return answer?.ok ? [{ ...page, paragraph: answer.paragraph }] : []
  })
  const last = pages.at(-1)
  return {
    pages: pages.length,
    written,
    after: last ? toPairKey(last.service.id, last.city.id) : after,
    halted: findHalt(answers),
  }
}

function findHalt(answers: Answer[]): 'spent' | 'failed' | undefined {
  const reasons = answers.map((answer) => (answer.ok ? undefined : answer.reason))
  if (reasons.includes('spent')) return 'spent'
  return reasons.length > 0 && reasons.every((reason) => reason === 'failed') ? 'failed' : undefined
}

function listUnwritten(catalogue: Catalogue, after: string): Page[] {
  const pages: Page[] = []
  for (const { service, city } of findUnwritten(catalogue, after)) {
    pages.push({ service, city, facts: toFacts(catalogue, service, city) })
    if (pages.length === AT_ONCE) break
  }
  return pages
}

/** Counts the pages that the model has not written for. */
export function countUnwritten(catalogue: Catalogue): number {
  let count = 0
  for (const _ of findUnwritten(catalogue)) count += 1
  return count
}

function* findUnwritten(catalogue: Catalogue, after = '') {
  for (const service of catalogue.services)
    for (const city of catalogue.cities) {
      const key = toPairKey(service.id, city.id)
      if (key > after && !catalogue.paragraphs.has(key)) yield { service, city }
    }
}

// The paragraph, '' if it could not be used. Otherwise the reason why there is none: the day's tokens are spent, or the
// model failed.
type Answer = { ok: true; paragraph: string } | Refusal<'spent' | 'failed'>

async function askForParagraph(operator: Operator, facts: ParagraphFacts): Promise<Answer> {
  const question = {
    instructions: INSTRUCTIONS,
    prompt: toPrompt(facts, randomBytes(6).toString('hex')),
    maxOutputTokens: ANSWER_TOKENS,
    timeoutMs: TIMEOUT_MS,
    retries: 1,
  }
  try {
    const completion = await askModel(operator, question)
    return completion
      ? { ok: true, paragraph: parseParagraph(completion.text, facts) ?? '' }
      : refuse('spent')
  } catch (error) {
    if (error instanceof ConnectorError) return refuse('failed')
    throw error
  }
}

/**
 * Stores paragraphs, empty ones too, so that the model is not asked again. Returns the number of those that are not
 * empty.
 */
export async function saveWritten(
  trx: Transaction,
  operator: Operator,
  pages: WrittenPage[],
): Promise<number> {
  for (const page of pages) await saveParagraph(trx, operator, page)
  return pages.filter(({ paragraph }) => paragraph !== '').length
}

// Stores no paragraph if the service or the city is deleted by now.
async function saveParagraph(
  trx: Transaction,
  operator: Operator,
  { service, city, facts, paragraph }: WrittenPage,
): Promise<void> {
  const columns = { factsHash: toFactsHash(facts), paragraph, createdAt: new Date() }
  await trx
    .insertInto('landingParagraphs')
    .columns(['userId', 'serviceId', 'cityId', 'factsHash', 'paragraph', 'createdAt'])
    .expression((from) =>
      from
        .selectFrom('services')
        .innerJoin('cities', 'cities.userId', 'services.userId')
        .select(['services.userId', 'services.id as serviceId', 'cities.id as cityId'])
        .select((value) => [
          value.val(columns.factsHash).as('factsHash'),
          value.val(columns.paragraph).as('paragraph'),
          value.val(columns.createdAt).as('createdAt'),
        ])
        .where('services.userId', '=', operator.id)
        .where('services.id', '=', service.id)
        .where('cities.id', '=', city.id),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'serviceId', 'cityId']).doUpdateSet(columns))
    .execute()
}
