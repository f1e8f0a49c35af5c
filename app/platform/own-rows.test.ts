import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../tests/support/fixtures.ts'
import { db } from './database.server.ts'
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

describe('whoever asks for an account gets from the database', () => {
  test('only its rows, though the question names none', async () => {
    const articles = await readAs(ines, (trx) => trx.selectFrom('blogPosts').select('id').execute())
    expect(ids(articles)).toEqual([hers.id])
    const users = await readAs(ines, (trx) => trx.selectFrom('users').select('id').execute())
    expect(ids(users)).toEqual([ines.id])
  })

  test('shared sites and its own, and nobody else’s', async () => {
    const shared = await makeSite('shared.example')
    const own = await makeSite('own.example')
    const foreign = await makeSite('foreign.example')
    await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', '=', own).execute()
    await db.updateTable('targetSites').set({ ownerId: theo.id }).where('id', '=', foreign).execute()
    const sites = ids(await readAs(ines, (trx) => trx.selectFrom('targetSites').select('id').execute()))
    expect(sites).toEqual(expect.arrayContaining([shared, own]))
    expect(sites).not.toContain(foreign)
  })

  test('no password but its own', async () => {
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

  test('nothing at all when it is nobody', async () => {
    const rows = await readAs({ id: '' }, (trx) => trx.selectFrom('blogPosts').select('id').execute())
    expect(rows).toEqual([])
  })
})

describe('whoever writes for an account', () => {
  test('changes and removes nothing of anybody else', async () => {
    await writeAs(ines, (trx) => trx.updateTable('blogPosts').set({ title: 'Taken' }).execute())
    await writeAs(ines, (trx) => trx.deleteFrom('blogPosts').execute())
    const left = await db.selectFrom('blogPosts').select(['id', 'title']).execute()
    expect(ids(left)).toContain(his.id)
    expect(ids(left)).not.toContain(hers.id)
    expect(left.some(({ title }) => title === 'Taken')).toBe(false)
  })

  test('cannot make rows for others, nor give its own away', async () => {
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

  test('steps out of the account only for as long as it says', async () => {
    const seen = await writeAs(ines, async (trx) => {
      const all = await asInstallation(trx, () => trx.selectFrom('blogPosts').select('id').execute())
      const own = await trx.selectFrom('blogPosts').select('id').execute()
      return { all: ids(all), own: ids(own) }
    })
    expect(seen.all).toEqual(expect.arrayContaining([hers.id, his.id]))
    expect(seen.own).toEqual([hers.id])
  })

  test('leaves the next question as it was', async () => {
    await writeAs(ines, () => Promise.resolve())
    await expect(writeAs(ines, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(db)
    expect(rows[0]?.role).toBe('none')
  })
})

// A new table that names an account, directly or by what it points to, must be behind the second layer as well.
test('every table with rows of an account is closed to the others', async () => {
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

/** Which account owns the site may be known to all of them. */
const OPEN = new Set(['installation'])
