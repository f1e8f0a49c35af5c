// The owner of a new site, from signing up to the first article.
import { collectComplaints, findFaults } from '../support/browser.ts'
import { expectContent, fillContent, openSheet, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import type { TestServer } from '../support/server.ts'

let server: TestServer

const at = (path: string) => `http://localhost:${server.port}${path}`

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})

test('the first account names the paper, publishes with few actions, and adds a site', async ({ page }) => {
  const complaints = collectComplaints(page)
  await page.goto(at('/auth'))
  await expect(page.getByText('This is the first account: it will own the site')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your paper' })).toBeVisible()
  await page.getByLabel('Name your paper').fill('The Tide')
  await expect(page.getByRole('heading', { level: 1, name: 'The Tide' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('Display name').fill('Ines')
  await page.getByLabel('Email').fill('ines@example.com')
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await expectContent(page, /^This is your first article\. .* at once\.\n$/)
  expect(await findFaults(page)).toEqual([])
  await page.goto(at('/'))
  const home = page.getByRole('list', { name: 'Your first steps' })
  await expect(home.getByRole('listitem')).toHaveText([
    'Name your site',
    'Write',
    'Add a site',
    'Bring old posts',
  ])
  await home.getByRole('link', { name: 'Write' }).click()
  const steps = page.getByRole('region', { name: 'Your first steps' })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps.getByRole('listitem').filter({ hasText: 'done' })).toHaveText(/Name your site/)
  expect(await findFaults(page)).toEqual([])
  await steps.getByRole('button', { name: 'Close: Your first steps' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Title *')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await page.context().clearCookies({ name: 'first_steps' })
  await page.goto(at('/publisher?first'))
  const sites = page.getByRole('group', { name: 'Target Sites' })
  await openSheet(page)
  await expect(sites.getByRole('checkbox', { name: /The Tide/ })).toBeChecked()
  await expect(sites).toContainText('No target sites configured. Please add target sites in the backend.')
  await page.getByLabel('Title *').fill('Low water')
  await fillContent(page, 'At **noon**.')
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('Post created and published to 1 site(s)')).toBeVisible()
  const result = page.getByRole('region', { name: 'Low water' })
  await expect(result.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(result.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(result.getByText('Live. Next: bring your old posts')).toBeVisible()
  await expectContent(page, '')
  expect(await findFaults(page)).toEqual([])
  await result.getByRole('link', { name: 'View it' }).click()
  await expect(page.getByRole('heading', { name: 'Low water' })).toBeVisible()

  await page.goto(at('/publisher'))
  await expect(steps).toHaveCount(0)
  await openSheet(page)
  await sites.getByRole('link', { name: 'Add a site' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Hosted here/i })
    .click()
  await page.getByLabel('Name', { exact: true }).fill('Daily')
  await page.getByLabel('Address', { exact: true }).fill('daily.localhost')
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByRole('link', { name: 'Publish there' }).click()
  await openSheet(page)
  await expect(sites).not.toContainText('No target sites configured.')
  expect(await findFaults(page)).toEqual([])

  await page.getByLabel('Title *').fill('High water')
  await fillContent(page, 'At **six**.')
  await (await siteBox(page, 'The Tide')).uncheck()
  await (await siteBox(page, 'Daily')).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await page.getByRole('region', { name: 'High water' }).getByRole('link', { name: 'View it' }).click()
  await expect(page).toHaveURL(/daily\.localhost.*\/article\/high-water$/)
  await page.goto(at('/'))
  await expect(page.getByRole('article').getByText('Low water')).toBeVisible()
  await expect(page.getByText('High water')).toHaveCount(0)
  expect(complaints).toEqual([])

  await page.context().clearCookies()
  await page.goto(at('/auth?tab=sign-up'))
  await expect(page.getByLabel('Display name')).toBeVisible()
  await expect(page.getByText('This is the first account')).toHaveCount(0)
})
