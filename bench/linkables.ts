import type { ImportRecord } from '../app/features/articles/import.server.ts'
import type { LinkableArticle } from '../app/features/backlinks/backlinks.ts'

const SUMMARY = 200

/** Articles of a collection as their account would have them to link to. */
export const toLinkables = (records: ImportRecord[]): LinkableArticle[] =>
  records.map(({ title, content, keywords, description, canonical_url }) => ({
    url: canonical_url ?? '',
    title,
    keywords: keywords ?? [],
    summary: description ?? content.slice(0, SUMMARY),
  }))
