import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  CATALOGUE,
  type Choice,
  type EntryFields,
  type EntryRefusal,
  type Kind,
  toEntrySlug,
  toLabel,
} from './cities-services.ts'
import { preferHashJoins, isChosen, selectEntries } from './entries.server.ts'
import { limitChanges } from './limits.server.ts'
import { countEntriesIn, findChosenIn } from './queries.server.ts'
import { refuse } from '../../../shared/refusal.ts'

/**
 * Adds a city or a service for the operator. Refused if another entry has its slug, or if the list is full. A request that
 * arrives again with the id of its entry finds that.
 */
export const addEntry = (
  operator: Operator,
  kind: Kind,
  { id = uuidv7(), ...fields }: EntryFields & { id?: string },
): Promise<{ ok: true; id: string } | EntryRefusal> =>
  writeAs(operator, async (trx) => {
    await runAlone(trx, operator)
    const known = selectEntries(trx, operator, kind).select('id').where('id', '=', id)
    if (await known.executeTakeFirst()) return { ok: true, id }
    const slug = toEntrySlug(kind, fields)
    const by = await findBySlug(trx, operator, { kind, slug })
    if (by) return refuse('taken', { slug, by: toLabel(by) })
    if ((await countEntriesIn(trx, operator, kind)) >= CATALOGUE[kind].limit) return refuse('too-many')
    const row = { id, userId: operator.id, slug }
    if (kind === 'cities')
      await trx
        .insertInto('cities')
        .values({ ...row, ...toCity(fields) })
        .execute()
    else
      await trx
        .insertInto('services')
        .values({ ...row, ...toService(fields) })
        .execute()
    return { ok: true, id }
  })

/**
 * Changes one of the operator's entries. Its slug follows its name unless `keepsSlug` is set. `movedTo` is the new slug
 * if it has changed.
 */
export const saveEntry = (
  operator: Operator,
  kind: Kind,
  { id, fields, keepsSlug }: { id: string; fields: EntryFields; keepsSlug: boolean },
): Promise<{ ok: true; movedTo?: string } | EntryRefusal> =>
  writeAs(operator, async (trx) => {
    await runAlone(trx, operator)
    const before = await selectEntries(trx, operator, kind)
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!before) return refuse('gone')
    const slug = keepsSlug ? before.slug : toEntrySlug(kind, fields)
    const by = await findBySlug(trx, operator, { kind, slug })
    if (by && by.id !== id) return refuse('taken', { slug, by: toLabel(by) })
    const change = { slug, updatedAt: sql<Date>`now()` }
    if (kind === 'cities')
      await trx
        .updateTable('cities')
        .set({ ...change, ...toCity(fields) })
        .where('id', '=', id)
        .execute()
    else
      await trx
        .updateTable('services')
        .set({ ...change, ...toService(fields) })
        .where('id', '=', id)
        .execute()
    return { ok: true, ...(slug !== before.slug && { movedTo: slug }) }
  })

/**
 * Deletes the operator's chosen entries, and keeps them for a day to be restored. Returns their number. Refused if a
 * filter finds another number of entries than the operator has confirmed.
 */
export async function deleteEntries(
  operator: Operator,
  kind: Kind,
  choice: Choice,
): Promise<{ ok: true; count: number } | EntryRefusal> {
  const isOne = 'ids' in choice && choice.ids.length <= 1
  const tooOften = isOne ? undefined : await limitChanges(operator)
  if (tooOften) return tooOften
  return writeAs(operator, async (trx) => {
    await preferHashJoins(trx)
    await runAlone(trx, operator)
    const { count, labels } = await findChosenIn(trx, operator, { kind, choice })
    if (count === 0) return refuse('gone')
    if ('query' in choice && (choice.agreed ?? count) !== count) return refuse('changed', { found: count })
    const chosen = selectEntries(trx, operator, kind).where(isChosen(choice))
    await sql`
      with gone as (
        delete from ${sql.table(kind)} where id in (${chosen.select('id')})
        returning *
      )
      insert into deleted_entries (user_id, kind, entries, count, labels)
      select ${operator.id}::uuid, ${kind}, jsonb_agg(to_jsonb(gone)), count(*), ${labels}::text[] from gone
      on conflict (user_id, kind) do update set entries = excluded.entries, count = excluded.count,
        labels = excluded.labels, deleted_at = excluded.deleted_at
    `.execute(trx)
    return { ok: true, count }
  })
}

/**
 * Restores the entries that the operator deleted last, with their old ids. An entry that was added again in the
 * meantime stays as it is. Refused if the list would exceed its limit.
 */
export async function restoreEntries(
  operator: Operator,
  kind: Kind,
): Promise<{ ok: true; restored: number } | EntryRefusal> {
  const tooOften = await limitChanges(operator)
  if (tooOften) return tooOften
  return writeAs(operator, async (trx) => {
    await preferHashJoins(trx)
    await runAlone(trx, operator)
    const kept = await trx
      .selectFrom('deletedEntries')
      .select('kind')
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (!kept) return refuse('gone')
    const missing = await countMissing(trx, operator, kind)
    if ((await countEntriesIn(trx, operator, kind)) + missing > CATALOGUE[kind].limit)
      return refuse('too-many')
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.table(kind)}
      select entry.* from deleted_entries, jsonb_populate_recordset(null::${sql.table(kind)}, entries) as entry
      where ${isOwn(operator, 'deletedEntries.userId')} and kind = ${kind}
      on conflict do nothing
    `.execute(trx)
    await trx.deleteFrom('deletedEntries').where(isOwn(operator, 'userId')).where('kind', '=', kind).execute()
    return { ok: true, restored: Number(numAffectedRows) }
  })
}

// An entry that was added again needs no more room.
async function countMissing(trx: Transaction, operator: Operator, kind: Kind): Promise<number> {
  const missing = sql<{ slug: string }>`(
    select entry.slug
    from deleted_entries, jsonb_populate_recordset(null::${sql.table(kind)}, entries) as entry
    where ${isOwn(operator, 'deletedEntries.userId')} and kind = ${kind} and not exists (
      select from ${sql.table(kind)} as present where ${isOwn(operator, 'present.userId')} and present.slug = entry.slug
    )
  )`.as('missing')
  const { count } = await trx
    .selectFrom(missing)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the account's lists until the transaction ends, so that its counts and comparisons stay true. */
export const runAlone = (trx: Transaction, operator: Operator) =>
  trx.selectFrom('users').select('id').where(isOwn(operator, 'id')).forUpdate().execute()

const findBySlug = (trx: Transaction, operator: Operator, { kind, slug }: { kind: Kind; slug: string }) =>
  selectEntries(trx, operator, kind)
    .select(['id', 'name', 'state'])
    .where('slug', '=', slug)
    .executeTakeFirst()

const toCity = ({ name, state, population, text }: EntryFields) => ({ name, state, population, notes: text })
const toService = ({ name, text }: EntryFields) => ({ name, description: text })
