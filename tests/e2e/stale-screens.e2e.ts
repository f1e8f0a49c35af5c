// A form whose answer arrives while the data of its screen cannot be loaded again.
import type { Page } from '@playwright/test'
import { showCode, waitForCalm } from '../support/authenticator.ts'
import { findFaults, openAccountMenu, takeSession, watchNetwork } from '../support/browser.ts'
import { expectContent, fillContent, openDetails, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let untilQuiet: () => Promise<void>

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
})
test.beforeEach(async ({ page }) => {
  untilQuiet = watchNetwork(page)
  await takeSession(page.context(), server, (await signUp(server)).cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'from before' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Lets forms through, and aborts the requests with which the router loads data. */
const cutReloads = (page: Page) =>
  page.route(
    (url) => url.pathname.endsWith('.data'),
    (route) => (route.request().method() === 'GET' ? route.abort('connectionfailed') : route.continue()),
  )

async function press(page: Page, name: string): Promise<void> {
  await untilQuiet() // the code of the form's target is loaded
  await button(page, name).click()
}

/**
 * Sends a form by its button, or in another way. Its reload fails twice; the third one succeeds. The answer must be
 * visible all the time.
 */
async function sendAndReload(
  page: Page,
  send: string | (() => Promise<void>),
  expectAnswer: () => Promise<void>,
): Promise<void> {
  if (typeof send === 'string') await expect(button(page, send)).toBeVisible()
  await cutReloads(page)
  await (typeof send === 'string' ? press(page, send) : send())
  await expect(notice(page)).toContainText('What you sent has arrived')
  await expectAnswer()
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeHidden()
  expect(await findFaults(page)).toEqual([])
  const failed = page.waitForEvent('requestfailed')
  await button(page, 'Load it again').click()
  await failed
  await expect(button(page, 'Load it again')).toBeEnabled()
  await expectAnswer()
  await page.unrouteAll()
  await button(page, 'Load it again').click()
  await expect(notice(page)).toBeHidden()
  await expectAnswer()
}

test('an article that was published is reported as published', async ({ page }) => {
  await page.goto(at('/publisher'))
  await page.getByLabel('Title *').fill('High water')
  await fillContent(page, 'The tide is in.')
  await openDetails(page)
  await page.getByLabel('Author *').fill('Ines')
  await (await siteBox(page, 'Harbour')).check()
  await sendAndReload(page, 'Publish Article', async () => {
    await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
    await expect(page.getByLabel('Title *')).toHaveValue('') // a new form: the published draft has ended
  })
  await page.getByLabel('Title *').fill('The next one')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(page.getByText('in another tab')).toHaveCount(0)
})

test('recovery codes are shown, and the finished form is gone', { tag: '@deep' }, async ({ page }) => {
  await page.goto(at('/account/factors?add=totp'))
  await press(page, 'Continue')
  const secret = (await page.locator('.factors-secret').innerText()).replaceAll(/\s/g, '')
  await waitForCalm(20_000)
  const seeCodes = async () => {
    await expect(page.locator('.factors-recovery-codes li')).toHaveCount(10)
    await expect(button(page, 'Finish')).toBeHidden()
  }
  const typeCode = () => page.getByRole('textbox', { name: 'Code' }).fill(showCode(secret)) // six digits are sent at once
  await sendAndReload(page, typeCode, seeCodes)
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
})

test(
  'the secrets of a webhook are shown, and a secret that was not seen can be made again',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto(at('/manage-sites/new?kind=webhook'))
    await page.getByLabel('Name', { exact: true }).fill('Hook')
    await page.getByLabel('Address', { exact: true }).fill('https://receiver.invalid/hook')
    const secret = page.getByRole('main').getByText(/^whsec_/)
    await sendAndReload(page, 'Add site', () => expect(secret).toBeVisible())
    const first = await secret.innerText()

    await page.goto(at('/manage-sites'))
    await page.getByRole('link', { name: 'Hook', exact: true }).click()
    await sendAndReload(page, 'New secret', () => expect(secret).toBeVisible())
    const second = await secret.innerText()
    await press(page, 'Make the new one again')
    await expect(secret).not.toHaveText(second)
    expect(await secret.innerText()).not.toBe(first)
    await expect(button(page, 'Retire the old one')).toBeVisible()
    expect(await findFaults(page)).toEqual([])
  },
)

test(
  'the token of a client is shown, and one that was not seen can be made again',
  { tag: '@deep' },
  async ({ page }) => {
    await page.goto(at('/account/tokens'))
    await page.getByLabel('Name of a new client').fill('Nightly import')
    const token = page.getByRole('region', { name: 'Keep the token of Nightly import' }).locator('code')
    await sendAndReload(page, 'Make client', () => expect(token).toBeVisible())
    const first = await token.innerText()
    await press(page, 'New token for Nightly import')
    await expect(token).not.toHaveText(first)
    await page.getByRole('link', { name: 'End Nightly import' }).click()
    await sendAndReload(page, 'End', () => expect(page.getByText('Client ended')).toBeVisible())
    await expect(page.getByText('No program acts in your name.')).toBeVisible()
  },
)

test('a display name that was saved is reported as saved', { tag: '@deep' }, async ({ page }) => {
  await page.goto(at('/account'))
  await page.getByLabel('Name', { exact: true }).fill('Ines Halloran')
  await sendAndReload(page, 'Save name', () => expect(page.getByText('Display name saved')).toBeVisible())
})

test('a form that leads to another address has arrived, and that address shows the outcome later', async ({
  page,
}) => {
  await page.goto(at('/manage-cities'))
  await page.getByLabel('Name *').fill('Akron')
  await page.getByLabel('State *').fill('Ohio')
  await cutReloads(page)
  await press(page, 'Add City')
  await expect(page.getByRole('alert').filter({ hasText: 'What you sent has arrived' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('City added successfully')).toBeVisible()
})

test('a search that gets no answer leaves the form as it is', async ({ page }) => {
  await page.goto(at('/publisher'))
  await page.getByLabel('Title *').fill('Half an article')
  await fillContent(page, 'Half a text.')
  await page.getByText(/^Cover:/).click()
  await untilQuiet()
  await page.route(
    (url) => url.pathname === '/pictures/find',
    (route) => route.abort('connectionfailed'),
  )
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('searchbox', { name: 'Search your pictures' }).fill('tide')
  await failed
  await expect(page.getByLabel('Title *')).toHaveValue('Half an article')
  await expectContent(page, 'Half a text.')
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeHidden()
})

test('another screen that cannot be loaded is not taken for the open one, also when it is asked for again', async ({
  page,
}) => {
  await page.goto(at('/manage-cities'))
  await untilQuiet()
  await cutReloads(page)
  for (const attempt of ['first', 'second']) {
    const failed = page.waitForEvent('requestfailed')
    await openAccountMenu(page)
    await page.getByRole('link', { name: 'Account' }).first().click()
    await failed
    await expect(page.getByRole('heading', { name: 'The server does not answer' }), attempt).toBeVisible()
  }
  await expect(notice(page)).toBeHidden()
})

test('an error page shows the id of its request, also after React has taken it over', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await queryStore(server, 'alter table blog_posts rename to blog_posts_away')
  const answer = await page.goto(at('/articles'))
  await untilQuiet()
  const shownId = page.getByText(/^Request [\da-f-]{36}$/)
  await expect(shownId).toHaveText(`Request ${answer?.headers()['x-request-id']}`)
  expect(await findFaults(page)).toEqual([])
  expect(complaints.filter((text) => /hydrat/i.test(text))).toEqual([])
  await queryStore(server, 'alter table blog_posts_away rename to blog_posts')
})
