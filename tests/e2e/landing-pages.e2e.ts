// The screens of landing pages: start a run, watch it, read the scores, change the template.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let complaints: string[] = []
let email: string

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  const { cookie, ...account } = await signUp(server)
  email = account.email
  await takeSession(page.context(), server, cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const tile = (page: Page, label: string) => page.locator('.tiles > div', { hasText: label }).locator('dd')

const NOTES = Array.from({ length: 60 }, (_, word) => `fact${word}`).join(' ')

async function fillCatalogue(name: string): Promise<void> {
  const user = `(select id from users where email = '${email}')`
  await queryStore(
    server,
    `insert into services (id, user_id, name, slug) values (gen_random_uuid(), ${user}, '${name}', '${name.toLowerCase()}')`,
  )
  await queryStore(
    server,
    `insert into cities (id, user_id, name, state, slug, notes) values
     (gen_random_uuid(), ${user}, 'Cairo', 'IL', 'cairo-il', '${NOTES}'), (gen_random_uuid(), ${user}, 'Joliet', 'IL', 'joliet-il', '')`,
  )
}

async function insertIntoTemplate(page: Page) {
  const text = page.getByLabel('Text', { exact: true })
  await text.press('Control+Home')
  await press(page, 'Insert {{state}}')
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(/^\{\{state\}\}Come to/)
  await expect(page.getByText('ILCome to Cairo.')).toBeVisible()
  await press(page, 'Insert {{service_description}}')
  await expect(text).toHaveValue(/^\{\{state\}\}\n\n\{\{service_description\}\}\n\nCome to/)
  await text.press('Control+z')
  await text.press('Control+z')
  await expect(text).toHaveValue(/^Come to/)
}

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })
    const name = javaScriptEnabled ? 'Roofing' : 'Plumbing'

    test('an operator makes pages, reads their scores, and changes their text', async ({ page }) => {
      await page.goto(at('/seo-dashboard/pages'))
      await expect(page.getByRole('heading', { name: 'No landing pages yet' })).toBeVisible()
      await fillCatalogue(name)
      await queryStore(
        server,
        `insert into seo_settings (user_id, business_name, business_phone, business_address, business_city)
         select id, 'Tide and Sons', '(410) 555-0131', '12 Pier Street', 'Cairo' from users where email = '${email}'
         on conflict (user_id) do nothing`,
      )
      await page.goto(at('/seo-dashboard/pages'))
      await expect(page.getByText('Your cities and services make 2 pages.')).toBeVisible()
      await press(page, 'Generate Landing Pages')
      await expect(async () => {
        if (!javaScriptEnabled) await page.goto(at('/seo-dashboard/pages'))
        await expect(tile(page, 'Generated')).toHaveText('2', { timeout: 1000 })
      }).toPass({ timeout: 30_000 })
      if (javaScriptEnabled)
        await expect(page.getByText('Generated 2 landing pages successfully!')).toBeVisible()
      const hint = page.getByText('No local facts: add notes to Joliet.')
      await expect(hint).toBeHidden()
      await page.locator('summary', { hasText: 'hint' }).first().click()
      await expect(hint).toBeVisible()
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])

      await page.getByRole('link', { name: 'Edit Template' }).click()
      await page.getByLabel('Text', { exact: true }).fill('# {{town}}')
      await press(page, 'Save Template')
      await expect(page.getByText('There is no field {{town}}.').first()).toBeVisible()
      await expect(page.getByLabel('Text', { exact: true })).toHaveValue('# {{town}}')
      await page
        .getByLabel('Text', { exact: true })
        .fill('Come to {{city}}.\n\n{{notes}}\n\n{{services_in_city}}\n\n{{nearby_cities}}\n')
      if (!javaScriptEnabled) await press(page, 'Preview')
      await expect(page.getByText('Come to Cairo.')).toBeVisible()
      if (javaScriptEnabled) await insertIntoTemplate(page)
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
      await press(page, 'Save Template')
      await expect(page.getByText('Template saved.')).toBeVisible()
      await page.goto(at('/seo-dashboard/pages'))
      await press(page, 'Generate Landing Pages')
      const path = `/${name.toLowerCase()}-cairo-il`
      await expect(async () => {
        expect((await server.ask(path)).body).toContain('Come to Cairo.')
      }).toPass({ timeout: 30_000 })
      await page.goto(at(path))
      await expect(page.getByRole('link', { name: 'Call (410) 555-0131' }).first()).toBeVisible()
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
      // The line of the browser for the refused template.
      expect(complaints.filter((complaint) => !complaint.includes('400 (Bad Request)'))).toEqual([])
    })
  })
}
