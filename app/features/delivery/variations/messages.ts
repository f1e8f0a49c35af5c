import { nameLanguage } from '../../../shared/languages.ts'
import { NO_PROVIDER, type VariationRefusal } from './variations.ts'

/** The sentence about a site that got the original text, by the reason alone. */
export const refusals: Record<VariationRefusal, string> = {
  'no-provider': NO_PROVIDER,
  'provider-failed': 'The AI server failed.',
  'budget-spent': 'What AI may cost today is spent. It begins anew at midnight (UTC).',
  'too-long': 'The article is longer than the 30,000 characters that a variation is made of.',
  'too-short': 'There is too little running text to say it differently.',
  'checks-failed': 'The variation was not true to the article.',
}

/** The faults of a variation. The operator reads them, and the model receives them with its second attempt. */
export const faults = {
  layout: 'The answer has not the layout that was asked for.',
  slow: 'It takes too long to be shown.',
  cut: 'The answer ends before the article does.',
  marks: (marks: string[]) => `Marks are missing, doubled or invented: ${marks.slice(0, 8).join(', ')}.`,
  title: 'The title is empty or longer than 300 characters.',
  metaDescription: 'The meta description is longer than 500 characters.',
  markup: 'There is markup in the title or in the meta description.',
  addressAdded: (addresses: string[]) => `Addresses were added: ${addresses.join(', ')}.`,
  addressLost: (addresses: string[]) => `Addresses are missing or were changed: ${addresses.join(', ')}.`,
  keptLost: 'Code, tables, quoted passages or pictures are missing or were changed.',
  elements: 'Parts that are no running text were added or are missing.',
  html: 'HTML was added.',
  invisible: 'Invisible letters were added.',
  anchors: (links: string[]) => `Headings that the text links to were changed: ${links.join(', ')}.`,
  numbersLost: (numbers: string[]) => `Numbers are missing or were changed: ${numbers.join(', ')}.`,
  numbersAdded: (numbers: string[]) => `Numbers were added: ${numbers.join(', ')}.`,
  quotesLost: (quotes: string[]) => `Quotations are missing or were changed: ${quotes.join('; ')}.`,
  quotesAdded: (quotes: string[]) => `Quotations were invented: ${quotes.join('; ')}.`,
  namesLost: (names: string[]) => `Names are missing or were changed: ${names.join(', ')}.`,
  headings: (was: number, is: number) => `There are ${is} headings instead of ${was}.`,
  length: (percent: number) => `It is ${percent} % as long as the article; 70 to 130 % are allowed.`,
  tooClose: (percent: number) =>
    `It repeats ${percent} % of the article word for word; less than 60 % is allowed.`,
  tooFar: (percent: number) => `It has only ${percent} % in common with the article; 15 % is the least.`,
  quotesCount: (was: number, is: number) => `There are ${is} quotations instead of ${was}.`,
  translatedLength: (percent: number) =>
    `It is ${percent} % as long as the article; 30 to 200 % are allowed.`,
  language: (tag: string) => `It is not written in ${nameLanguage(tag, 'en')}.`,
  sibling: (percent: number) =>
    `It has ${percent} % in common with another site’s variation; less than 60 % is allowed.`,
  instructions: 'It repeats what the model was told.',
}
