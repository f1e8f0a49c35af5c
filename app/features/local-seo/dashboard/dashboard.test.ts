import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveSettings } from '../settings/commands.server.ts'
import { NO_SETTINGS } from '../settings/settings.ts'
import { findDashboardFacts } from './queries.server.ts'
import { toHealth } from './dashboard.ts'

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
