import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { addHostedSite } from './commands.server.ts'
import { listHosts, listSharedSites, listTargetSites } from './queries.server.ts'

beforeEach(emptyStore)

const change = (id: string, columns: { isActive?: boolean; ownerId?: string }) =>
  db.updateTable('targetSites').set(columns).where('id', '=', id).execute()

describe('the checklist of target sites', () => {
  test('has the main site and every shared one with its URL, sorted by name without regard to case', async () => {
    for (const name of ['beta', 'Alpha', 'Delta', 'charlie']) await makeSite(`${name}.example`, name)
    const sites = await listTargetSites(await makeOperator())
    expect(sites.map(({ name, url }) => ({ name, url }))).toEqual([
      { name: 'Alpha', url: 'https://alpha.example' },
      { name: 'beta', url: 'https://beta.example' },
      { name: 'Broadsheet', url: env.SITE_URL },
      { name: 'charlie', url: 'https://charlie.example' },
      { name: 'Delta', url: 'https://delta.example' },
    ])
  })

  test('has the main site under the name that its owner gave it, and none that is switched off', async () => {
    await change(await makeSite('off.example'), { isActive: false })
    const owner = await makeOperator()
    await db.updateTable('installation').set({ ownerId: owner.id }).execute()
    await db.insertInto('seoSettings').values({ userId: owner.id, siteName: 'The Tide' }).execute()
    for (const operator of [owner, await makeOperator()])
      expect(await listTargetSites(operator)).toMatchObject([{ name: 'The Tide', kind: 'main' }])
  })

  test('has the sites of the operator, and not those of another account', async () => {
    const [mine, theirs] = [await makeOperator(), await makeOperator()]
    await makeSite('shared.example')
    await change(await makeSite('mine.example'), { ownerId: mine.id })
    await change(await makeSite('theirs.example'), { ownerId: theirs.id })
    const names = async (operator: typeof mine) => (await listTargetSites(operator)).map(({ name }) => name)
    expect(await names(mine)).toEqual(['Broadsheet', 'mine.example', 'shared.example'])
    expect(await names(theirs)).toEqual(['Broadsheet', 'shared.example', 'theirs.example'])
  })

  test('has the port of this installation in the URL of a site on this machine', async () => {
    await makeSite('harbour.localhost')
    const [, site] = await listTargetSites(await makeOperator())
    expect(site?.url).toBe(env.SITE_URL.replace('//', '//harbour.'))
  })
})

describe('the hosts that are served', () => {
  test('are the one in the settings for the main site, and that of every active site', async () => {
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
      description: '',
      isMain: false,
      origin: 'https://harbour.example:8443',
      mainOrigin: env.SITE_URL,
    })
  })

  test('do not include sites that are switched off', async () => {
    await change(await makeSite('off.example'), { isActive: false })
    expect((await listHosts()).has('off.example')).toBe(false)
  })

  test('include sites with an owner', async () => {
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
  const sites = await listSharedSites()
  expect(sites.map(({ name, url, articles }) => ({ name, url, articles }))).toEqual([
    { name: 'Alpha', url: 'https://alpha.example', articles: 0 },
    { name: 'Beta', url: 'https://beta.example', articles: 2 },
  ])
})

test('a shared site that switched itself off has the reason as a sentence, also from an earlier version', async () => {
  const id = await makeSite('off.example')
  const listReasons = async (disabledReason: string) => {
    await db
      .updateTable('targetSites')
      .set({ isActive: false, disabledReason })
      .where('id', '=', id)
      .execute()
    return (await listSharedSites()).map((site) => site.disabledReason)
  }
  expect(await listReasons('gone')).toEqual(['The site says that it is gone for good.'])
  expect(await listReasons('It wants no more.')).toEqual(['It wants no more.'])
})
