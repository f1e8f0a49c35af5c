import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeArticle, MAIN_SITE_ID } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { followInvalidations } from '../../../platform/web/page-invalidation.server.ts'
import { listLatest } from '../../articles/queries.server.ts'
import { findFront } from './front.server.ts'

beforeEach(emptyStore)

const SITE = {
  id: MAIN_SITE_ID,
  name: 'The Paper',
  description: '',
  origin: 'https://news.example',
  isMain: true,
  mainOrigin: 'https://news.example',
  profile: undefined,
}

const make = (hour: number) =>
  makeArticle({ title: `Hour ${hour}`, publishedAt: new Date(Date.UTC(2026, 0, 5, hour)) })
const firstHeadline = async (page: number) => {
  const { news } = await findFront(SITE, await listLatest(MAIN_SITE_ID, page))
  return news[0]?.title
}

test('every page of the list tells the newest headlines, which are read once until a write', async () => {
  const following = await followInvalidations()
  try {
    for (let hour = 1; hour <= 13; hour += 1) await make(hour)
    expect(await firstHeadline(2)).toBe('Hour 13')
    await db.updateTable('blogPosts').set({ title: 'Changed' }).execute() // written to the database without a notice
    expect(await firstHeadline(2)).toBe('Hour 13')
    await make(14)
    expect(await firstHeadline(2)).toBe('Hour 14')
  } finally {
    await following.stop()
  }
})
