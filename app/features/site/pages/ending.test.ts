import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, MAIN_SITE_ID } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { findArticlePage } from './queries.server.ts'

beforeEach(emptyStore)

const endingOf = async (slug: string) => {
  const found = await findArticlePage(MAIN_SITE_ID, slug)
  if (!found) throw new Error('It is not there.')
  return found.ending
}

const write = (userId: string, biography: string) =>
  db.insertInto('authorProfiles').values({ userId, name: 'Ines', biography, links: [] }).execute()

const make = (title: string, day: number, tags: string[]) =>
  makeArticle({ title, tags, publishedAt: new Date(Date.UTC(2026, 0, day)) })

test('an article ends with the next older one of its category', async () => {
  await make('Oldest', 1, ['Sea'])
  const ebb = await make('Ebb', 2, ['SEA', 'Ports'])
  await make('Elsewhere', 3, ['Ports'])
  await makeArticle({ title: 'Unpublished', tags: ['Sea'], publishedAt: null })
  await make('Tides', 4, ['Sea', 'Ports'])
  expect(await endingOf('tides')).toEqual({
    next: { id: ebb.id, slug: 'ebb', title: 'Ebb', topic: 'Sea' },
    aboutAuthor: null,
  })
  expect((await endingOf('ebb')).next?.slug).toBe('oldest')
  expect((await endingOf('oldest')).next).toBeNull()
  await make('Without a category', 5, [])
  expect((await endingOf('without-a-category')).next).toBeNull()
})

test('an article ends with the first sentence about its first author, as the owner of the site wrote it', async () => {
  const [owner, ines] = [await makeOperator(), await makeOperator()]
  await db.updateTable('installation').set({ ownerId: owner.id }).execute()
  await makeArticle({ title: 'Tides', author: 'Ines, Mara', userId: ines.id })
  const stranger = await makeOperator()
  await write(stranger.id, 'Not hers.')
  expect((await endingOf('tides')).aboutAuthor).toBeNull()
  await write(ines.id, 'She writes about tides. And boats.')
  expect((await endingOf('tides')).aboutAuthor).toBe('She writes about tides.')
  await write(owner.id, 'Our reporter at the coast.')
  expect((await endingOf('tides')).aboutAuthor).toBe('Our reporter at the coast.')
})
