// @store both
import { sql } from 'kysely'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyStore } from '../../../tests/support/fixtures.ts'
import { jobs } from '../../jobs.server.ts'
import { db, isEmbedded } from '../store/database.server.ts'
import { socketDir } from '../store/embedded-store.server.ts'
import { StoreSilent } from '../store/store-away.server.ts'
import { env } from '../env.server.ts'
import {
  invalidatePages,
  followInvalidations,
  isFollowingInvalidations,
  onInvalidation,
  pruneInvalidations,
  type StaleTags,
  write,
} from './page-invalidation.server.ts'

let heard: StaleTags[]
let following: Awaited<ReturnType<typeof followInvalidations>>

beforeEach(async () => {
  await emptyStore()
  heard = []
  onInvalidation('test', (tags) => heard.push(tags))
  following = await followInvalidations()
})
afterEach(() => following.stop())

/** Runs a function on a separate connection, as another process would. */
async function elsewhere(run: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(
    isEmbedded
      ? { host: socketDir(env.DATA_DIR), user: 'postgres', database: 'postgres' }
      : { connectionString: env.DATABASE_URL },
  )
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}
const insertRow = (tags: string[]) => (client: Client) =>
  client.query('insert into page_drops (id, tags) values ($1, $2)', [uuidv7(), tags])

const rows = async () => (await db.selectFrom('pageDrops').select('tags').execute()).map(({ tags }) => tags)

describe('a write', () => {
  test('notifies its own process of stale pages before it returns', async () => {
    const result = await write(async (trx) => {
      await invalidatePages(trx, ['article:1', 'list'])
      expect(heard).toEqual([])
      return 'done'
    })
    expect(result).toBe('done')
    expect(heard).toEqual([['article:1', 'list']])
  })

  test('notifies once of each stale page', async () => {
    for (const tag of ['a', 'b', 'c']) await write((trx) => invalidatePages(trx, [tag]))
    expect(heard.flat()).toEqual(['a', 'b', 'c'])
  })

  test('notifies before it returns even while many others are running', async () => {
    const tags = Array.from({ length: 40 }, (_, index) => `article:${index}`)
    await Promise.all(
      tags.map(async (tag) => {
        await write((trx) => invalidatePages(trx, [tag]))
        expect(heard.flat()).toContain(tag)
      }),
    )
    expect(heard.flat().toSorted()).toEqual(tags.toSorted())
  })

  test('that was rolled back invalidates no page', async () => {
    const failing = write(async (trx) => {
      await invalidatePages(trx, ['article:1'])
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await write((trx) => invalidatePages(trx, ['article:2']))
    expect(heard).toEqual([['article:2']])
    expect(await rows()).toEqual([['article:2']])
  })

  test('without stale pages stores no row; otherwise it stores each tag once', async () => {
    await write((trx) => invalidatePages(trx, []))
    expect(await rows()).toEqual([])
    await write((trx) => invalidatePages(trx, ['a', 'a', 'b']))
    expect(await rows()).toEqual([['a', 'b']])
  })

  test('whose stale pages cannot be read notifies of those that it named, and doubts all others', async () => {
    await write(async (trx) => {
      await invalidatePages(trx, ['article:1'])
      await invalidatePages(trx, ['list'])
      await sql`alter table page_drops rename to hidden`.execute(trx)
    })
    await sql`alter table hidden rename to page_drops`.execute(db)
    expect(heard).toEqual(['doubt', ['article:1', 'list']])
  })

  test('notifies of the pages that it named if the store went away, because it may be committed', async () => {
    const failing = write(async (trx) => {
      await invalidatePages(trx, ['article:1'])
      throw new StoreSilent()
    })
    await expect(failing).rejects.toThrow(StoreSilent)
    expect(heard).toEqual([['article:1']])
  })

  test('works in a process that does not read the invalidations', async () => {
    await following.stop()
    heard = []
    await write((trx) => invalidatePages(trx, ['article:1']))
    expect(heard).toEqual([])
    expect(await rows()).toEqual([['article:1']])
  })
})

test('a process that stops reading invalidations removes all pages, because it gets no later ones', async () => {
  expect(isFollowingInvalidations()).toBe(true)
  await following.stop()
  expect(heard).toEqual(['everything'])
  expect(isFollowingInvalidations()).toBe(false)
})

describe('a write of another process', () => {
  test('is noticed without a call', async () => {
    await elsewhere(insertRow(['article:9']))
    await expect.poll(() => heard, { timeout: 30_000 }).toEqual([['article:9']])
  })

  // The embedded store has one connection, so one transaction at a time.
  test.skipIf(isEmbedded)('is noticed even if it began before others that were noticed first', async () => {
    await elsewhere(async (client) => {
      await client.query('begin')
      await insertRow(['article:1'])(client)
      for (const tag of ['article:2', 'article:3']) await write((trx) => invalidatePages(trx, [tag]))
      await client.query('commit')
    })
    await expect
      .poll(() => heard.flat(), { timeout: 30_000 })
      .toEqual(['article:2', 'article:3', 'article:1'])
  })
})

test('a process that could not read the invalidations for two minutes doubts all pages', async () => {
  await write((trx) => invalidatePages(trx, ['article:1']))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 130_000 })
  try {
    await write((trx) => invalidatePages(trx, ['article:2']))
  } finally {
    vi.useRealTimers()
  }
  expect(heard).toContain('doubt')
})

test('a job removes all pages when a year begins, because they show the year', async () => {
  const ofNewYear = jobs.filter(({ cron }) => cron?.endsWith(' 0 1 1 *'))
  for (const job of ofNewYear) await job.work({})
  expect(heard).toEqual(['everything'])
})

test('only rows that are older than an hour are deleted', async () => {
  await write((trx) => invalidatePages(trx, ['new']))
  for (const [tag, age] of Object.entries({ old: '61 minutes', young: '59 minutes' }))
    await sql`
      insert into page_drops (id, tags, created_at)
      values (${uuidv7()}, array[${tag}], clock_timestamp() - ${age}::interval)
    `.execute(db)
  await pruneInvalidations()
  expect((await rows()).flat().toSorted()).toEqual(['new', 'young'])
})
