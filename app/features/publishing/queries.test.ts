import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../tests/support/fixtures.ts'
import { db } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { addHostedSite } from './commands.server.ts'
import {
  findPublishSummary,
  listHosts,
  listOwnArticles,
  listSitesWithCounts,
  listTargetSites,
} from './queries.server.ts'

beforeEach(emptyStore)

const change = (id: string, columns: { isActive?: boolean; ownerId?: string }) =>
  db.updateTable('targetSites').set(columns).where('id', '=', id).execute()

describe('the checklist of target sites', () => {
  test('has every shared site by name, whatever its letter case, with its address', async () => {
    for (const name of ['beta', 'Alpha', 'Delta', 'charlie']) await makeSite(`${name}.example`, name)
    const sites = await listTargetSites(await makeOperator())
    expect(sites.map(({ name, url }) => ({ name, url }))).toEqual([
      { name: 'Alpha', url: 'https://alpha.example' },
      { name: 'beta', url: 'https://beta.example' },
      { name: 'charlie', url: 'https://charlie.example' },
      { name: 'Delta', url: 'https://delta.example' },
    ])
  })

  test('has neither the main site nor one that is switched off', async () => {
    await change(await makeSite('off.example'), { isActive: false })
    expect(await listTargetSites(await makeOperator())).toEqual([])
  })

  test('has the sites of the operator, and not those of another', async () => {
    const [mine, theirs] = [await makeOperator(), await makeOperator()]
    await makeSite('shared.example')
    await change(await makeSite('mine.example'), { ownerId: mine.id })
    await change(await makeSite('theirs.example'), { ownerId: theirs.id })
    const names = async (operator: typeof mine) => (await listTargetSites(operator)).map(({ name }) => name)
    expect(await names(mine)).toEqual(['mine.example', 'shared.example'])
    expect(await names(theirs)).toEqual(['shared.example', 'theirs.example'])
  })

  test('leads to a site on this machine by the port that is served', async () => {
    await makeSite('harbour.localhost')
    const [site] = await listTargetSites(await makeOperator())
    expect(site?.url).toBe(env.SITE_URL.replace('//', '//harbour.'))
  })
})

describe('the hosts that are answered for', () => {
  test('are the main site by the name in its settings, and every active site by its own', async () => {
    await addHostedSite('Harbour', 'https://Harbour.example:8443')
    const hosts = await listHosts()
    expect([...hosts.keys()].toSorted()).toEqual(
      ['harbour.example', new URL(env.SITE_URL).hostname].toSorted(),
    )
    expect(hosts.get(new URL(env.SITE_URL).hostname)).toMatchObject({
      id: MAIN_SITE_ID,
      isMain: true,
      origin: env.SITE_URL,
      mainOrigin: env.SITE_URL,
    })
    const [row] = await db.selectFrom('targetSites').selectAll().where('kind', '=', 'hosted').execute()
    expect(hosts.get('harbour.example')).toEqual({
      id: row?.id,
      name: 'Harbour',
      isMain: false,
      origin: 'https://harbour.example:8443',
      mainOrigin: env.SITE_URL,
    })
  })

  test('are no sites that are switched off', async () => {
    await change(await makeSite('off.example'), { isActive: false })
    expect((await listHosts()).has('off.example')).toBe(false)
  })

  test('are sites with an owner too', async () => {
    await change(await makeSite('mine.example'), { ownerId: (await makeOperator()).id })
    expect((await listHosts()).has('mine.example')).toBe(true)
  })
})

test('sites are listed for the command line by name, with the number of their articles', async () => {
  const beta = await makeSite('beta.example', 'Beta')
  await makeSite('alpha.example', 'Alpha')
  await makeArticle({ siteId: beta })
  await makeArticle({ siteId: beta, publishedAt: null })
  await makeArticle()
  const sites = await listSitesWithCounts()
  expect(sites).toEqual([
    { name: 'Alpha', url: 'https://alpha.example', articles: 0 },
    { name: 'Beta', url: 'https://beta.example', articles: 2 },
  ])
})

async function order(
  articleId: string,
  siteId: string,
  state: { state: 'pending' | 'delivered' | 'failed'; reason?: 'unexpected' | 'site-inactive' },
) {
  const deliveredHash = state.state === 'delivered' ? 'x' : null
  const values = { id: uuidv7(), articleId, siteId, wantedHash: 'x', deliveredHash, ...state }
  await db.insertInto('deliveries').values(values).execute()
}

describe('how a publish stands', () => {
  test('is told site by site, by name: where the article is, or why it is not', async () => {
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
      title: 'A quiet harbour',
      url: `${env.SITE_URL}/article/a-quiet-harbour`,
      succeeded: 1,
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

  test('is no business of anyone but the operator whose article it is', async () => {
    const [mine, theirs] = [await makeOperator(), await makeOperator()]
    const { id } = await makeArticle({ userId: mine.id })
    const nobodys = await makeArticle()
    await db.updateTable('blogPosts').set({ userId: null }).where('id', '=', nobodys.id).execute()
    expect((await findPublishSummary(mine, id)).title).toBe('A quiet harbour')
    await expect(findPublishSummary(theirs, id)).rejects.toThrow()
    await expect(findPublishSummary(mine, nobodys.id)).rejects.toThrow()
    await expect(findPublishSummary(mine, uuidv7())).rejects.toThrow()
  })
})

describe('the list of one’s own articles', () => {
  test('has originals alone, drafts too, the last changed first, each with its sites', async () => {
    const [operator, stranger] = [await makeOperator(), await makeOperator()]
    const siteId = await makeSite('a.example', 'A')
    const first = await makeArticle({ userId: operator.id, title: 'First' })
    const draft = await makeArticle({ userId: operator.id, title: 'Draft', publishedAt: null })
    await makeArticle({ userId: stranger.id, title: 'Of a stranger' })
    const copy = await makeArticle({ userId: operator.id, siteId, title: 'First' })
    await db.updateTable('blogPosts').set({ originId: first.id }).where('id', '=', copy.id).execute()
    await order(first.id, siteId, { state: 'delivered' })
    await db
      .updateTable('blogPosts')
      .set({ updatedAt: new Date(Date.now() + 1000) })
      .where('id', '=', first.id)
      .execute()
    const { articles, total, page, pageCount } = await listOwnArticles(operator, 1)
    expect({ total, page, pageCount }).toEqual({ total: 2, page: 1, pageCount: 1 })
    expect(articles).toMatchObject([
      {
        id: first.id,
        url: `${env.SITE_URL}/article/first`,
        deliveries: [{ siteName: 'A', state: 'delivered', url: 'https://a.example/article/first' }],
      },
      { id: draft.id, title: 'Draft', url: null, publishedAt: null, deliveries: [] },
    ])
  })

  test('has twelve a page, and its last page for any behind it', async () => {
    const operator = await makeOperator()
    for (let number = 0; number < 13; number += 1)
      await makeArticle({ userId: operator.id, title: `Number ${number}` })
    expect((await listOwnArticles(operator, 1)).articles).toHaveLength(12)
    expect(await listOwnArticles(operator, 9)).toMatchObject({ page: 2, pageCount: 2, total: 13 })
    expect((await listOwnArticles(await makeOperator(), 9)).articles).toEqual([])
  })
})
