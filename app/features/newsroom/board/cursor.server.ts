import { type RawBuilder, sql } from 'kysely'
import type { BoardSort } from './board.ts'

/** How the rows behind a row are found, in one order of the board. */
interface Order {
  /** The text of what the order compares first; null where a row has none. */
  key: RawBuilder<string | null>
  /** True if a text can be such a key. */
  isKey: (key: string | null) => boolean
  isBehind: (key: string | null, id: string) => RawBuilder<boolean>
}

const toMicroseconds = (date: RawBuilder<unknown>) =>
  sql<string | null>`(extract(epoch from ${date}) * 1000000)::bigint::text`

const toDate = (key: string | null, orElse: string) =>
  key === null
    ? sql`${orElse}::timestamptz`
    : sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`

const isMoment = (key: string | null) => key !== null && /^\d{1,16}$/.test(key)
const changedAt = sql`changed_at`
const publishedAt = sql`published_at`
const title = { key: sql<string | null>`lower(title)`, isKey: (key: string | null) => key !== null }

const CURSORS: Record<BoardSort, Order> = {
  changed: {
    key: toMicroseconds(changedAt),
    isKey: isMoment,
    isBehind: (key, id) => sql`(changed_at, id) < (${toDate(key, '-infinity')}, ${id}::uuid)`,
  },
  oldest: {
    key: toMicroseconds(changedAt),
    isKey: isMoment,
    isBehind: (key, id) => sql`(changed_at, id) > (${toDate(key, 'infinity')}, ${id}::uuid)`,
  },
  published: {
    key: toMicroseconds(publishedAt),
    isKey: (key) => key === null || isMoment(key),
    isBehind: (key, id) =>
      sql`(coalesce(published_at, '-infinity'), id) < (${toDate(key, '-infinity')}, ${id}::uuid)`,
  },
  'first-published': {
    key: toMicroseconds(publishedAt),
    isKey: (key) => key === null || isMoment(key),
    isBehind: (key, id) =>
      sql`(coalesce(published_at, 'infinity'), id) > (${toDate(key, 'infinity')}, ${id}::uuid)`,
  },
  title: { ...title, isBehind: (key, id) => sql`(lower(title), id) > (${key}, ${id}::uuid)` },
  'title-down': {
    ...title,
    isBehind: (key, id) => sql`(lower(title) < ${key} or lower(title) = ${key} and id > ${id}::uuid)`,
  },
}

/** Returns the SQL expression for what the cursor of a row keeps besides its id. */
export const toCursorKey = (sort: BoardSort) => CURSORS[sort].key

/** Returns the cursor of a row. */
export const toCursor = (sort: BoardSort, { key, id }: { key: string | null; id: string }): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')

/** Returns the condition for the rows behind a cursor. Undefined for a text that is no cursor of this order. */
export function toCursorCondition(sort: BoardSort, cursor: string): RawBuilder<boolean> | undefined {
  const [sorted, key, id] = parseCursor(cursor)
  if (sorted !== sort || typeof id !== 'string' || !UUID.test(id)) return undefined
  if (key !== null && (typeof key !== 'string' || key.includes('\0') || !key.isWellFormed())) return undefined
  return CURSORS[sort].isKey(key) ? CURSORS[sort].isBehind(key, id) : undefined
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
