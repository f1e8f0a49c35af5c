// Widths between those of the other journeys, and the height of targets that stand alone.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { findLayoutFaults } from '../support/layout-check.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const CONTENT = Array.from(
  { length: 4 },
  (_, index) => `Fishing boats leave the quiet harbour at first light on morning ${index} of the week.`,
).join('\n\n')

/** Signs the browser in to an account with an article on four sites. */
async function enter(page: Page): Promise<void> {
  const sites = ['Quay', 'Pier', 'Dock', 'Mole'].map((name) => ({ id: uuidv7(), name }))
  for (const { id, name } of sites)
    await queryStore(server, `insert into target_sites (id, name, url, kind) values ('${id}', '${name}', 'http://${name.toLowerCase()}.localhost', 'hosted')`) // oxfmt-ignore
  const { cookie } = await signUp(server)
  const form = {
    draftId: uuidv7(),
    title: 'Tide',
    content: CONTENT,
    author: 'Ines',
    tags: 'sea',
    siteIds: [MAIN_SITE_ID, ...sites.map(({ id }) => id)],
  }
  expect((await server.ask('/publisher', { form, headers: { cookie } })).status).toBe(200)
  await queryStore(server, `update blog_posts set canonical_url = 'https://harbour.example/tide' where origin_id is null`) // oxfmt-ignore
  await takeSession(page.context(), server, cookie)
}

/** Returns the height of each element in CSS pixels, once the first one is visible. */
async function readHeights(page: Page, selector: string): Promise<number[]> {
  await expect(page.locator(selector).first()).toBeVisible()
  return page.locator(selector).evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height)) // oxfmt-ignore
}

test('screens fit windows between a tablet and a desk, and lone targets are 24 px high', async ({ page }) => {
  await enter(page)

  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto(at('/backlink-fixer'))
  await page.getByRole('button', { name: 'Try it, change nothing' }).click()
  await expect(page.getByText('Tried, nothing changed').first()).toBeVisible()
  await page.getByRole('button', { name: 'Fix All Backlinks' }).click()
  await expect(page.getByText(/^Added 2 backlink/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible()
  expect(await findLayoutFaults(page)).toEqual([])

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(at('/publisher'))
  expect(Math.min(...(await readHeights(page, 'button.link:text-matches("^Select")')))).toBeGreaterThanOrEqual(24) // oxfmt-ignore
  expect(Math.max(...(await readHeights(page, 'label:text-matches("^Keywords")')))).toBeLessThan(24)

  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(at('/articles'))
  const links = 'main tbody :is(th, td) a:visible'
  expect(Math.min(...(await readHeights(page, links)))).toBeGreaterThanOrEqual(24)

  await page.goto(at('/article/tide'))
  expect(Math.min(...(await readHeights(page, '[data-edit]')))).toBeGreaterThanOrEqual(24)
})
