import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Choice, Entry, Kind } from './catalogue.ts'

interface OwnEntry extends Entry {
  userId: string
}

/** Both tables with the same columns, so that what follows is said once. */
export const ENTRIES = {
  cities: sql<OwnEntry>`(select id, user_id, name, state, slug, population, notes as text from cities)`,
  services: sql<OwnEntry>`(
    select id, user_id, name, '' as state, slug, null::integer as population, description as text from services
  )`,
}

/** The operator's cities or services, to be filtered further. */
export const selectEntries = (trx: Transaction, operator: Operator, kind: Kind) =>
  trx.selectFrom(ENTRIES[kind].as('entries')).where(isOwn(operator, 'entries.userId'))

/** Says that an entry is one of those that a choice means. */
export const isChosen = (choice: Choice) =>
  'ids' in choice ? sql<boolean>`entries.id = any(${choice.ids}::uuid[])` : hasWords(choice.query)

/**
 * Has lists compared by hash in this transaction. Of one that has just been filled the planner may still think that it is
 * empty: comparing each entry with each takes minutes for those of a country.
 */
export const compareByHash = (trx: Transaction) => sql`set local enable_nestloop = off`.execute(trx)

const MAX_WORDS = 10

/** Says that each word of a query stands somewhere in `name, state`, whatever its letter case. */
export function hasWords(query: string) {
  const words = query
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  const hits = words.map(
    (word) => sql`strpos(lower(entries.name || ', ' || entries.state), lower(${word}::text)) > 0`,
  )
  return sql<boolean>`(${hits.length > 0 ? sql.join(hits, sql` and `) : sql`true`})`
}
