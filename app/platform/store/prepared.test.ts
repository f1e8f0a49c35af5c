// @store both
import { sql } from 'kysely'
import { NIL, v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../tests/support/fixtures.ts'
import { db, pool, transact } from './database.server.ts'
import { readAs } from '../own-rows.server.ts'
import { prepare, prepareIn } from './prepared.server.ts'

beforeEach(emptyStore)

const byEmail = prepare((email: string, at: Date) =>
  db
    .selectFrom('users')
    .select(['email', 'createdAt', sql<Date>`${at}::timestamptz`.as('askedAt')])
    .where('email', '=', email),
)

describe('a prepared read', () => {
  test('returns the rows for its values, with names and types as in other queries', async () => {
    const emails = ['ada@example.com', 'ben@example.com']
    for (const email of emails) await makeOperator(email)
    const at = new Date('2026-05-01T12:00:00Z')
    for (const email of emails) {
      const rows = await byEmail(email, at)
      expect(rows).toEqual([{ email, createdAt: expect.any(Date) as Date, askedAt: at }])
    }
    expect(await byEmail('nobody@example.com', at)).toEqual([])
  })

  test('passes hostile values on unchanged', async () => {
    const text = `'; drop table users; -- $1 \\ " ʼ 数据`
    const echo = prepare((value: string) => db.selectNoFrom(sql<string>`${value}::text`.as('echo')))
    expect(await echo(text)).toEqual([{ echo: text }])
  })

  test('can use a value several times, beside a constant', async () => {
    const echo = prepare((one: number, other: number) =>
      db.selectNoFrom([
        sql<number>`${other}::int`.as('first'),
        sql<number>`${one}::int + ${one}::int + ${5}::int`.as('second'),
      ]),
    )
    expect(await echo(1, 2)).toEqual([{ first: 2, second: 7 }])
    expect(await echo(10, 3)).toEqual([{ first: 3, second: 25 }])
  })

  test('is prepared again on a new connection', async () => {
    const echo = prepare((value: string) => db.selectNoFrom(sql<string>`${value}::text`.as('echo')))
    expect(await echo('one')).toEqual([{ echo: 'one' }])
    const client = await pool.connect()
    client.release(true) // closes it
    expect(await echo('two')).toEqual([{ echo: 'two' }])
  })

  test('throws like other queries, and releases its connection', async () => {
    const broken = prepare((value: string) => db.selectNoFrom(sql<number>`${value}::int`.as('number')))
    for (let attempt = 0; attempt < 30; attempt += 1)
      await expect(broken('no number')).rejects.toThrow(/invalid input/)
    expect(await broken('7')).toEqual([{ number: 7 }])
  })

  test('can run many times at the same time', async () => {
    const echo = prepare((value: number) => db.selectNoFrom(sql<number>`${value}::int`.as('echo')))
    const rows = await Promise.all(Array.from({ length: 50 }, (_, value) => echo(value)))
    expect(rows.flat().map((row) => row.echo)).toEqual(Array.from({ length: 50 }, (_, value) => value))
  })
})

describe('a prepared read in a transaction', () => {
  const findByEmail = prepareIn((email: string) =>
    db.selectFrom('users').select('id').where('email', '=', email),
  )

  test('sees what the transaction wrote, and no other one', async () => {
    const { id } = await makeOperator('ada@example.com')
    await expect(
      transact(async (trx) => {
        await trx.updateTable('users').set({ email: 'ben@example.com' }).where('id', '=', id).execute()
        expect(await findByEmail(trx, 'ben@example.com')).toEqual([{ id }])
        expect(await findByEmail(trx, 'ada@example.com')).toEqual([])
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await transact((trx) => findByEmail(trx, 'ada@example.com'))).toEqual([{ id }])
  })

  test('returns the rows of one account, also after those of another', async () => {
    const accounts = [await makeOperator('ada@example.com'), await makeOperator('ben@example.com')]
    const ids = prepareIn((other: string) =>
      db.selectFrom('drafts').select('userId').where('id', '<>', other),
    )
    for (const { id } of accounts)
      await db
        .insertInto('drafts')
        .values({ id: uuidv7(), userId: id, version: 1, text: JSON.stringify({}) })
        .execute()
    // More often than the database plans a statement anew.
    for (let round = 0; round < 8; round += 1)
      for (const account of accounts)
        expect(await readAs(account, (trx) => ids(trx, NIL))).toEqual([{ userId: account.id }])
    expect(await transact((trx) => ids(trx, NIL))).toHaveLength(2)
  })

  test('is one statement for each connection, also outside of `prepareIn`', async () => {
    const query = db.selectFrom('users').select('id').where('email', '=', 'ada@example.com')
    await transact((trx) => findByEmail(trx, 'ada@example.com'))
    await query.execute()
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from pg_prepared_statements where statement = $1',
        [query.compile().sql],
      )
      expect(rows).toEqual([{ count: 1 }])
    } finally {
      client.release()
    }
  })
})
