// The screens of an account: password, sessions, data, deletion.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { beginDevice } from '../support/device.ts'
import { collectComplaints, findFaults } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'

const EMAIL = 'ines@example.com'
const PASSWORD = 'a long enough password'

let server: TestServer
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await signUp(server, 'owner@example.com')
  await signUp(server, EMAIL)
})
test.beforeEach(({ page }) => {
  complaints = collectComplaints(page)
})
test.afterEach(() => {
  expect(complaints).toEqual([])
})

async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.goto(`${server.url}/auth?next=/account`)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

async function signInElsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  })
  const page = await context.newPage()
  await signIn(page)
  return page
}

test('the session of another browser is listed and can be ended', async ({ page, browser }) => {
  const elsewhere = await signInElsewhere(browser)
  await signIn(page)
  await expect(page.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'End the session on Firefox on Linux' }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByText('Firefox on Linux')).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/auth\?next=/)
  await elsewhere.context().close()
})

test('after a change of the password, only the new one works, and other sessions have ended', async ({
  page,
  browser,
}) => {
  const elsewhere = await signInElsewhere(browser)
  await signIn(page)
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('That is not your current password.')).toBeVisible()

  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/auth\?next=/)
  await elsewhere.context().close()

  await page.getByLabel('Current password').fill('another long password')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  complaints = complaints.filter((text) => !text.includes('422')) // the browser logs the refusal above
})

test('the data of the account can be downloaded as an archive', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Your data' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('broadsheet-account.zip')
  const bytes = readFileSync(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.toString('latin1')).toContain(EMAIL)
})

test('the account can be deleted, and the deletion can be cancelled', { tag: '@deep' }, async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByText('You are signed out at once')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(`${server.url}/auth`)
  await signIn(page)
  await expect(page.getByRole('alert')).toContainText('This account is deleted on')
  await page.getByRole('link', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an API client is made only soon after a sign-in: later the form asks for the password in place', async ({
  page,
}) => {
  await signIn(page)
  await makeStale()
  await page.goto(`${server.url}/account/tokens`)
  await page.getByLabel('Name of a new client').fill('Nightly import')
  await page.getByRole('button', { name: 'Make client' }).click()
  const password = page.getByLabel('Password of your account')
  await expect(password).toBeFocused()
  await expect(page.getByLabel('Name of a new client')).toHaveValue('Nightly import')
  expect(await findFaults(page)).toEqual([])
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Make client' }).click()
  await expect(page.getByText('That is not your current password.')).toBeVisible()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Make client' }).click()
  await expect(page.getByText('Keep the token of Nightly import')).toBeVisible()
  await expect(password).toHaveCount(0)
  await makeStale()
  await page.getByLabel('Name of a new server').fill('Build machine')
  const reading = page.getByRole('region', { name: 'Tokens for servers' }).getByLabel('Read articles, drafts')
  await reading.check()
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(reading).toBeChecked()
  expect(await findFaults(page)).toEqual([])
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.getByText('Keep the token of Build machine')).toBeVisible()
  await page.getByRole('button', { name: 'New token of Build machine' }).click()
  await expect(page.getByRole('button', { name: 'End the former of Build machine' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  complaints = complaints.filter((text) => !text.includes('403')) // the browser logs the refusals above
})

test(
  'a factor is added and removed with the password in its form, long after a sign-in',
  { tag: '@deep' },
  async ({ page }) => {
    await signIn(page)
    await makeStale()
    await page.goto(`${server.url}/account/factors?add=totp`)
    await page.getByLabel('Name', { exact: true }).fill('Old telephone')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Password of your account')).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Old telephone')
    await page.getByLabel('Password of your account').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Set up Old telephone' })).toBeVisible()

    await makeStale()
    await page.goto(`${server.url}/account/factors`)
    await page.getByRole('link', { name: 'Remove Old telephone' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByLabel('Password of your account').fill(PASSWORD)
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Second factor removed')).toBeVisible()
    complaints = complaints.filter((text) => !text.includes('403')) // the browser logs the refusals above
  },
)

const makeStale = () =>
  queryStore(server, `update sessions set authenticated_at = now() - interval '11 minutes'`)

test('no screen of the account has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  await signIn(page)
  const paths = [
    '/account',
    '/account/tokens',
    '/account/data',
    '/account/accounts',
    '/members',
    '/members/sign-in',
    '/members/data',
    '/record',
    '/webhooks',
    '/device',
    `/device?code=${(await beginDevice(server, 'articles:read sites:read')).user_code}`,
  ]
  for (const path of paths) {
    await page.goto(server.url + path)
    expect(await findFaults(page)).toEqual([])
  }
})

test('a person who is invited sees the terms, joins, and finds only what the role includes', async ({
  page,
  browser,
}) => {
  await signIn(page)
  await page.goto(`${server.url}/members`)
  await page.locator('#role-new').selectOption('Contributor')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = (await page.getByRole('code').filter({ hasText: '/invite/' }).textContent()) ?? ''
  expect(await findFaults(page)).toEqual([])

  const context = await browser.newContext()
  const invited = await context.newPage()
  await invited.goto(server.url + new URL(link).pathname)
  await expect(invited.getByText('Contributor: articles and drafts that they began')).toBeVisible()
  expect(await findFaults(invited)).toEqual([])
  await invited.getByLabel('Email').fill('carla@example.com')
  await invited.getByLabel('Display name').fill('Carla')
  await invited.getByLabel('Password').fill(PASSWORD)
  await invited.getByRole('button', { name: 'Make an account and join' }).click()
  await expect(invited.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  const menu = invited.getByRole('navigation', { name: 'Desk' })
  await expect(menu.getByRole('link')).toHaveText(['New article', /Articles/, 'Calendar', 'Pictures'])
  await menu.getByRole('link', { name: 'New article' }).click()
  await expect(invited.getByRole('button', { name: 'Submit for review' })).toBeVisible()
  await expect(invited.getByRole('button', { name: 'Publish Article' })).toHaveCount(0)
  await context.close()

  await page.goto(`${server.url}/record`)
  await expect(page.getByRole('row', { name: /Carla.*Joined the account/ })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})
