import type { ImportRecord } from '../moving-in/formats/formats.ts'
import type { CurrentImport } from '../moving-in/imports/imports.ts'

/** Returns an import as the API answers with it. */
export const toApiImport = ({
  id,
  fileName,
  state,
  problem,
  question,
  asDrafts,
  ...found
}: CurrentImport) => ({
  id,
  fileName,
  state,
  problem,
  encodings: (question?.samples ?? []).map(({ encoding }) => encoding),
  asDrafts,
  counts: toCounts(found.counts),
  refused: found.refused,
  articles: found.samples.map(({ position, title, isChange, isPublic, articleId }) => ({
    position,
    title,
    isChange,
    isPublic,
    articleId,
  })),
  run: found.run ?? null,
})

const toCounts = (counts: CurrentImport['counts']) => ({
  new: counts.new,
  changed: counts.changed,
  same: counts.same,
  refused: counts.refused,
  leftOut: counts.leftOut,
  waiting: counts.waiting,
  created: counts.created,
  updated: counts.updated,
  planned: counts.planned,
  deletable: counts.deletable,
  restorable: counts.restorable,
  deleted: counts.deleted,
})

/** Returns an article of a file as the API answers with it. */
export const toApiFound = (position: number, record: ImportRecord) => ({
  position,
  title: record.title,
  content: record.content,
  metaDescription: record.metaDescription ?? null,
  author: record.author ?? null,
  tags: record.tags,
  canonicalUrl: record.canonicalUrl ?? null,
  lang: record.lang ?? null,
  publishedAt: record.publishedAt ?? null,
})
