// Widths between those of the other journeys, and the height of targets that stand alone.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { takeSession } from '../support/browser.ts'
import { editorOf, fillContent, openDetails, openSheet } from '../support/editor.ts'
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
    await queryStore(
      server,
      `insert into target_sites (id, name, url, kind) values ('${id}', '${name}', 'http://${name.toLowerCase()}.localhost', 'hosted')`,
    )
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
  await queryStore(
    server,
    `update blog_posts set canonical_url = 'https://harbour.example/tide' where origin_id is null`,
  )
  await takeSession(page.context(), server, cookie)
}

/** Gives each list of the account a row. */
async function fillLists(): Promise<void> {
  const own = '(select user_id from blog_posts where origin_id is null)'
  for (const statement of [
    `insert into cities (id, user_id, name, state, slug) values (gen_random_uuid(), ${own}, 'Cairo', 'IL', 'cairo-il')`,
    `insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
       values (gen_random_uuid(), ${own}, 'roofs', true, 'Roofs', '<p>Slates.</p>')`,
    `update target_sites set owner_id = ${own} where name = 'Quay'`,
    `with run as (
       insert into runs (id, user_id, kind, input, state, total, done, finished_at)
       values (gen_random_uuid(), ${own}, 'links', '{}', 'done', 1, 1, now()) returning id
     ) insert into checked_articles (run_id, article_id, is_published, inbound, outbound)
     select run.id, blog_posts.id, true, 0, 0 from run, blog_posts where origin_id is null`,
  ])
    await queryStore(server, statement)
}

const LISTS = [
  '/articles?sort=published',
  '/tags',
  '/authors',
  '/manage-cities',
  '/seo-dashboard/pages',
  '/manage-sites',
  '/backlink-fixer/report?list=orphans',
]

/** Returns the height of each element in CSS pixels, once the first one is visible. */
async function readHeights(page: Page, selector: string): Promise<number[]> {
  await expect(page.locator(selector).first()).toBeVisible()
  return page
    .locator(selector)
    .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height))
}

test('screens fit windows between a tablet and a desk, and lone targets are 24 px high', async ({ page }) => {
  await enter(page)
  await fillLists()

  await page.setViewportSize({ width: 1024, height: 900 })
  await page.goto(at('/backlink-fixer'))
  await page.getByRole('button', { name: 'Try without saving' }).click()
  await expect(page.getByText('Tried, nothing changed').first()).toBeVisible()
  await page.getByRole('button', { name: 'Fix All Backlinks' }).click()
  await expect(page.getByText(/^Added 2 backlink/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible()
  expect(await findLayoutFaults(page)).toEqual([])

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(at('/publisher'))
  await openSheet(page)
  expect(
    Math.min(...(await readHeights(page, 'button.link:text-matches("^Select")'))),
  ).toBeGreaterThanOrEqual(24)
  await page.keyboard.press('Escape')
  await openDetails(page)
  expect(Math.max(...(await readHeights(page, 'label:text-matches("^Keywords")')))).toBeLessThan(24)

  await page.setViewportSize({ width: 1440, height: 900 })
  for (const list of LISTS) {
    await page.goto(at(list))
    const inRows = 'main :is(.list-table, .rows, .findings, .site-rows) a:visible:not(.button)'
    expect(Math.min(...(await readHeights(page, inRows))), list).toBeGreaterThanOrEqual(24)
  }

  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(at('/articles'))
  const links = 'main tbody :is(th, td) a:visible'
  expect(Math.min(...(await readHeights(page, links)))).toBeGreaterThanOrEqual(24)

  await page.goto(at('/article/tide'))
  expect(Math.min(...(await readHeights(page, '[data-edit]')))).toBeGreaterThanOrEqual(24)
})

/** Returns the share of the window's height, in its middle, that an element fills. */
const readShare = (page: Page, selector: string): Promise<number> =>
  page.evaluate((wanted) => {
    const isSeen = (y: number) => document.elementFromPoint(innerWidth / 2, y)?.closest(wanted)
    const lines = Array.from({ length: innerHeight }, (_, y) => y)
    return lines.filter(isSeen).length / innerHeight
  }, selector)

test('at a zoom of 400 % the text has the whole window, and nothing covers what has the focus', async ({
  page,
}) => {
  await takeSession(page.context(), server, (await signUp(server)).cookie)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(at('/publisher'))
  await editorOf(page)
  await fillContent(page, 'Fishing boats leave the harbour at first light.\n\n'.repeat(12))
  await page.locator('.cm-content').evaluate((text) => text.scrollIntoView({ block: 'start' }))
  expect(await readShare(page, '.cm-content')).toBeGreaterThan(0.9)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const covered: string[] = []
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press('Escape') // the next Tab leaves the text
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body || focused.matches('iframe')) return undefined
      const { left, top, width, height } = focused.getBoundingClientRect()
      const y = Math.min(Math.max(top, 0) + 4, top + height / 2)
      const hit = document.elementFromPoint(left + width / 2, y)
      return hit && (focused.contains(hit) || hit.contains(focused))
        ? undefined
        : focused.outerHTML.slice(0, 90)
    })
    if (fault) covered.push(fault)
  }
  expect(covered).toEqual([])
})
