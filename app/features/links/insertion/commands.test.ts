// @store both
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { insertBacklinks } from './commands.server.ts'
import { listLinkableArticles } from './queries.server.ts'

const CANONICAL = 'https://harbour.example/the-ferry-timetable'
const TICKETS = 'https://www.harbour.example/tickets'
const TEXT = `The council met on Monday and talked for hours.

Most islanders know the ferry timetable by heart and plan their week around it.

A new ticket office on the northern quay opens as soon as the ice is gone.

Nobody expects the winter timetable to change before the end of the year.`

let ines: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const insert = (source: { content?: string; canonicalUrl?: string } = {}) =>
  insertBacklinks(ines, { content: TEXT, canonicalUrl: CANONICAL, ...source })

async function targetsOf(...args: Parameters<typeof insert>): Promise<string[]> {
  const inserted = await insert(...args)
  if (!inserted.ok) throw new Error(inserted.reason)
  const targets = [...inserted.content.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target)
  expect(targets).toEqual(inserted.plan.map(({ target }) => target))
  return targets
}

const makeTickets = (overrides: Parameters<typeof makeArticle>[0]) =>
  makeArticle({ title: 'Ticket offices on every quay', canonicalUrl: TICKETS, ...overrides })

describe('inserting backlinks for an account', () => {
  test('links to the canonical address only if there are no other articles', async () => {
    expect(await targetsOf()).toEqual([CANONICAL, CANONICAL])
  })

  test('links to an own article on the same host if its title matches', async () => {
    await makeTickets({ userId: ines.id })
    expect(await targetsOf()).toEqual([CANONICAL, TICKETS])
  })

  test('links to an article without a canonical address at its page on the main site', async () => {
    const { slug } = await makeTickets({ userId: ines.id, canonicalUrl: null })
    const canonicalUrl = `${env.SITE_URL}/article/the-ferry-timetable`
    expect(await targetsOf({ canonicalUrl })).toEqual([canonicalUrl, `${env.SITE_URL}/article/${slug}`])
  })

  test('uses the articles that the caller passes, for one text after the other', async () => {
    await makeTickets({ userId: ines.id })
    const articles = await listLinkableArticles(ines)
    const theo = await makeOperator()
    const source = { content: TEXT, canonicalUrl: CANONICAL }
    const targets = async (options: { articles?: typeof articles }) => {
      const inserted = await insertBacklinks(theo, source, options)
      return inserted.ok && inserted.plan.map(({ target }) => target)
    }
    for (let text = 0; text < 3; text += 1) {
      expect(await targets({ articles })).toEqual([CANONICAL, TICKETS])
      expect(await targets({ articles: articles.slice(0, 0) })).toEqual([CANONICAL, CANONICAL])
      expect(await targets({})).toEqual([CANONICAL, CANONICAL])
    }
  })

  test.each([
    ['of another account', async () => makeTickets({ userId: (await makeOperator()).id })],
    ['that is not published', async () => makeTickets({ userId: ines.id, publishedAt: null })],
    [
      'on another host',
      async () => makeTickets({ userId: ines.id, canonicalUrl: 'https://else.example/tickets' }),
    ],
    [
      'at the canonical address itself',
      async () => makeTickets({ userId: ines.id, canonicalUrl: `${CANONICAL}/` }),
    ],
    ['without an account', async () => makeTickets({ siteId: await makeSite('ledger.example') })],
  ])('never links to an article %s', async (_name, make) => {
    await make()
    expect(await targetsOf()).toEqual([CANONICAL, CANONICAL])
  })

  test.each([
    ['has-enough', { content: `${TEXT}\n\n[a](/a) [b](/b)` }],
    ['no-places', { content: 'Too little.' }],
    ['address-wrong', { canonicalUrl: 'javascript:alert(1)' }],
    ['too-long', { content: 'x'.repeat(500_001) }],
    [
      'too-slow',
      { content: Array.from({ length: 9000 }, (_, note) => `[^${note}]: [^${note + 1}]`).join('\n\n') },
    ],
  ])('is refused, with a reason: %s', async (reason, source) => {
    expect(await insert(source)).toMatchObject({ ok: false, reason })
  })

  test('is refused with the number of links that the text has', async () => {
    const content = `${TEXT}\n\n[a](/a) [b](/b) [c](/c)`
    expect(await insert({ content })).toEqual({ ok: false, reason: 'has-enough', existing: 3 })
  })
})
