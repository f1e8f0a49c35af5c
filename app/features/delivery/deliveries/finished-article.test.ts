import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeArticle } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { findFinished } from './finished-article.server.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'

beforeEach(emptyStore)

const change = (id: string, title: string) =>
  db.updateTable('blogPosts').set({ title }).where('id', '=', id).execute()

test('an article for sites has absolute URLs, and the hash that orders name', async () => {
  const { id, slug } = await makeArticle({ content: 'See [the tide](/tide) and [below](#below).' })
  const row = await db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const finished = await findFinished(id)
  expect(finished?.article).toEqual(row)
  expect(finished?.hash).toBe(toWantedHash(row))
  expect(finished?.html).toContain(`href="${env.SITE_URL}/tide"`)
  expect(finished?.html).toContain(`href="${env.SITE_URL}/article/${slug}#text-below"`)
})

test('it is made once, and made again only after the article was changed', async () => {
  const { id } = await makeArticle({ title: 'Calm' })
  const [first, same] = await Promise.all([findFinished(id), findFinished(id)])
  expect(same).toBe(first)
  expect(await findFinished(id)).toBe(first)
  for (const title of ['Storm', 'Calm']) {
    await change(id, title)
    const now = await findFinished(id)
    expect(now?.article.title).toBe(title)
    expect(now).not.toBe(first)
  }
})

test('it is found although other articles have replaced it in the cache', async () => {
  const { id } = await makeArticle()
  const long = [await makeArticle(), await makeArticle()]
  await db
    .updateTable('blogPosts')
    .set({ contentHtml: sql`repeat('x', 5000000)` })
    .where('id', '!=', id)
    .execute()
  const before = await findFinished(id)
  const found = await Promise.all([id, ...long.map((each) => each.id)].map(findFinished))
  expect(found[0]).toBe(before)
  expect(found.map((each) => each?.article.id)).toEqual([id, ...long.map((each) => each.id)])
  expect(await findFinished(id)).toEqual(before)
})

test('a deleted article is not found', async () => {
  const { id } = await makeArticle()
  await findFinished(id)
  await db.deleteFrom('blogPosts').where('id', '=', id).execute()
  expect(await findFinished(id)).toBeUndefined()
})
