// The screens of notices to search engines: waiting, sent, accepted, refused.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import type { GoogleFake } from '../support/google-fake.ts'
import type { IndexNowFake } from '../support/indexnow-fake.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'

const NOTICES = '/seo-dashboard/notices'

let server: TestServer
let indexnow: IndexNowFake
let google: GoogleFake
let complaints: string[] = []
let cookie: string
let email: string

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  ;({ indexnow, google } = world)
  await addSite(server, 'Harbour')
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  indexnow.clearFaults()
  await queryStore(server, 'delete from notice_turns')
  await queryStore(server, 'delete from page_changes')
  ;({ cookie, email } = await signUp(server))
  await takeSession(page.context(), server, cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const press = (page: Page) => page.getByRole('button', { name: 'Notify Search Engines', exact: true }).click()
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

async function publish(title: string): Promise<void> {
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  const form = {
    draftId: uuidv7(),
    title,
    content: 'Six.',
    author: 'Ines',
    siteIds: [MAIN_SITE_ID, site?.id ?? ''],
  }
  expect((await server.ask('/publisher', { form, headers: { cookie } })).status).toBe(200)
}

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })
    const slug = javaScriptEnabled ? 'flood' : 'ebb'

    test('an author sees waiting pages, sends notices now, and reads the replies', async ({ page }) => {
      await page.goto(at(NOTICES))
      await expect(page.getByRole('link', { name: 'Search engines' })).toHaveAttribute('aria-current', 'page')
      await expect(region(page, 'Waiting to be told')).toContainText(
        'there is no change that an engine is still to be told of',
      )
      await expect(region(page, 'Answers')).toContainText('None yet.')
      const panel = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
      await expect(panel('WebSub')).toContainText('Set WEBSUB_HUB_URL to a hub.')
      await expect(panel('IndexNow')).toContainText('None yet')

      await publish(slug)
      await page.goto(at(NOTICES))
      await expect(region(page, 'Waiting to be told (1)')).toContainText(at(`/article/${slug}`))
      await expect(panel('IndexNow')).toContainText('One page')

      indexnow.failNext({ kind: 'answer', status: 403, body: 'Forbidden' })
      if (javaScriptEnabled) google.failNext({ kind: 'delay', ms: 800 })
      await press(page)
      if (javaScriptEnabled) await expect(page.getByRole('button', { name: 'Notifying...' })).toBeDisabled()
      const failure = page.getByRole('alert')
      await expect(failure).toContainText('Failed to ping search engines. Please try again.')
      await expect(failure).toContainText('did not find the key file')
      await expect(panel('IndexNow')).toContainText('Failed')
      await expect(panel('Google Search Console')).toContainText('Accepted')

      const pause = `update notice_turns set paused_until = now() + interval '5 minutes' where engine = 'indexnow'`
      await queryStore(server, pause) // like after a notice of all accounts
      await page.goto(at(NOTICES))
      await expect(panel('IndexNow')).toContainText('Told again')

      await press(page)
      const toast = page.getByRole('status')
      await expect(toast).toContainText('Successfully pinged Google and Bing!')
      await expect(toast).toContainText('Not configured: WebSub.')
      await expect(region(page, 'Waiting to be told')).toContainText(
        'there is no change that an engine is still to be told of',
      )
      const answers = region(page, 'Answers').locator('.search-engines-receipts > li')
      await expect(answers).toHaveCount(4)
      await expect(answers.filter({ hasText: 'Accepted' })).toHaveCount(3)
      await answers.filter({ hasText: 'status 200' }).first().locator('summary').click()
      await expect(answers.filter({ hasText: 'status 200' }).first()).toContainText(at(`/article/${slug}`))
      if (javaScriptEnabled) expect(complaints).toEqual([])
    })
  })
}

const NOTES = Array.from({ length: 80 }, (_, word) => `fact${word}`).join(' ')

test(
  'pages made on the dashboard are in notices as soon as they exist',
  { tag: '@deep' },
  async ({ page }) => {
    await queryStore(
      server,
      `with own as (select id from users where email = '${email}'), made as (
       insert into services (id, user_id, name, slug) select gen_random_uuid(), id, 'Dredging', 'dredging' from own
     )
     insert into cities (id, user_id, name, state, slug, notes)
     select gen_random_uuid(), id, 'Cairo', 'IL', 'cairo-il', '${NOTES}' from own`,
    )
    await page.goto(at('/seo-dashboard'))
    await page.getByRole('button', { name: 'Generate Landing Pages' }).click()
    await expect(page.getByText('Generated 1 landing pages successfully!')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Search engines notified of sitemap update!')).toBeVisible()
    expect(indexnow.taken).toContain(at('/dredging-cairo-il'))
    await press(page)
    await expect(page.getByText('Successfully pinged Google and Bing!')).toBeVisible()

    await queryStore(server, `delete from cities where name = 'Cairo'`)
    await page.getByRole('button', { name: 'Generate Landing Pages' }).click()
    await expect.poll(() => indexnow.taken.filter((url) => url === at('/dredging-cairo-il'))).toHaveLength(2)
    expect((await server.ask('/dredging-cairo-il')).status).toBe(410)
    expect(complaints).toEqual([])
  },
)

test('for a site with a private address the screen explains why no notice is sent', async ({
  page,
  otherWorld,
}) => {
  const alone = await otherWorld.renew()
  const session = await signUp(alone)
  await takeSession(page.context(), alone, session.cookie)
  await page.goto(alone.url + NOTICES)
  await expect(page.getByText(`${alone.url} is no public address`)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await press(page)
  await expect(page.getByText('Search engines cannot be notified from here.')).toBeVisible()
  await expect(page.getByText('Please try again')).toHaveCount(0)
})

/** Inserts the rows of a busy quarter of a year. */
const makeHistory = () =>
  queryStore(
    server,
    `with own as (select id from users where email = '${email}'), changes as (
       insert into page_changes (id, user_id, origin, url, change, waiting_for)
       select gen_random_uuid(), own.id, '${server.url}', '${server.url}/article/' || repeat('a-very-long-title-', 8) || n,
         case when n % 3 = 0 then 'removed' else 'changed' end, '{indexnow,google}'
       from own, generate_series(1, 45) n
     )
     insert into notice_receipts (id, user_id, engine, origin, addresses, examples, status, outcome, detail)
     select gen_random_uuid(), own.id, (array['indexnow', 'google', 'websub'])[n % 3 + 1], '${server.url}', n * 100,
       array['${server.url}/article/' || repeat('a-very-long-title-', 8)], case when n % 7 = 0 then null else 403 end,
       (array['accepted', 'failed', 'refused'])[n % 3 + 1], 'IndexNow did not find the key file of ${server.url}.'
     from own, generate_series(1, 44) n`,
  )

test('no state of the notices has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  await page.goto(at(NOTICES))
  await expect(region(page, 'Answers')).toContainText('None yet.')
  expect(await findFaults(page)).toEqual([])
  await makeHistory()
  await page.goto(at(NOTICES))
  await expect(region(page, 'Waiting to be told (45)')).toContainText('The first 20 of 45.')
  await region(page, 'Answers').locator('summary').first().click()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(region(page, 'Answers').locator('.search-engines-receipts > li')).toHaveCount(20)
  expect(complaints).toEqual([])
})
