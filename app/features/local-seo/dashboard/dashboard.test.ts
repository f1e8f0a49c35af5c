import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveSettings } from '../settings/commands.server.ts'
import { NO_SETTINGS } from '../settings/settings.ts'
import { findDashboardFacts } from './queries.server.ts'
import { listTasks, toHealth } from './dashboard.ts'

let ines: Operator
let theo: Operator
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  theo = await makeOperator()
})

const scoreOf = async (operator: Operator) => toHealth(await findDashboardFacts(operator)).score
const make = {
  settings: () => saveSettings(ines, NO_SETTINGS),
  city: () =>
    db
      .insertInto('cities')
      .values({ id: uuidv7(), userId: ines.id, name: 'Portland', state: 'ME', slug: uuidv7() })
      .execute(),
  service: () =>
    db
      .insertInto('services')
      .values({ id: uuidv7(), userId: ines.id, name: 'Roof repair', slug: uuidv7() })
      .execute(),
  page: () =>
    db
      .insertInto('generatedPages')
      .values({ id: uuidv7(), userId: ines.id, slug: uuidv7(), metaTitle: 'T', content: '<p>x</p>' })
      .execute(),
}

test('each of the four checks is a quarter of the score, and counts the account’s own rows only', async () => {
  const scores = [await scoreOf(ines)]
  for (const step of Object.values(make)) {
    await step()
    scores.push(await scoreOf(ines))
  }
  expect(scores).toEqual([0, 25, 50, 75, 100])
  expect(await scoreOf(theo)).toBe(0)
})

test('a slug that is reserved for a page is not counted as a page', async () => {
  await db
    .insertInto('generatedPages')
    .values({
      id: uuidv7(),
      userId: ines.id,
      slug: uuidv7(),
      metaTitle: 'T',
      content: '',
      isPublished: false,
    })
    .execute()
  expect(await findDashboardFacts(ines)).toMatchObject({ pages: 0 })
})

test('a check that is not passed explains the next step, and links to the screen for it', async () => {
  await make.city()
  await make.city()
  const { checks } = toHealth(await findDashboardFacts(ines))
  expect(checks.map(({ label, isPassed, finding, path }) => [label, isPassed, finding, path])).toEqual([
    ['Settings configured', false, 'Not saved yet', '/seo-settings'],
    ['Cities added', true, '2 cities', '/manage-cities'],
    ['Services added', false, 'None yet', '/manage-services'],
    ['Pages generated', false, 'None yet', '/seo-dashboard/pages'],
  ])
  for (const { advice } of checks) expect(advice).toMatch(/\w\.$/)
})

test('what to do next is counted from the pages and the last audit, the most serious first', () => {
  const facts = { hasSettings: true, cities: 3, services: 6, pages: 18, hiddenPages: 15 }
  expect(listTasks(facts, undefined).map(({ text }) => text)).toEqual([
    '15 of 18 landing pages are kept from search engines',
    'Look for faults on your pages with an audit',
  ])
  const found = ['Broken links', 'Orphans', 'No picture', 'No headings', 'Long titles'].map(
    (label, index) => ({ label, count: index * 1000, path: label }),
  )
  expect(listTasks(facts, found)).toEqual([
    expect.objectContaining({ path: '/seo-dashboard/pages?state=noindex' }),
    { text: 'Orphans: 1,000', path: 'Orphans' },
    { text: 'No picture: 2,000', path: 'No picture' },
    { text: 'No headings: 3,000', path: 'No headings' },
  ])
  expect(listTasks({ ...facts, hiddenPages: 0 }, [])).toEqual([])
})

test('only published pages of the account can be kept from search engines', async () => {
  const page = { slug: 's', metaTitle: 'T', content: '<p>x</p>', isNoindex: true }
  for (const [userId, isPublished] of [
    [ines.id, true],
    [ines.id, false],
    [theo.id, true],
  ] as const)
    await db
      .insertInto('generatedPages')
      .values({ ...page, id: uuidv7(), slug: uuidv7(), userId, isPublished })
      .execute()
  expect(await findDashboardFacts(ines)).toMatchObject({ pages: 2, hiddenPages: 1 })
})
