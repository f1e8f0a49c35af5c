// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../tests/support/fixtures.ts'
import { db } from './store/database.server.ts'
import { asInstallation, readAs, writeAs } from './own-rows.server.ts'

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

let ines: { id: string }
let theo: { id: string }
let hers: { id: string }
let his: { id: string }

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  theo = await makeOperator()
  hers = await makeArticle({ userId: ines.id })
  his = await makeArticle({ userId: theo.id })
})

describe('a read for an account returns', () => {
  test('only its rows, even if the query has no condition', async () => {
    const articles = await readAs(ines, (trx) => trx.selectFrom('blogPosts').select('id').execute())
    expect(ids(articles)).toEqual([hers.id])
    const users = await readAs(ines, (trx) => trx.selectFrom('users').select('id').execute())
    expect(ids(users)).toEqual([ines.id])
  })

  test('shared sites and its own sites, but not those of others', async () => {
    const shared = await makeSite('shared.example')
    const own = await makeSite('own.example')
    const foreign = await makeSite('foreign.example')
    await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', '=', own).execute()
    await db.updateTable('targetSites').set({ ownerId: theo.id }).where('id', '=', foreign).execute()
    const sites = ids(await readAs(ines, (trx) => trx.selectFrom('targetSites').select('id').execute()))
    expect(sites).toEqual(expect.arrayContaining([shared, own]))
    expect(sites).not.toContain(foreign)
  })

  test('only its own password', async () => {
    for (const { id } of [ines, theo]) {
      const account = { id: uuidv7(), userId: id, accountId: id, password: 'hash' }
      await db
        .insertInto('accounts')
        .values({ ...account, providerId: 'credential' })
        .execute()
    }
    const passwords = await readAs(ines, (trx) => trx.selectFrom('accounts').select('userId').execute())
    expect(passwords).toEqual([{ userId: ines.id }])
  })

  test('no rows for an empty account id', async () => {
    const rows = await readAs({ id: '' }, (trx) => trx.selectFrom('blogPosts').select('id').execute())
    expect(rows).toEqual([])
  })
})

describe('a write for an account', () => {
  test('changes and removes no rows of others', async () => {
    await writeAs(ines, (trx) => trx.updateTable('blogPosts').set({ title: 'Taken' }).execute())
    await writeAs(ines, (trx) => trx.deleteFrom('blogPosts').execute())
    const left = await db.selectFrom('blogPosts').select(['id', 'title']).execute()
    expect(ids(left)).toContain(his.id)
    expect(ids(left)).not.toContain(hers.id)
    expect(left.some(({ title }) => title === 'Taken')).toBe(false)
  })

  test('can neither insert rows for others nor pass its own rows to them', async () => {
    const foreign = writeAs(ines, (trx) =>
      trx
        .insertInto('targetSites')
        .values({ id: uuidv7(), name: 'N', url: 'https://n.example', kind: 'hosted', ownerId: theo.id })
        .execute(),
    )
    await expect(foreign).rejects.toThrow(/row-level security/)
    const given = writeAs(ines, (trx) =>
      trx.updateTable('blogPosts').set({ userId: theo.id }).where('id', '=', hers.id).execute(),
    )
    await expect(given).rejects.toThrow(/row-level security/)
  })

  test('has access to all rows only inside asInstallation', async () => {
    const seen = await writeAs(ines, async (trx) => {
      const all = await asInstallation(trx, () => trx.selectFrom('blogPosts').select('id').execute())
      const own = await trx.selectFrom('blogPosts').select('id').execute()
      return { all: ids(all), own: ids(own) }
    })
    expect(seen.all).toEqual(expect.arrayContaining([hers.id, his.id]))
    expect(seen.own).toEqual([hers.id])
  })

  test('leaves no role behind on its connection', async () => {
    await writeAs(ines, () => Promise.resolve())
    await expect(writeAs(ines, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(db)
    expect(rows[0]?.role).toBe('none')
  })
})

// A new table that refers to accounts, directly or through another table, needs a policy as well.
test('every table with rows of accounts has a policy', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive owned(id) as (
      select 'users'::regclass::oid
      union
      select f.conrelid from pg_constraint f join owned on f.confrelid = owned.id where f.contype = 'f'
    )
    select c.relname as name from pg_class c join owned on owned.id = c.oid
    where not c.relrowsecurity and has_table_privilege('broadsheet_operator', c.oid, 'select, insert, update, delete')
  `.execute(db)
  expect(rows.map(({ name }) => name).filter((name) => !OPEN.has(name))).toEqual([])
})

/** All accounts may read which account owns the site. */
const OPEN = new Set(['installation'])
