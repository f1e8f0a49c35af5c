import { beforeEach, describe, expect, test } from 'vitest'
import { change, publishAgain, readBoard, unpublishArticle } from '../../../../tests/support/board.ts'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { importArticles } from '../../moving-in/formats/commands.server.ts'
import { findArticle, listImported, listLatest } from '../../articles/queries.server.ts'
import { listLinkableArticles } from '../../links/insertion/queries.server.ts'
import { deliver } from '../../delivery/deliveries/commands.server.ts'
import { parseRecord } from '../../moving-in/formats/formats.ts'
import { publishArticle } from './commands.server.ts'
import { findEditable } from './queries.server.ts'

let ines: Operator
let harbour: string
let ledger: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  harbour = await makeSite('harbour.example')
  ledger = await makeSite('ledger.example')
})

async function publish(siteIds: string[], title = 'Tides'): Promise<string> {
  const published = await publishArticle(ines, makeDraft({ title, siteIds }))
  if (!published.ok) throw new Error(published.reason)
  return published.summary.articleId
}

const titlesOn = async (siteId: string) =>
  (await listLatest(siteId, 1)).articles.map(({ title }) => title).toSorted()
const dotsOf = async () => (await readBoard(ines)).rows[0]?.dots
const canonicalOn = async (siteId: string) => (await findArticle(siteId, 'tides'))?.article.canonicalUrl

async function deliverPending(): Promise<void> {
  const rows = await db.selectFrom('deliveries').select('id').where('state', '=', 'pending').execute()
  for (const { id } of rows) await deliver(id)
}

describe('the main site', () => {
  test('is taken off and put back by its dot, and the copies name the page at the new home', async () => {
    const id = await publish([MAIN_SITE_ID, harbour, ledger])
    const main = `${env.SITE_URL}/article/tides`
    expect([await canonicalOn(harbour), await canonicalOn(ledger)]).toEqual([main, main])
    await change(ines, [id], { kind: 'remove-site', siteId: MAIN_SITE_ID })
    expect(await dotsOf()).toEqual({ [MAIN_SITE_ID]: 'absent', [harbour]: 'sending', [ledger]: 'sending' })
    await deliverPending()
    const home = 'https://harbour.example/article/tides'
    expect([await canonicalOn(harbour), await canonicalOn(ledger)]).toEqual([null, home])
    expect((await readBoard(ines)).rows[0]?.url).toBe(home)
    expect(await listLinkableArticles(ines)).toMatchObject([{ url: home }])
    await change(ines, [id], { kind: 'remove-site', siteId: harbour })
    await deliverPending()
    expect(await canonicalOn(ledger)).toBeNull()
    await change(ines, [id], { kind: 'add-site', siteId: MAIN_SITE_ID })
    await deliverPending()
    expect(await canonicalOn(ledger)).toBe(main)
    expect(await titlesOn(MAIN_SITE_ID)).toEqual(['Tides'])
  })

  test('has no article that was unpublished, and gets it back only if it had it', async () => {
    const [both, one] = [await publish([MAIN_SITE_ID, harbour]), await publish([harbour], 'Ebb')]
    for (const id of [both, one]) await unpublishArticle(ines, id)
    expect([await titlesOn(MAIN_SITE_ID), await titlesOn(harbour)]).toEqual([[], []])
    for (const id of [both, one]) await publishAgain(ines, id)
    expect([await titlesOn(MAIN_SITE_ID), await titlesOn(harbour)]).toEqual([['Tides'], ['Ebb', 'Tides']])
  })

  test('shares its slugs with the articles that are not on it', async () => {
    await publish([harbour])
    const id = await publish([MAIN_SITE_ID])
    expect((await findEditable(ines, id))?.slug).toBe('tides-1')
    await change(ines, [(await readBoard(ines, { sort: 'first-published' })).rows[0]?.id ?? ''], {
      kind: 'add-site',
      siteId: MAIN_SITE_ID,
    })
    expect((await findArticle(MAIN_SITE_ID, 'tides'))?.article.title).toBe('Tides')
  })
})

test('an article that is taken off its last site is not published any more', async () => {
  const id = await publish([harbour])
  await change(ines, [id], { kind: 'remove-site', siteId: harbour })
  expect((await readBoard(ines)).rows).toMatchObject([{ id, state: 'draft', url: null }])
})

test('the home of an article has its address before the other copies name it', async () => {
  await makeArticle({ siteId: harbour, title: 'Tides' })
  await publish([ledger, harbour])
  await change(ines, [(await readBoard(ines)).rows[0]?.id ?? ''], { kind: 'remove-site', siteId: ledger })
  await publish([harbour, ledger], 'Tides')
  const copies = await db
    .selectFrom('blogPosts')
    .select(['slug', 'canonicalUrl'])
    .where('siteId', '=', ledger)
    .where('publishedAt', 'is not', null)
    .execute()
  expect(copies).toEqual([{ slug: 'tides-1', canonicalUrl: 'https://harbour.example/article/tides-1-1' }])
})

test('an import finds the article that is on other sites only, and leaves it there', async () => {
  const record = { source: 's', path: 'a.md', title: 'Tides', content: 'One.', draft: true }
  const target = { siteId: MAIN_SITE_ID, ownerId: ines.id, author: 'Ines' }
  const load = (changes: object) => {
    const parsed = parseRecord({ ...record, ...changes })
    return importArticles(target, 'record' in parsed ? [parsed.record] : [])
  }
  expect(await load({})).toEqual(['created'])
  const [articleId = ''] = (await listImported(MAIN_SITE_ID, 's')).values()
  expect((await findEditable(ines, articleId))?.typed.siteIds).toEqual([MAIN_SITE_ID])
  expect(await load({ draft: false, published_at: '2026-01-01T00:00:00Z' })).toEqual(['updated'])
  expect(await titlesOn(MAIN_SITE_ID)).toEqual(['Tides'])
  await change(ines, [articleId], { kind: 'add-site', siteId: harbour })
  await change(ines, [articleId], { kind: 'remove-site', siteId: MAIN_SITE_ID })
  expect(await load({ draft: false, published_at: '2026-01-01T00:00:00Z', content: 'Two.' })).toEqual([
    'updated',
  ])
  expect([await titlesOn(MAIN_SITE_ID), await titlesOn(harbour)]).toEqual([[], ['Tides']])
})
