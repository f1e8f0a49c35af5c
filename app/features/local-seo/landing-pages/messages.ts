import {
  type Contact,
  type GenerationTally,
  type ListedPage,
  MOST_PAGES,
  type PageState,
  type StartRefusal,
} from './landing-pages.ts'
import { DESCRIPTOR_WORDS, ENOUGH_WORDS } from './score.ts'
import { formatCount } from '../../../shared/text.ts'

/** The toast after a run (spec §8). */
export const pagesGenerated = (count: number) => `Generated ${count} landing pages successfully!`
/** The title of a refused or failed run (spec §8). */
export const generationFailed = 'Failed to generate pages. Please try again.'

/** The sentence for each reason why a run was refused. */
export const startRefusals: Record<StartRefusal['reason'], string> = {
  running: 'Your landing pages are being made already. Wait until that is done.',
  nothing: 'Add at least one city and one service first: each pair of them becomes a page.',
  'too-many': `An account can have ${MOST_PAGES.toLocaleString('en-US')} landing pages. Remove some cities or services first.`,
  'too-often': 'Landing pages can be made six times an hour. Try again later.',
}

/** The fault of a template that takes too long to render. */
export const tooLongToRead = 'It takes too long to read. Shorten it, or simplify its tables and lists.'

/** The toast after notes were saved that start a run. */
export const pagesRemade = 'Its landing pages are being made anew.'

/** The toast after a template was saved. */
export const templateSaved = 'Template saved. Generate the pages to have them say it.'

/** Returns the description of a run's toast, with the numbers of visible and changed pages. */
export function toTallyMessage({
  generated,
  published,
  noindex,
  unpublished,
  changed,
  retired,
  written = 0,
  halted,
}: GenerationTally): string {
  return [
    `${formatCount(published)} of ${formatCount(generated)} for search engines.`,
    noindex > 0 &&
      `${formatCount(noindex)} below the gate: readers see them, search engines are asked to pass them by.`,
    unpublished > 0 && `${formatCount(unpublished)} below the gate, not published.`,
    changed > 0 ? `${formatCount(changed)} new or changed.` : 'Nothing changed.',
    retired > 0 && `${formatCount(retired)} retired.`,
    written > 0 && `${formatCount(written)} ${written === 1 ? 'paragraph' : 'paragraphs'} written.`,
    halted && haltReasons[halted],
  ]
    .filter(Boolean)
    .join(' ')
}

/** The sentence for each reason why the model stopped. */
const haltReasons: Record<'spent' | 'failed', string> = {
  spent: 'Today’s share of the language model is used up: generate again tomorrow for the rest.',
  failed: 'The language model did not answer: generate again later for the rest.',
}

/** The label of each state of a page. */
export const STATE_LABELS: Record<PageState, string> = {
  published: 'Published',
  noindex: 'Below the gate, noindex',
  unpublished: 'Below the gate, not published',
  retired: 'Retired',
}

const ALIKE = 0.55

/** A sentence of advice on a page. */
interface Advice {
  sentence: string
  /** The city whose notes would help. */
  cityId?: string | null
}

/** Lists the changes that would improve the score of a page; empty if there are none. */
export function listAdvice({
  parts,
  cityId,
  cityName,
}: Pick<ListedPage, 'parts' | 'cityId' | 'cityName'>): Advice[] {
  if (!parts) return []
  const city = cityName ?? 'its city'
  const { likeness, siblingSlug, localWords, words } = parts
  const missing = DESCRIPTOR_WORDS - localWords
  return [
    siblingSlug !== null &&
      likeness > ALIKE && {
        sentence: `${likeness >= 0.85 ? 'Nearly the same as' : `${Math.round(likeness * 100)} % alike with`} /${siblingSlug}.`,
      },
    localWords === 0 && { sentence: `No local facts: add notes to ${city}.`, cityId },
    localWords > 0 &&
      missing > 0 && { sentence: `Add some ${missing} words to the notes of ${city}.`, cityId },
    words < ENOUGH_WORDS && { sentence: `Thin: ${words} words of ${ENOUGH_WORDS}.` },
  ].filter((advice) => advice !== false)
}

/** Returns what the account's pages lack for their readers, as a sentence; undefined if they lack nothing. */
export function sayMissingContact({ name, phone }: Contact): string | undefined {
  if (name && phone) return undefined
  const lacking = [!name && 'the name', !phone && 'the phone number'].filter((part) => part !== false)
  return `Readers of your pages miss ${lacking.join(' and ')} of your business.`
}

/** The sentence for each reason why the template has no preview. */
export const noPreview = 'Add a city and a service to see a page of yours here.'

/** The title of the toast if the server did not answer, by the intent of the form. */
export const templateFailures = {
  other: 'Failed to save the template',
  preview: 'Failed to preview the template',
  live: 'Failed to preview the template',
  reset: 'Failed to go back to the original',
}
