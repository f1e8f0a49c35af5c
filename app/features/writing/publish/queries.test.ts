import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { findPublishSummary } from './queries.server.ts'

beforeEach(emptyStore)

async function order(
  articleId: string,
  siteId: string,
  state: { state: 'pending' | 'delivered' | 'failed'; reason?: 'unexpected' | 'site-inactive' },
) {
  const deliveredHash = state.state === 'delivered' ? 'x' : null
  const values = { id: uuidv7(), articleId, siteId, wantedHash: 'x', deliveredHash, ...state }
  await db.insertInto('deliveries').values(values).execute()
}

describe('the summary of a publish', () => {
  test('has each site by name, with the address of the article or the reason why it is missing', async () => {
    const operator = await makeOperator()
    const { id } = await makeArticle({ userId: operator.id })
    const sites = {
      a: await makeSite('a.example', 'A'),
      b: await makeSite('b.example', 'B'),
      c: await makeSite('c.example', 'C'),
      d: await makeSite('d.example', 'D'),
    }
    await order(id, sites.d, { state: 'pending' })
    await order(id, sites.c, { state: 'failed', reason: 'site-inactive' })
    await order(id, sites.b, { state: 'failed', reason: 'unexpected' })
    await order(id, sites.a, { state: 'delivered' })
    const copy = await makeArticle({ siteId: sites.a, title: 'A copy' })
    await db
      .updateTable('blogPosts')
      .set({ originId: id, userId: operator.id })
      .where('id', '=', copy.id)
      .execute()
    expect(await findPublishSummary(operator, id)).toEqual({
      articleId: id,
      title: 'A quiet harbour',
      url: `${env.SITE_URL}/article/a-quiet-harbour`,
      succeeded: 2,
      failed: 3,
      deliveries: [
        {
          siteId: sites.a,
          siteName: 'A',
          state: 'delivered',
          url: 'https://a.example/article/a-copy',
          reason: null,
          nextAttemptAt: null,
          variation: null,
        },
        {
          siteId: sites.b,
          siteName: 'B',
          state: 'failed',
          url: null,
          reason: 'The site could not be updated. It is tried again in the background.',
          nextAttemptAt: null,
          variation: null,
        },
        {
          siteId: MAIN_SITE_ID,
          siteName: 'Broadsheet',
          state: 'delivered',
          url: `${env.SITE_URL}/article/a-quiet-harbour`,
          reason: null,
          nextAttemptAt: null,
          variation: null,
        },
        {
          siteId: sites.c,
          siteName: 'C',
          state: 'failed',
          url: null,
          reason: 'The site has been switched off.',
          nextAttemptAt: null,
          variation: null,
        },
        {
          siteId: sites.d,
          siteName: 'D',
          state: 'pending',
          url: null,
          reason: 'Not done in time. It is tried again in the background.',
          nextAttemptAt: null,
          variation: null,
        },
      ],
    })
  })

  test('is found only by the operator whose article it is', async () => {
    const [mine, theirs] = [await makeOperator(), await makeOperator()]
    const { id } = await makeArticle({ userId: mine.id })
    const nobodys = await makeArticle()
    await db.updateTable('blogPosts').set({ userId: null }).where('id', '=', nobodys.id).execute()
    expect((await findPublishSummary(mine, id))?.title).toBe('A quiet harbour')
    expect(await findPublishSummary(theirs, id)).toBeUndefined()
    expect(await findPublishSummary(mine, nobodys.id)).toBeUndefined()
    expect(await findPublishSummary(mine, uuidv7())).toBeUndefined()
  })
})
