import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toDeviceName } from '../../../platform/web/device-name.server.ts'
import type { Operator } from '../accounts.ts'
import { LINES_ON_PAGE, type RecordFilter, type RecordLine } from './record.ts'

/** A page of the record, with the people that it can be filtered by. */
export interface RecordPage {
  lines: RecordLine[]
  /** The number of all lines that match. */
  found: number
  people: { id: string; name: string }[]
}

/** Returns a page of the account's record, newest first. */
export const findRecord = (operator: Operator, filter: RecordFilter, page: number): Promise<RecordPage> =>
  readAs(operator, async (trx) => {
    const { found } = await selectLines(trx, operator, filter)
      .select(sql<number>`count(*)::int`.as('found'))
      .executeTakeFirstOrThrow()
    const lines = await selectLines(trx, operator, filter)
      .select(['id', 'at', 'who', 'act', 'about', 'address'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(LINES_ON_PAGE)
      .offset((page - 1) * LINES_ON_PAGE)
      .execute()
    const people = await trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.personId')
      .select(['users.id', 'users.name'])
      .where(isOwn(operator, 'members.accountId'))
      .orderBy('users.name')
      .execute()
    return { lines: lines.map(withDevice), found, people }
  })

// The screen names the browser. An export has its whole header.
const withDevice = (line: RecordLine): RecordLine =>
  line.act === 'signed-in' ? { ...line, about: toDeviceName(line.about) } : line

const EXPORTED_AT_ONCE = 1000

/** Yields the matching lines of the account's record, newest first, in parts with a transaction of their own. */
export async function* listRecord(operator: Operator, filter: RecordFilter): AsyncGenerator<RecordLine[]> {
  let lines = await listPart(operator, filter, { lastId: undefined })
  while (lines.length > 0) {
    yield lines
    lines = await listPart(operator, filter, { lastId: lines.at(-1)?.id })
  }
}

/**
 * Returns a part of the matching lines of the account's record, newest first, and the cursor of the next part: the id of the
 * last line. Undefined for a cursor that is none.
 */
export async function listRecordPart(
  operator: Operator,
  filter: RecordFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ lines: RecordLine[]; next: string | null } | undefined> {
  if (cursor !== undefined && !isUuid(cursor)) return undefined
  const found = await listPart(operator, filter, { lastId: cursor, limit: limit + 1 })
  const lines = found.slice(0, limit)
  return { lines, next: found.length > limit ? (lines.at(-1)?.id ?? null) : null }
}

interface Part {
  lastId: string | undefined
  limit?: number
}

// The ids grow with the time. So a line with the same time as the last one is not lost.
const listPart = (
  operator: Operator,
  filter: RecordFilter,
  { lastId, limit = EXPORTED_AT_ONCE }: Part,
): Promise<RecordLine[]> =>
  readAs(operator, (trx) =>
    selectLines(trx, operator, filter)
      .select(['id', 'at', 'who', 'act', 'about', 'address'])
      .$if(lastId !== undefined, (lines) => lines.where('id', '<', lastId ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  )

const DAY_MS = 24 * 3600_000

const selectLines = (trx: Transaction, operator: Operator, { q, person, act, from, to }: RecordFilter) =>
  trx
    .selectFrom('recordLines')
    .where(isOwn(operator, 'accountId'))
    .$if(q !== '', (lines) => lines.where(sql<boolean>`strpos(lower(about), lower(${q})) > 0`))
    .$if(person !== '', (lines) => lines.where('personId', '=', person))
    .$if(act !== '', (lines) => lines.where('act', '=', act))
    .$if(from !== '', (lines) => lines.where('at', '>=', new Date(from)))
    .$if(to !== '', (lines) => lines.where('at', '<', new Date(Date.parse(to) + DAY_MS)))
