import { renderText } from '../../articles/commands.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createWorkerPool, DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Page } from './convert.worker.server.ts'
import type { Found, FoundArticle, Loss, Losses } from './formats.ts'
import { mayHideWords } from './plain-words.ts'
import { placePictures } from './place-pictures.ts'
import { readRawField, readTrimmed } from './source-fields.ts'

const converters = singleton('page converters', () =>
  createWorkerPool<Page, Found>({
    file: 'app/features/moving-in/formats/convert.worker.server.ts',
    timeoutMs: 3000,
    heapMb: 256,
  }),
)

/** Returns the article that a page of an export has; a problem if it cannot be converted. */
export async function convertPage(page: Page, accountId: string | null): Promise<Found> {
  try {
    return await converters.run(page, accountId)
  } catch (error) {
    if (error instanceof DeadlineError) return { place: '', problem: 'It takes too long to read.' }
    if (error instanceof RangeError) return { place: '', problem: 'It is nested too deeply.' }
    return { place: '', problem: error instanceof Error ? error.message : String(error) }
  }
}

interface FinishOptions {
  skip?: number
  accountId: string | null
  /** The address of the old site, as the user says it. */
  from?: string | undefined
}

const AHEAD = 8 // conversions at once; the pool has few threads

/**
 * Returns the items of a file from `skip` on, their HTML as Markdown. At the end it returns what the articles have lost,
 * by kind, together with `lost`. The order stays.
 */
export async function* finish(
  found: AsyncIterable<Found>,
  options: FinishOptions & { lost?: [string, number][] },
): AsyncGenerator<Found> {
  const lost = new Map(options.lost)
  for await (const each of convertAll(found, options)) {
    yield 'fields' in each ? { ...each, ...tallyAll(lost, each) } : each
  }
  for (const [kind, count] of lost) yield { place: 'the whole file', leftOut: kind, count }
}

const MOST_KINDS = 1000 // a file could fill the memory with kinds
const OTHER_KINDS = 'things of other kinds'

/** Counts what an article loses. Returns it with the kinds under which it was counted. */
const tallyAll = (all: Map<string, number>, { lost, counted }: Losses): Losses => ({
  ...(lost && { lost: lost.map((kind) => tally(all, [kind, 1])[0]) }),
  ...(counted && { counted: counted.map((loss) => tally(all, loss)) }),
})

function tally(all: Map<string, number>, [kind, count]: Loss): Loss {
  const known = all.has(kind) || all.size < MOST_KINDS ? kind : OTHER_KINDS
  all.set(known, (all.get(known) ?? 0) + count)
  return [known, count]
}

async function* convertAll(
  found: AsyncIterable<Found>,
  { skip = 0, ...options }: FinishOptions,
): AsyncGenerator<Found> {
  const running: Promise<Found>[] = []
  let count = 0
  for await (const each of found) {
    count += 1
    if (count > skip) running.push(convert(each, options))
    if (running.length === AHEAD) yield* running.splice(0, 1)
  }
  yield* running
}

const convert = async (found: Found, { accountId, from }: FinishOptions) =>
  placePictures(await compareWords(await convertHtml(found, accountId), accountId), from)

const LONGEST_TEXT = 500_000 // in characters; a longer one is refused

/** Returns an article with the words that readers of our page do not find. The page is drawn only if it may miss some. */
async function compareWords(found: Found, accountId: string | null): Promise<Found> {
  if (!('fields' in found) || found.isExported) return found
  const { said: _said, left: _left, ...article } = found
  const content = readRawField(found.fields.content)
  if (content.length > LONGEST_TEXT) return article
  const read = found.said === undefined ? await readSaid(found, content, accountId) : found
  const lostWords = read.said === undefined ? [] : await listLostWords(read, content, accountId)
  return lostWords.length > 0 ? { ...article, lostWords } : article
}

async function listLostWords(
  { said = '', left = '', fields: { title, description } }: FoundArticle,
  content: string,
  accountId: string | null,
): Promise<string[]> {
  try {
    const canonicalUrl = null // it changes addresses only
    const { html } = await renderText({ content, canonicalUrl, lang: null }, accountId)
    const compared = await convertPage({ text: html, shown: { said, left, title, description } }, accountId)
    return ('fields' in compared && compared.lostWords) || []
  } catch (error) {
    if (error instanceof DeadlineError) return [] // the import refuses it
    throw error
  }
}

/** Returns an article of NDJSON, whose Markdown our pages show as it is, except for its tags and comments. */
async function readSaid(
  found: FoundArticle,
  content: string,
  accountId: string | null,
): Promise<FoundArticle> {
  if (!mayHideWords(content)) return found
  const { title, description } = found.fields
  const read = await convertPage({ text: content, named: { title, description } }, accountId)
  return 'fields' in read ? { ...read, fields: found.fields } : found
}

const LONGEST_HTML = 5_000_000 // in characters; an article has a tenth of it

async function convertHtml(found: Found, accountId: string | null): Promise<Found> {
  if (!('fields' in found) || !found.html) return found
  const { html, fields, place, lost = [], counted, pictures = [], said, beside, within, site, page } = found
  if (readRawField(fields.content).length > LONGEST_HTML)
    return { place, problem: 'The text is too long for one article.' }
  const converted = await convertPage(
    { text: readRawField(fields.content), html, pictures, said, beside },
    accountId,
  )
  if (!('fields' in converted)) return { ...converted, place }
  return {
    ...converted,
    place,
    ...(within && { within }),
    site,
    page,
    lost: [...lost, ...(converted.lost ?? [])],
    ...(counted && { counted }),
    fields: { ...fields, ...converted.fields },
  }
}

const UNTITLED_LENGTH = 60

/**
 * Returns an article as another program would show it today: one that has its date in the future is planned for it. One
 * without a date is a draft. So is one without a title, which gets the beginning of its text as its title.
 */
export const toToday = (found: Found): Found => toTitled(toDated(toPlanned(found)))

function toDated(found: Found): Found {
  if (!('fields' in found) || found.isExported) return found
  const { fields, lost = [] } = found
  if (fields.draft === true || readTrimmed(fields.published_at) !== '') return found
  return {
    ...found,
    lost: [...lost, 'article without a date (a draft now)'],
    fields: { ...fields, draft: true },
  }
}

const MOMENT = /T.*(?:Z|[+-]\d\d:\d\d)$/

/** Returns an article that has its date in the future as a draft that is planned for this date. */
export function toPlanned(found: Found): Found {
  if (!('fields' in found) || found.isExported || found.fields.draft === true) return found
  const { fields } = found
  const date = readTrimmed(fields.published_at)
  if (!MOMENT.test(date) || !(Date.parse(date) > Date.now())) return found
  return { ...found, fields: { ...fields, draft: true, planned_at: date } }
}

function toTitled(found: Found): Found {
  if (!('fields' in found) || found.isExported || readTrimmed(found.fields.title) !== '') return found
  const { fields, lost = [] } = found
  return {
    ...found,
    lost: [...lost, 'article without a title (a draft now)'],
    fields: { ...fields, draft: true, planned_at: undefined, title: toTitle(found) },
  }
}

function toTitle({ fields }: FoundArticle): string {
  const text = readTrimmed(fields.content)
    .slice(0, 2000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > UNTITLED_LENGTH
    ? `${text.slice(0, UNTITLED_LENGTH).replace(/\s\S*$/, '')}…`
    : text || 'Untitled'
}
