import type { LinkableArticle } from '../app/features/links/insertion/insertion.ts'
import type { ImportRecord } from '../app/features/moving-in/formats/formats.ts'

const SUMMARY = 200

/** Returns the articles of a collection in the form in which an account can link to them. */
export const toLinkables = (records: ImportRecord[]): LinkableArticle[] =>
  records.map(({ title, content, keywords, metaDescription, canonicalUrl }) => ({
    url: canonicalUrl ?? '',
    title,
    keywords: keywords ?? [],
    summary: metaDescription ?? content.slice(0, SUMMARY),
  }))
