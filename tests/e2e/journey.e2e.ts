import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, logOut, untilIdleScript } from '../support/browser.ts'
import { expectContent, fillContent, openDetails, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, type TestServer } from '../support/server.ts'

let server: TestServer
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  for (const name of ['Harbour', 'Ledger', 'Review']) await addSite(server, name)
})
test.beforeEach(({ page }) => {
  complaints = collectComplaints(page)
})

const at = (host: string, path: string) => `http://${host}:${server.port}${path}`

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(at('localhost', '/auth?tab=sign-up&next=/publisher'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Article Details' })).toBeVisible()
}

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title *').fill(title)
  await fillContent(page, 'Low water at **noon**.\n\n## What the tide left\n\nA boot.')
  await openDetails(page)
  await page.getByLabel('Author *').fill('Ines Halloran')
  await page.getByLabel('Tags (comma-separated)').fill('Travel, Sea')
}

test('an account can sign up, publish to three sites, read on four host names and sign out of the desk', async ({
  page,
}) => {
  await signUp(page, 'ines@example.com')
  await fillIn(page, 'What the tide left')
  for (const name of ['Harbour', 'Ledger', 'Review']) await (await siteBox(page, name)).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('Post created and published to 4 site(s)')).toBeVisible()
  await expect(page.getByText('All sites published successfully')).toBeVisible()
  await expect(page.getByLabel('Title *')).toHaveValue('')
  await expect(await siteBox(page, 'Harbour')).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: /Broadsheet/ })).toBeChecked()
  const result = page.getByRole('region', { name: 'What the tide left' })
  await expect(result.getByText('Published', { exact: true })).toHaveCount(4)

  for (const host of ['localhost', 'harbour.localhost', 'ledger.localhost', 'review.localhost']) {
    await page.goto(at(host, '/'))
    await page.getByRole('link', { name: 'What the tide left' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'What the tide left' })).toBeVisible()
    await expect(page.locator('strong', { hasText: 'noon' })).toBeVisible()
    expect(new URL(page.url()).host).toBe(`${host}:${server.port}`)
  }

  await page.goto(at('localhost', '/'))
  // The script of the page shows the links of a visitor immediately. It loads the page again when the session has
  // ended.
  await Promise.all([page.waitForEvent('load'), logOut(page)])
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await page.goto(at('localhost', '/publisher'))
  await expect(page).toHaveURL(/\/auth\?next=%2Fpublisher/)
  expect(complaints).toEqual([])
})

test('a refused form keeps all typed values', async ({ page }) => {
  await signUp(page, 'theo@example.com')
  await fillIn(page, '')
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
  await expect(page.getByLabel('Author *')).toHaveValue('Ines Halloran')
  await expectContent(page, /What the tide left/)
  await page.getByLabel('Title *').fill('Now with a title')
  await (await siteBox(page, 'Broadsheet')).uncheck()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('Please select at least one target site')).toBeVisible()
  await expect(page.getByLabel('Title *')).toHaveValue('Now with a title')
})

test('the search palette shows results while typing, by keyboard alone', async ({ page }) => {
  await page.goto(at('localhost', '/'))
  await page.keyboard.press('Control+k')
  const words = page.getByRole('dialog').getByLabel('Search articles')
  await expect(words).toBeFocused()
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options.first()).toHaveText('Technology') // something to choose before the third letter
  await page.keyboard.type('bu')
  await expect(options).toHaveText(['Business'])
  await words.fill('what the ti')
  await expect(options).toHaveCount(1)
  await expect(options.filter({ hasText: 'What the tide left' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'What the tide left' })).toBeVisible()
  // Before the script of the page has run, the link opens the search page.
  await page.waitForLoadState()
  await page.getByRole('link', { name: /Search articles/ }).click()
  await words.fill('zzqq')
  await expect(page.getByText('No results found.')).toBeVisible()
  await words.fill('zz')
  await expect(page.getByText('No results found.')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
})

test('a video is a link until a click, and the contents lead to the sections of a long text', async ({
  page,
}) => {
  const asked: string[] = []
  await page.route(/youtube/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: 'a player' })
  })
  await signUp(page, 'jon@example.com')
  await fillIn(page, 'A long watch')
  const sections = ['One', 'Two', 'Three', 'Four'].map(
    (name) => `## Part ${name}\n\n${'The sea was grey. '.repeat(80)}`,
  )
  const text = ['https://www.youtube.com/watch?v=abc_-123', ...sections].join('\n\n')
  await fillContent(page, text)
  await (await siteBox(page, 'Harbour')).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await page.getByRole('link', { name: 'A long watch' }).click()
  await expect(page.getByRole('link', { name: 'Watch the video on YouTube' })).toBeVisible()
  expect(asked).toEqual([])
  // Before the script of the page has run, the link opens the site of the video.
  await untilIdleScript(page)
  await expect(page.locator('.article-view-byline time')).toHaveText('1 min ago')
  await page.getByRole('link', { name: 'Watch the video on YouTube' }).click()
  await expect(page.frameLocator('.embed iframe').getByText('a player')).toBeVisible()
  expect(new URL(asked[0] ?? '').host).toBe('www.youtube-nocookie.com')
  await page.getByRole('link', { name: 'Part Three' }).first().click()
  await expect(page.getByRole('heading', { name: 'Part Three' })).toBeInViewport()
  expect(complaints).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('signing up, publishing and reading work too', async ({ page }) => {
    await signUp(page, 'mara@example.com')
    await fillIn(page, 'Plain forms')
    await (await siteBox(page, 'Harbour')).check()
    await page.getByRole('button', { name: 'Publish Article' }).click()
    await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
    await page.goto(at('harbour.localhost', '/article/plain-forms'))
    await expect(page.getByRole('heading', { level: 1, name: 'Plain forms' })).toBeVisible()
    await page.goto(at('localhost', '/'))
    await page.getByRole('link', { name: /Search articles/ }).click()
    await page.getByRole('searchbox').fill('plain forms')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Plain forms' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plain forms' })).toBeVisible()
    await page.goto(at('localhost', '/'))
    await page.getByText('Categories').first().click()
    await page.getByRole('link', { name: 'Health' }).first().click()
    await expect(page.getByText('No articles found in this category yet.')).toBeVisible()
  })
})

test('no screen from the sign-up to the result of a publish has a fault that can be found', async ({
  page,
}) => {
  await page.goto(at('localhost', '/auth'))
  expect(await findFaults(page)).toEqual([])
  await signUp(page, 'look@example.com')
  expect(await findFaults(page)).toEqual([])
  await fillIn(page, 'Seen at every width')
  await (await siteBox(page, 'Harbour')).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('All sites published successfully')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await queryStore(server, `update deliveries set state = 'failed', reason = 'unexpected'`)
  await page.goto(at('localhost', '/articles'))
  await page.getByRole('link', { name: 'Harbour: refused: Seen at every width' }).click()
  await expect(page.getByRole('button', { name: 'Try again now' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})
