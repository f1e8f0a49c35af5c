// The dashboard of local SEO and the site audit, during the setup of a site.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let complaints: string[] = []
let cookie: string
let email: string

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  ;({ cookie, email } = await signUp(server))
  await takeSession(page.context(), server, cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`

const makeRows = (statement: string) =>
  queryStore(server, statement.replaceAll('OWN', `(select id from users where email = '${email}')`))

const CITY = `insert into cities (id, user_id, name, state, slug) values (gen_random_uuid(), OWN, 'Portland', 'ME', 'portland-me')`
const SERVICE = `insert into services (id, user_id, name, slug) values (gen_random_uuid(), OWN, 'Roof repair', 'roof-repair')`
const PAGES = `insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
  select gen_random_uuid(), OWN, 'made-' || gen_random_uuid(), true, 'Roof repair', '<p>x</p>' from generate_series(1, 3)`

const article = (title: string, html: string) => `
  insert into blog_posts (id, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, published_at, updated_at)
  select gen_random_uuid(), id, OWN, '${title}', gen_random_uuid(), 'Text.', '${html}', '', 1, 'Ines', now(), now()
  from target_sites where kind = 'main'`

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const check = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Health checks' }).getByRole('listitem').filter({ hasText: name })

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })

    test('the score grows by a quarter with each step, and each step links to its screen', async ({
      page,
    }) => {
      await page.goto(at('/seo-dashboard'))
      await expect(page.getByText('0% of the checks are passed')).toBeAttached()
      await expect(check(page, 'Settings configured')).toContainText('Say who you are')
      await page.getByRole('link', { name: 'Settings configured' }).click()
      await page.getByRole('button', { name: 'Save Settings' }).click()
      await expect(page.getByText('Settings saved successfully')).toBeVisible()
      await page.getByRole('link', { name: 'SEO dashboard' }).click()
      await expect(page.getByText('25% of the checks are passed')).toBeAttached()
      await expect(check(page, 'Settings configured')).not.toContainText('Say who you are')
      await makeRows(CITY)
      await makeRows(SERVICE)
      await makeRows(PAGES)
      await page.goto(at('/seo-dashboard'))
      await expect(page.getByText('100% of the checks are passed')).toBeAttached()
      await expect(check(page, 'Pages generated')).toContainText('3 pages')
      for (const file of ['robots.txt', 'sitemap.xml'])
        await expect(page.getByRole('link', { name: file })).toHaveAttribute('href', `/${file}`)
      if (javaScriptEnabled) expect(complaints).toEqual([])
    })

    test('an author runs an audit, fixes a page, and runs the audit again', async ({ page }) => {
      await page.goto(at('/seo-dashboard/audit'))
      await expect(page.getByRole('heading', { name: 'No public pages yet' })).toBeVisible()
      await makeRows(article('The tide', '<p>See <a href="/article/none">the map</a>.</p>'))
      await makeRows(PAGES)
      await page.goto(at('/seo-dashboard/audit'))
      await press(page, 'Audit Pages')
      const kinds = page.getByRole('navigation', { name: 'What was found' })
      const untilDone = () =>
        expect(async () => {
          if (!javaScriptEnabled) await page.goto(at('/seo-dashboard/audit'))
          await expect(page.getByText('4 pages, as of')).toBeVisible({ timeout: 1000 })
          await expect(page.getByRole('button', { name: 'Audit Pages' })).toBeEnabled({ timeout: 1000 })
        }).toPass()
      await untilDone()
      await expect(kinds.getByRole('link', { name: /^Duplicate titles 3/ })).toBeVisible()
      await expect(async () => {
        await page.goto(at('/seo-dashboard/audit?kind=broken-links'))
        await expect(page.getByText('/article/none: There is no article')).toBeVisible({ timeout: 1000 })
      }).toPass() // the link report runs at the same time
      await kinds.getByRole('link', { name: /^No description 4/ }).click()
      const findings = page.getByRole('region', { name: 'No description' })
      await expect(findings.getByRole('listitem')).toHaveCount(4)
      await expect(findings.getByText('Search engines pick a piece of the text')).toBeVisible()
      await expect(findings.getByRole('link', { name: 'Roof repair' }).first()).toHaveAttribute(
        'href',
        /^\/seo-dashboard\/pages\?q=/,
      )
      await findings.getByRole('link', { name: 'The tide' }).click()
      await expect(page.getByLabel('Meta Description')).toBeEditable()
      await makeRows(
        `update blog_posts set meta_description = repeat('The sea. ', 15), updated_at = now() where user_id = OWN`,
      )
      await page.goto(at('/seo-dashboard/audit?kind=description-missing'))
      await expect(findings.getByText('Changed since')).toHaveCount(1)
      await press(page, 'Audit Pages')
      await page.waitForURL(at('/seo-dashboard/audit')) // leaving before the answer would cancel the request
      await untilDone()
      await expect(async () => {
        await page.goto(at('/seo-dashboard/audit?kind=description-missing'))
        await expect(findings.getByRole('listitem')).toHaveCount(3, { timeout: 1000 })
      }).toPass()
      await page.goto(at('/seo-dashboard/audit?kind=title-long'))
      await expect(page.getByText('Nothing of this kind.')).toBeVisible()
      await expect(page.getByRole('table', { name: 'Pages by day and state' }).getByRole('row')).toHaveText([
        /Articles/,
        /13$/,
      ])
      if (javaScriptEnabled) expect(complaints).toEqual([])
    })
  })
}

test('no state of the dashboard has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  await page.goto(at('/seo-dashboard'))
  expect(await findFaults(page)).toEqual([])
  await makeRows(CITY)
  await makeRows(SERVICE)
  await page.reload()
  await expect(page.getByText('50% of the checks are passed')).toBeAttached()
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

/** Inserts the rows of a large account after an audit and three months. */
const LARGE = `
  with run as (
    insert into runs (id, user_id, kind, input, state, total, done, finished_at)
    select ('00000000-0000-7000-8000-' || lpad((random() * 1e11)::bigint::text, 12, '0'))::uuid, OWN, 'audit', '{}', 'done', 12480, 12480, now() returning id
  ), made as (
    insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
    select gen_random_uuid(), OWN, 'large-' || gen_random_uuid(), true,
      'Emergency roof repair and gutter cleaning for homes and businesses in Springfield ' || n, '<p>x</p>'
    from generate_series(1, 65) n returning id
  ), counted as (
    insert into page_counts (user_id, day, articles, published, noindex, unpublished, retired)
    select OWN, now()::date - n, 320 - n, 9000 - n * n, 40 * (n % 9), 1200 + 9 * n, 300 - 3 * n from generate_series(0, 85) n
  )
  insert into audit_findings (run_id, landing_page_id, kind, detail)
  select run.id, made.id, kind, detail from run, made,
    (values ('title-long', '743'), ('description-short', '88'), ('headings-skipped', '2/4')) as k(kind, detail)`

test('no state of the audit has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  const look = async () => expect(await findFaults(page)).toEqual([])
  await page.goto(at('/seo-dashboard/audit'))
  await look()
  await makeRows(PAGES)
  await page.reload()
  await expect(page.getByText('What could your pages do better?')).toBeVisible()
  await look()
  await makeRows(LARGE)
  await page.reload()
  await expect(page.getByText('About 743 of 600 pixels').first()).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await makeRows(
    `insert into runs (id, user_id, kind, input, state, total, done)
     select '${uuidv7()}', OWN, 'audit', '{}', 'running', 12480, 4000`,
  )
  await page.reload()
  await expect(page.getByText('4,000 of 12,480 pages')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Auditing Pages...' })).toBeDisabled()
  await look()
  await makeRows(
    `update runs set state = 'failed', error = 'An unexpected error stopped this.', finished_at = now(), version = version + 1
     where user_id = OWN and state = 'running'`,
  )
  await expect(page.getByRole('alert')).toContainText('An unexpected error stopped this.')
  await look()
  expect(complaints).toEqual([])
})
