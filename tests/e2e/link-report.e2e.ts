// The screens of the link report: check, read, fix a link, check again.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { fillContent } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'

let server: TestServer
let complaints: string[] = []
let cookie: string
let email: string

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  ;({ cookie, email } = await signUp(server))
  await takeSession(page.context(), server, cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function publish(title: string, content: string): Promise<void> {
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  const form = { draftId: uuidv7(), title, content, author: 'Ines', siteIds: [MAIN_SITE_ID, site?.id ?? ''] }
  const { status } = await server.ask('/publisher', { form, headers: { cookie } })
  expect(status).toBe(200)
}

const tile = (page: Page, label: string) => page.locator('.tiles > div', { hasText: label }).locator('dd')

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })
    const name = javaScriptEnabled ? 'Tide' : 'Ebb'
    const slug = name.toLowerCase()

    test('an author finds a broken link and an orphan, fixes the link, and sees the new report', async ({
      page,
    }) => {
      await page.goto(at('/backlink-fixer/report'))
      await expect(page.getByRole('heading', { name: 'No published articles yet' })).toBeVisible()
      await publish(`${name} tables`, 'High water at six.')
      await publish(
        `${name} walks`,
        `Read the [tables](/article/${slug}-tables) and the [map](/article/${slug}-map).`,
      )

      await page.goto(at('/backlink-fixer/report'))
      await press(page, 'Check Links')
      await expect(async () => {
        if (!javaScriptEnabled) await page.goto(at('/backlink-fixer/report'))
        await expect(page.getByText('As of')).toBeVisible({ timeout: 1000 })
      }).toPass()
      await expect(tile(page, 'Articles')).toHaveText('2')
      await expect(tile(page, 'Links between them')).toHaveText('1')
      await expect(tile(page, 'Orphans')).toHaveText('1')
      await expect(tile(page, 'Broken links')).toHaveText('1')
      await expect(page.getByRole('table').getByRole('row')).toHaveText([/0 links1 links2 links/, /^11000$/])
      const findings = page.getByRole('region', { name: 'Broken links' })
      await expect(findings.getByText(`/article/${slug}-map`)).toBeVisible()
      await expect(findings.getByText('There is no article at this address.')).toBeVisible()

      await page.getByRole('link', { name: 'Orphans 1' }).click()
      const orphans = page.getByRole('region', { name: 'Orphans' })
      await expect(orphans.getByText('links to 1 other')).toBeVisible()
      await orphans.getByRole('link', { name: `${name} walks` }).click()
      await fillContent(page, `Read the [tables](/article/${slug}-tables).`)
      await press(page, 'Update 2 sites')
      await expect(page.getByText('Saved, and up to date on 2 site(s)')).toBeVisible()

      await page.goto(at('/backlink-fixer/report'))
      await expect(page.getByText('Changed since')).toBeVisible()
      await press(page, 'Check Links')
      await expect(async () => {
        if (!javaScriptEnabled) await page.goto(at('/backlink-fixer/report'))
        await expect(tile(page, 'Broken links')).toHaveText('0', { timeout: 1000 })
      }).toPass()
      await page.getByRole('link', { name: 'Broken links 0' }).click()
      await expect(page.getByText('Nothing is broken')).toBeVisible()
      if (javaScriptEnabled) expect(complaints).toEqual([])
    })
  })
}

/** Inserts the rows of a large report. */
async function makeReport(): Promise<void> {
  await publish(
    'A title that goes on and on, as titles of long investigations about harbours sometimes do',
    'Text.',
  )
  const own = `user_id = (select id from users where email = '${email}')`
  await queryStore(
    server,
    `with made as (
       insert into blog_posts (id, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, published_at)
       select gen_random_uuid(), site_id, user_id, title || ' ' || n, slug || '-made-' || n, '', '', '', 1, author, published_at
       from blog_posts, generate_series(1, 44) n where ${own} and origin_id is null returning *
     ), run as (
       insert into runs (id, user_id, kind, input, state, total, done, finished_at)
       select '${uuidv7()}', id, 'links', '{}', 'done', 44, 44, now() from users where email = '${email}' returning id
     ), checked as (
       insert into checked_articles (run_id, article_id, is_published, inbound, outbound)
       select run.id, made.id, true, power(1.05, row_number() over ())::int - 1, 2 from run, made returning *
     )
     insert into broken_links (run_id, article_id, place, words, address, fault)
     select run_id, article_id, 0, 'the old map of the harbour and everything around it', '/article/' || repeat('map-', 30), 'no-article'
     from checked`,
  )
}

test('no state of the report has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  const look = async () => expect(await findFaults(page)).toEqual([])
  await page.goto(at('/backlink-fixer/report'))
  await look()
  await makeReport()
  await page.goto(at('/backlink-fixer/report'))
  await expect(page.getByText('Most linked')).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: /^Orphans/ }).click()
  await expect(page.getByRole('region', { name: 'Orphans' })).toBeVisible()
  await look()
  await page.getByLabel('Find a title').fill('nothing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No title here has “nothing” in it.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByLabel('Find a title').fill('SOMETIMES DO')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Orphans' }).getByRole('listitem')).toHaveCount(8)
  const user = `(select id from users where email = '${email}')`
  await queryStore(
    server,
    `insert into runs (id, user_id, kind, input, state, total, done) select '${uuidv7()}', ${user}, 'links', '{}', 'running', 44, 12`,
  )
  await page.reload()
  await expect(page.getByText('12 of 44 articles read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checking Links...' })).toBeDisabled()
  await look()
  await queryStore(
    server,
    `update runs set state = 'failed', error = 'The check met an unexpected error and stopped. Start it again.',
       finished_at = now(), version = version + 1
     where user_id = ${user} and state = 'running'`,
  )
  await expect(page.getByRole('alert')).toContainText('Start it again.')
  await look()
  expect(complaints).toEqual([])
})
