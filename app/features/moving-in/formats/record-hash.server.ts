import { createHash } from 'node:crypto'
import { FIELDS } from '../../articles/fields/fields.ts'
import type { ImportRecord } from './formats.ts'
import { OTHER_NAMES } from './record-schema.ts'

/**
 * Returns the hash that tells whether a record is the same as at the last import. Articles store it. So it is made of a text
 * whose names and order never change: another text would update every article once.
 */
export const hashRecord = (record: ImportRecord): string =>
  createHash('sha256')
    .update(JSON.stringify(toHashed(record)))
    .digest('base64url')

// A file does not change when the moment of its plan is over.
const toHashed = (record: ImportRecord) => ({
  source: record.source,
  path: record.path,
  title: record.title,
  slug: record.slug,
  content: record.content,
  ...Object.fromEntries(OTHER_NAMES.map((name) => [FIELDS[name].key, record[name]])),
  lang: record.lang,
  pictures: record.pictures,
  published_at: record.plannedAt ?? record.publishedAt,
  isUndated: record.isUndated,
  updated_at: record.updatedAt,
  aliases: record.aliases,
})
