import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toPageRange } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  type Asked,
  type Choice,
  type Deleted,
  type Entry,
  type EntryFilter,
  type EntryList,
  type Kind,
  toLabel,
} from './cities-services.ts'
import { hasWords, isChosen, selectEntries } from './entries.server.ts'

const ENTRIES_A_PAGE = 50
const LABELS_SHOWN = 5

/** Counts the operator's cities or services in the caller's transaction (spec §7). */
export const countEntriesIn = (trx: Transaction, operator: Operator, kind: Kind): Promise<number> =>
  countRows(selectEntries(trx, operator, kind))

/**
 * Lists a page of the operator's cities or services, by name (spec §7). A number beyond the last page returns the last
 * page.
 */
export const listEntries = (
  operator: Operator,
  kind: Kind,
  { query, page: wanted }: EntryFilter,
): Promise<EntryList> =>
  readAs(operator, async (trx) => {
    const total = await countEntriesIn(trx, operator, kind)
    const matching = selectEntries(trx, operator, kind).where(hasWords(query))
    const found = query === '' ? total : await countRows(matching)
    const { page, pageCount } = toPageRange(found, wanted, ENTRIES_A_PAGE)
    const rows = await matching
      .select(['id', 'name', 'state', 'slug', 'population', 'text'])
      .orderBy('name')
      .orderBy('state')
      .orderBy('id')
      .limit(ENTRIES_A_PAGE)
      .offset((page - 1) * ENTRIES_A_PAGE)
      .execute()
    return { rows, found, total, page, pageCount }
  })

/** Finds what the screen of a list shows: a page of it, the chosen entries, and the way back from the last deletion. */
export const findCatalogue = async (
  operator: Operator,
  kind: Kind,
  { choice, ...filter }: EntryFilter & { choice: Choice | undefined },
) => ({
  list: await listEntries(operator, kind, filter),
  asked: choice && (await findChosen(operator, kind, choice)),
  deleted: await findDeleted(operator, kind),
  isPending: await hasImport(operator, kind),
})

/** Finds one of the operator's own entries; undefined if there is none with this id. */
export const findEntry = (operator: Operator, kind: Kind, id: string): Promise<Entry | undefined> =>
  readAs(operator, async (trx) => {
    if (!isUuid(id)) return undefined
    return selectEntries(trx, operator, kind)
      .select(['id', 'name', 'state', 'slug', 'population', 'text'])
      .where('id', '=', id)
      .executeTakeFirst()
  })

/** Counts the chosen entries, and names the first 5 of them. */
export const findChosen = (operator: Operator, kind: Kind, choice: Choice): Promise<Asked> =>
  readAs(operator, (trx) => findChosenIn(trx, operator, { kind, choice }))

/** Counts the chosen entries, and names the first 5 of them, in the caller's transaction. */
export async function findChosenIn(
  trx: Transaction,
  operator: Operator,
  { kind, choice }: { kind: Kind; choice: Choice },
): Promise<Asked> {
  const chosen = selectEntries(trx, operator, kind).where(isChosen(choice))
  const first = await chosen
    .select(['name', 'state'])
    .orderBy('name')
    .orderBy('state')
    .limit(LABELS_SHOWN)
    .execute()
  return { choice, count: await countRows(chosen), labels: first.map(toLabel) }
}

/** Finds the operator's last deletion; undefined if none can be restored. */
export const findDeleted = (operator: Operator, kind: Kind): Promise<Deleted | undefined> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('deletedEntries')
      .select(['count', 'labels'])
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', kind)
      .executeTakeFirst(),
  )

/** Returns true if an import of the operator waits for confirmation. */
export const hasImport = (operator: Operator, kind: Kind): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const waiting = trx
      .selectFrom('catalogueImports')
      .select('kind')
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', kind)
    return (await waiting.executeTakeFirst()) !== undefined
  })

async function countRows(rows: ReturnType<typeof selectEntries>): Promise<number> {
  const { count } = await rows.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}
