// A newsroom: a contributor writes, a reviewer asks for changes, and the text is published with two names.
import { addMember } from '../support/members.ts'
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults } from '../support/browser.ts'
import { fillContent } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'

const PASSWORD = 'a long enough password'

let server: TestServer
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await signUp(server, 'ines@example.com')
  await signUp(server, 'carla@example.com')
  await addMember(server, 'carla@example.com', { of: 'ines@example.com', role: 'contributor' })
})
test.beforeEach(({ page }) => {
  complaints = collectComplaints(page)
})
test.afterEach(() => {
  expect(complaints).toEqual([])
})

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/auth?next=/articles`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
}

test(
  'a text is submitted, noted, changed, approved and published with two names',
  { tag: '@deep' },
  async ({ page, browser }) => {
    const context = await browser.newContext()
    const carla = await context.newPage()
    await signIn(carla, 'carla@example.com')
    await queryStore(
      server,
      `update sessions set account_id = (select id from users where email = 'ines@example.com')
     where user_id = (select id from users where email = 'carla@example.com')`,
    )
    await carla.goto(`${server.url}/publisher`)
    await carla.getByLabel('Title *').fill('The ferry stays')
    await fillContent(carla, 'The council voted.\n\nNobody was surprised.')
    await carla.getByRole('button', { name: 'Submit for review' }).click()
    await expect(carla.getByText('Submitted for review')).toBeVisible()
    await expect(carla.getByRole('link', { name: 'In review' })).toBeVisible()
    expect(await findFaults(carla)).toEqual([])

    await signIn(page, 'ines@example.com')
    await page.goto(`${server.url}/articles?state=for-me`)
    await page.getByRole('link', { name: 'The ferry stays' }).click()
    await page.getByRole('link', { name: 'In review' }).click()
    await page.getByRole('link', { name: 'Write a note on line 3' }).click()
    const line = page.locator('#line-3')
    await line.getByRole('textbox', { name: 'A note on line 3', exact: true }).fill('Who was there?')
    expect(await findFaults(page)).toEqual([])
    await line.getByRole('button', { name: 'Save the note' }).click()
    await expect(line.getByText('Who was there?')).toBeVisible()
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await expect(page.getByText('Changes were asked for by')).toBeVisible()
    expect(await findFaults(page)).toEqual([])

    await carla.reload()
    await carla.getByRole('link', { name: 'Changes asked for' }).click()
    await expect(carla.locator('#line-3').getByText('Who was there?')).toBeVisible()
    await expect(carla.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await carla.getByRole('link', { name: 'Back to the text' }).click()
    await fillContent(carla, 'The council voted.\n\nNobody in the room was surprised.')
    await carla.getByRole('button', { name: 'Submit for review' }).click()
    await expect(carla.getByRole('link', { name: 'In review' })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('region', { name: 'What changed' })).toContainText('in the room')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('It was approved by')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the text' }).click()
    await page.getByRole('button', { name: 'Publish Article' }).click()
    await expect(page.getByText('All sites published successfully')).toBeVisible()
    const [article] = await queryStore<{ id: string }>(
      server,
      `select id from blog_posts where origin_id is null`,
    )
    await page.goto(`${server.url}/articles/${article?.id}/revisions`)
    await expect(page.getByText(/Written by carla.*\. Approved by ines/i)).toBeVisible()
    await context.close()
  },
)
