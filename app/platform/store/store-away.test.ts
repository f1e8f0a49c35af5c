// @store both
import type { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../tests/support/fixtures.ts'
import { db, pool, type Transaction, transact } from './database.server.ts'
import {
  connectPatiently,
  isConnectionLost,
  isStoreAway,
  isStoreFailure,
  runTransaction,
} from './store-away.server.ts'

let connection: PoolClient | undefined
const note = (client: PoolClient) => (connection = client)

beforeEach(async () => {
  await emptyStore()
  pool.on('acquire', note)
})
afterEach(() => void pool.off('acquire', note))

/** Ends the connection that was used last, as a store does that stops. */
const cut = () =>
  (connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy(
    new Error('Connection terminated unexpectedly'),
  )

const rename = (trx: Transaction, id: string, name: string) =>
  trx.updateTable('users').set({ name }).where('id', '=', id).execute()

describe('a transaction', () => {
  test('is run once more if its connection is lost before the commit', async () => {
    const { id } = await makeOperator()
    const names = ['lost', 'kept']
    await transact(async (trx) => {
      const name = names.shift() ?? ''
      await rename(trx, id, name)
      if (name === 'lost') cut()
      await rename(trx, id, name)
    })
    expect(names).toEqual([])
    expect(await db.selectFrom('users').select('name').where('id', '=', id).execute()).toEqual([
      { name: 'kept' },
    ])
  })

  test('fails if its connection is lost a second time', async () => {
    const { id } = await makeOperator()
    let runs = 0
    const lost = transact(async (trx) => {
      runs += 1
      cut()
      await rename(trx, id, 'lost')
    })
    await expect(lost).rejects.toSatisfy(isConnectionLost)
    expect(runs).toBe(2)
  })

  test('is not run again if its commit may have arrived', async () => {
    const { id } = await makeOperator()
    let runs = 0
    const lost = transact(async (trx) => {
      runs += 1
      await rename(trx, id, 'perhaps')
      cut()
    })
    await expect(lost).rejects.toSatisfy(isConnectionLost)
    expect(runs).toBe(1)
  })

  test('is run again after a deadlock, which has undone it', async () => {
    let runs = 0
    const work = runTransaction<null, string>(
      (run) => run(null),
      () => {
        runs += 1
        return runs === 1 ? Promise.reject(coded('40P01', { severity: 'ERROR' })) : Promise.resolve('done')
      },
    )
    expect(await work).toBe('done')
  })

  test('is not run again after an error of its own', async () => {
    let runs = 0
    const broken = runTransaction<null, void>(
      (run) => run(null),
      () => {
        runs += 1
        throw new Error('A bug.')
      },
    )
    await expect(broken).rejects.toThrow('A bug.')
    expect(runs).toBe(1)
  })
})

test('a connection that is refused is tried again until the store accepts it', async () => {
  const answers = [
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  ]
  const connect = () => {
    const refused = answers.shift()
    return refused ? Promise.reject(refused) : Promise.resolve('connected')
  }
  expect(await connectPatiently(connect)).toBe('connected')
})

const coded = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more })

test('errors of a store that restarts, and of one that keeps silent, mean that it is away', () => {
  const away = ['57P01', '57P02', '57P03', '08006', 'ECONNRESET', 'EPIPE'].map((code) => coded(code))
  const silent = new Error('timeout exceeded when trying to connect')
  const several = new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])
  for (const error of [...away, silent, several, coded('ENOENT', { syscall: 'connect' })])
    expect(isStoreAway(error)).toBe(true)
  for (const error of [coded('23505'), coded('ENOENT', { syscall: 'open' }), new Error('A bug.'), undefined])
    expect(isStoreAway(error)).toBe(false)
  expect(isConnectionLost(silent)).toBe(false)
})

const ofPostgres = (code: string) => coded(code, { severity: 'ERROR' })

test('an error of the store is told from one of what was to be stored', () => {
  for (const error of [
    coded('ECONNRESET'),
    ...['40P01', '55P03', '57014', '53100', '53200', '08006'].map(ofPostgres),
  ])
    expect(isStoreFailure(error)).toBe(true)
  for (const error of [
    ...['22021', '22001', '23505', '54000'].map(ofPostgres),
    new Error('A bug.'),
    coded('ENOENT'),
  ])
    expect(isStoreFailure(error)).toBe(false)
})
