// The landing pages that search engines are notified of, even after their rows are deleted.
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCity, makeService } from '../../../../tests/support/catalogue.ts'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { jobs } from '../../../jobs.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { recordPageChanges } from '../../../platform/page-changes.server.ts'
import type { FinishedPage } from './prepare-pages.server.ts'
import { savePages } from './write-pages.server.ts'

const engine = env.INDEXNOW_URL
let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  env.INDEXNOW_URL = 'http://127.0.0.1:9' // an engine in the private network
  ines = await makeOperator()
})
afterAll(async () => {
  env.INDEXNOW_URL = engine
})

/** Makes a page with a new service and a new city of the account. */
async function makePage(operator: Operator, slug: string): Promise<FinishedPage> {
  const [service, city] = [
    await makeService(operator.id, { name: uuidv7() }),
    await makeCity(operator.id, { name: uuidv7() }),
  ]
  return {
    serviceId: service.id,
    cityId: city.id,
    slug,
    metaTitle: slug,
    metaDescription: '',
    content: '<p>Slates.</p>',
    schemaMarkup: [],
    isPublished: true,
    isNoindex: false,
    score: 80,
    scoreParts: {
      similarity: 40,
      local: 20,
      thin: 20,
      likeness: 0,
      siblingSlug: null,
      words: 400,
      localWords: 90,
    },
    contentHash: slug,
  }
}

/** Stores new pages. */
const save = (operator: Operator, ...pages: FinishedPage[]) =>
  write((trx) =>
    savePages(trx, operator, { fresh: pages.map((page) => ({ ...page, id: uuidv7() })), changed: [] }),
  )

/** Lists the changes since the last call. */
async function listNoted(): Promise<string[]> {
  const rows = await db.deleteFrom('pageChanges').returning(['url', 'change', 'userId']).execute()
  return rows
    .map(({ url, change, userId }) => `${userId} ${change} ${url.slice(env.SITE_URL.length)}`)
    .toSorted()
}

const removeCity = ({ cityId }: FinishedPage) => db.deleteFrom('cities').where('id', '=', cityId).execute()

describe('a page that is made', () => {
  test('at a path that another account has just taken is not recorded', async () => {
    const theo = await makeOperator()
    await save(theo, await makePage(theo, 'roofs'))
    await listNoted()
    const pages = [await makePage(ines, 'roofs'), await makePage(ines, 'drains')]
    expect(await save(ines, ...pages)).toEqual({ left: 1 })
    expect(await listNoted()).toEqual([`${ines.id} changed /drains`])
  })

  test('in the row of an old page whose city has returned is recorded as a change of that page', async () => {
    const [roofs, drains] = [await makePage(ines, 'roofs'), await makePage(ines, 'drains')]
    await save(ines, roofs, drains)
    expect(await listNoted()).toHaveLength(2)
    await removeCity(roofs)
    await removeCity(drains)
    const hidden = { ...(await makePage(ines, 'roofs')), isPublished: false, score: 20 }
    await save(ines, hidden, await makePage(ines, 'drains'))
    expect(await listNoted(), 'drains has not changed').toEqual([`${ines.id} removed /roofs`])
  })
})

async function remove(operator: Operator, keepsArticles: boolean): Promise<void> {
  const deletionDueAt = new Date(Date.now() - 1000)
  await db
    .updateTable('users')
    .set({ deletionDueAt, deletionKeepsArticles: keepsArticles })
    .where('id', '=', operator.id)
    .execute()
  await jobs.find(({ name }) => name === 'delete-accounts')?.work(undefined)
}

describe('an account that is deleted', () => {
  test('has its landing pages recorded as removed, and keeps other records of removed pages', async () => {
    for (const keepsArticles of [true, false]) {
      const operator = await makeOperator()
      const theirs = await makePage(operator, 'roofs')
      const noindex = { ...(await makePage(operator, 'drains')), isNoindex: true }
      await save(operator, theirs, noindex)
      const page = { origin: env.SITE_URL, userId: operator.id, isInFeeds: false }
      await write((trx) =>
        recordPageChanges(trx, [
          { ...page, path: '/before', change: 'removed' },
          { ...page, path: '/before', change: 'removed', userId: null }, // it was another account's first
          { ...page, path: '/after', change: 'changed' },
        ]),
      )
      await remove(operator, keepsArticles)
      expect(await listNoted()).toEqual(['null removed /before', 'null removed /roofs'])
    }
  })

  test('has no pages of its own domain recorded, because the domain ends with it', async () => {
    const seenAt = new Date()
    await db
      .insertInto('seoSettings')
      .values({ userId: ines.id, siteDomain: 'roofs.example', domainSeenAt: seenAt, domainCheckedAt: seenAt })
      .execute()
    await save(ines, await makePage(ines, 'roofs'))
    expect(await db.selectFrom('pageChanges').select('url').execute()).toMatchObject([
      { url: expect.stringContaining('//roofs.example') as string },
    ])
    await remove(ines, false)
    expect(await listNoted()).toEqual([])
  })
})
