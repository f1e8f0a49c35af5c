import type { LinkRefusal } from './insertion.ts'

/** The sentence for each refusal of a text, for callers of the API. */
export const linkRefusals: Record<LinkRefusal | 'too-many', string> = {
  'too-many': 'Too many texts in a short time: 60 a minute at most. Please wait a moment.',
  'address-wrong':
    'canonicalUrl: a web address such as https://example.com/article, without a name and password in it.',
  'too-long': 'content: at most 500,000 characters.',
  'has-enough': 'The text has two links to the canonical host already, or more.',
  'no-places': 'The text has too few sentences in which a link would read well.',
  'too-slow': 'This text takes too long to read. Shorten it, or simplify its tables and lists.',
  'not-proven': 'Links could not be put into this text without changing something else in it.',
}
