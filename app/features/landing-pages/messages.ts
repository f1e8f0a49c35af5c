import { type GenerationTally, type ListedPage, MOST_PAGES, type PageState } from './landing-pages.ts'
import { DESCRIPTOR_WORDS, ENOUGH_WORDS } from './score.ts'

/** Spec §8. */
export const pagesGenerated = (count: number) => `Generated ${count} landing pages successfully!`
export const generationFailed = 'Failed to generate pages. Please try again.'

export type StartRefusal = 'running' | 'nothing' | 'too-many' | 'too-often'

/** Why nothing was begun. */
export const startRefusals: Record<StartRefusal, string> = {
  running: 'Your landing pages are being made already. Wait until that is done.',
  nothing: 'Add at least one city and one service first: each pair of them becomes a page.',
  'too-many': `An account can have ${MOST_PAGES.toLocaleString('en-US')} landing pages. Remove some cities or services first.`,
  'too-often': 'Landing pages can be made six times an hour. Try again later.',
}

export const tooLongToRead = 'It takes too long to read. Shorten it, or simplify its tables and lists.'

export const templateSaved = 'Template saved. Generate the pages to have them say it.'

const toText = (count: number) => count.toLocaleString('en-US')

/** What a run came to, under the toast's count: how many pages readers can find, and what of them is new. */
export function toTallyMessage({
  published,
  noindex,
  unpublished,
  changed,
  retired,
  written = 0,
  halted,
}: GenerationTally): string {
  return [
    `${toText(published)} published.`,
    noindex > 0 && `${toText(noindex)} below the gate, shown but kept from search engines.`,
    unpublished > 0 && `${toText(unpublished)} below the gate, not published.`,
    changed > 0 ? `${toText(changed)} new or changed.` : 'Nothing changed.',
    retired > 0 && `${toText(retired)} retired.`,
    written > 0 && `${toText(written)} ${written === 1 ? 'paragraph' : 'paragraphs'} written.`,
    halted && halts[halted],
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why the model wrote no more. */
const halts: Record<'spent' | 'failed', string> = {
  spent: 'Today’s share of the language model is used up: generate again tomorrow for the rest.',
  failed: 'The language model did not answer: generate again later for the rest.',
}

export const STATE_LABELS: Record<PageState, string> = {
  published: 'Published',
  noindex: 'Below the gate, noindex',
  unpublished: 'Below the gate, not published',
  retired: 'Retired',
}

const ALIKE = 0.55

/** What keeps a page from more points, and what to add; empty for one that lacks nothing. */
export function listAdvice({ parts, cityName }: Pick<ListedPage, 'parts' | 'cityName'>): string[] {
  if (!parts) return []
  const city = cityName ?? 'its city'
  const { likeness, siblingSlug, localWords, words } = parts
  const missing = DESCRIPTOR_WORDS - localWords
  return [
    siblingSlug !== null &&
      likeness > ALIKE &&
      `${likeness >= 0.85 ? 'Nearly the same as' : `${Math.round(likeness * 100)} % alike with`} /${siblingSlug}.`,
    localWords === 0 && `No local facts: add notes to ${city}.`,
    localWords > 0 && missing > 0 && `Add some ${missing} words to the notes of ${city}.`,
    words < ENOUGH_WORDS && `Thin: ${words} words of ${ENOUGH_WORDS}.`,
  ].filter((advice) => advice !== false)
}

export const noPreview = 'Add a city and a service to see a page of yours here.'
