import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Choice, Entry, Kind } from './cities-services.ts'

interface OwnEntry extends Entry {
  userId: string
}

/** Both tables with the same columns, so that one query serves both. */
export const ENTRIES = {
  cities: sql<OwnEntry>`(select id, user_id, name, state, slug, population, notes as text from cities)`,
  services: sql<OwnEntry>`(
    select id, user_id, name, '' as state, slug, null::integer as population, description as text from services
  )`,
}

/** Starts a query of the operator's cities or services. */
export const selectEntries = (trx: Transaction, operator: Operator, kind: Kind) =>
  trx.selectFrom(ENTRIES[kind].as('entries')).where(isOwn(operator, 'entries.userId'))

/** Returns the condition that an entry is one of the chosen ones. */
export const isChosen = (choice: Choice) =>
  'ids' in choice ? sql<boolean>`entries.id = any(${choice.ids}::uuid[])` : hasWords(choice.query)

/**
 * Makes the planner join lists by hash in this transaction. The planner may take a list that was just filled for empty.
 * Then it compares each entry with each other one, which takes minutes for the cities of a country.
 */
export const preferHashJoins = (trx: Transaction) => sql`set local enable_nestloop = off`.execute(trx)

const MAX_WORDS = 10

/** Returns the condition that each word of a query stands somewhere in `name, state`, in any letter case. */
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
