// One article with three texts on three sites: published, edited and unpublished, for its author and its readers.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { fillContent, openDetails, openSheet, otherAction, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite as addSharedSite, signUp, type TestServer } from '../support/server.ts'

const HOSTS = ['localhost', 'tide.localhost', 'quay.localhost'] as const
const TITLE = 'What the tide left'
const TEXT = `The ferry left the quay at noon, and the people who had waited for it since early morning sat down on their boxes again. Nobody in the harbour office could tell them when the next one would come, because the book in which such things were written had been lent to the school.

## What the water brought

Behind the wall the water kept bringing small things ashore: a boot, part of a chair, and the lid of a tin that had once held tea. A boy from the upper street collected them in a basket and asked a fair price for each, which most of the waiting people paid without a word.

The record of every tide is kept [in the harbour office](https://harbour.example/tides) and may be read there by anyone who wipes their shoes. It goes back 140 years, and the oldest pages smell of fish and lamp oil, although nobody has brought either of them into that room for a long time.

In the evening the wind turned, the boxes were carried down to the water, and the ferry came back for everyone who was still there. Those who had gone home heard its horn from their kitchens and decided, after a short discussion, that the next day would do as well.`

let server: TestServer

test.beforeAll(async ({ otherWorld }) => {
  server = await otherWorld.renew()
})

const at = (path: string, host = 'localhost') => `http://${host}:${server.port}${path}`
const ask = (path: string, host: string) => server.ask(path, { host })

async function addSite(page: Page, name: string): Promise<void> {
  await page.goto(at('/manage-sites/new?kind=hosted'))
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Address', { exact: true }).fill(`http://${name.toLowerCase()}.localhost`)
  await page.getByLabel('Description').fill(`News of the ${name.toLowerCase()}, told plainly.`)
  await page.getByRole('button', { name: 'Add site' }).click()
  await expect(page.getByRole('heading', { name: `${name} is added` })).toBeVisible()
}

/** Returns the text of the article on a host; empty if it has none. */
async function readOn(page: Page, host: string): Promise<string> {
  const answer = await page.goto(at('/article/what-the-tide-left', host))
  return answer?.status() === 200 ? page.locator('article').innerText() : ''
}

const NOWHERE = [
  '/',
  '/article/what-the-tide-left',
  '/feed.xml',
  '/sitemaps/articles-1.xml',
  '/search?q=tide+left',
  '/category/sea',
]

test('an article in three versions can be read, edited, unpublished and deleted everywhere', async ({
  page,
  context,
}) => {
  const complaints = collectComplaints(page)
  const { cookie } = await signUp(server)
  await takeSession(context, server, cookie)
  await addSite(page, 'Tide')
  await addSite(page, 'Quay')

  await page.goto(at('/publisher'))
  await page.getByLabel('Title *').fill(TITLE)
  await fillContent(page, TEXT)
  await openDetails(page)
  await page.getByLabel('Author *').fill('Ines Halloran')
  await page.getByLabel('Tags (comma-separated)').fill('Sea')
  for (const name of ['Tide', 'Quay']) await (await siteBox(page, name)).check()
  await openSheet(page)
  await page.getByRole('switch', { name: 'Generate AI variations for each site' }).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('Post created and published to 3 site(s)')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('In words of its own, written for this site.')).toHaveCount(2)

  const texts = []
  for (const host of HOSTS) texts.push(await readOn(page, host))
  expect(new Set(texts).size).toBe(3)
  for (const text of texts) expect(text).toContain('140 years')
  await expect(page.locator('article a[href="https://harbour.example/tides"]')).toBeVisible()

  await page.goto(at('/article/what-the-tide-left'))
  await page.getByRole('link', { name: 'Edit this' }).click()
  await expect(page.getByLabel('Title *')).toHaveValue(TITLE)
  expect(await findFaults(page)).toEqual([])
  await fillContent(page, `${TEXT}\n\nThe lighthouse was painted green that year.`)
  await page.getByRole('button', { name: /^Update/ }).click()
  await expect(page.getByText('Saved, and up to date on 3 site(s)')).toBeVisible({ timeout: 20_000 })
  // A background job may have taken a delivery and may still be working on it.
  for (const host of HOSTS) await expect.poll(() => readOn(page, host)).toMatch(/lighthouse\b.*\bgreen/)

  await page.goto(at('/articles'))
  await page.getByRole('link', { name: 'What the tide left', exact: true }).click()
  await (await otherAction(page, 'Unpublish')).click()
  await expect(page.getByRole('heading', { name: 'Unpublish “What the tide left”?' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.getByText('Unpublished “What the tide left”')).toBeVisible()
  for (const host of HOSTS)
    await expect
      .poll(
        async () =>
          (await Promise.all(NOWHERE.map((path) => ask(path, host)))).some(
            ({ status, body }) => status === 200 && /tide left<|what-the-tide-left/i.test(body),
          ),
        { timeout: 2000 },
      )
      .toBe(false)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for “What the tide left”')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Unpublish/ })).toBeHidden()
  for (const host of HOSTS) await expect.poll(() => readOn(page, host)).toContain('140 years')

  await page.goto(at('/articles'))
  await page.getByRole('link', { name: 'What the tide left', exact: true }).click()
  await (await otherAction(page, 'Delete')).click()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted “What the tide left”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No articles yet' })).toBeVisible()
  const board = page.url()
  for (const host of HOSTS) await expect.poll(() => readOn(page, host)).not.toContain('140 years')
  await page.goto(board)
  // When scripts begin, they move the toast. A press in that moment would meet a button that is gone.
  await page.locator('#toasts').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for “What the tide left”')).toBeVisible()
  for (const host of HOSTS) await expect.poll(() => readOn(page, host)).toContain('140 years')
  // A page that is gone is a line in the log of the browser.
  expect(complaints.filter((complaint) => !complaint.includes('404 (Not Found)'))).toEqual([])
})

test(
  'an old URL redirects, and an edit that conflicts with another one stays on the screen',
  { tag: '@deep' },
  async ({ page, context, browser }) => {
    const { cookie } = await signUp(server)
    await addSharedSite(server, 'Harbour')
    await takeSession(context, server, cookie)
    await page.goto(at('/publisher'))
    await page.getByLabel('Title *').fill('Low water')
    await fillContent(page, 'At noon.')
    await openDetails(page)
    await page.getByLabel('Author *').fill('Ines')
    await (await siteBox(page, 'Harbour')).check()
    await page.getByRole('button', { name: 'Publish Article' }).click()
    await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()

    await page.goto(at('/articles'))
    await page.getByRole('link', { name: 'Low water', exact: true }).click()
    await openDetails(page)
    await expect(page.getByLabel('Address')).toHaveValue('low-water')
    const other = await browser.newContext()
    await takeSession(other, server, cookie)
    const tab = await other.newPage()
    await tab.goto(page.url())
    await page.getByLabel('Address').fill('high-water')
    await page.getByRole('button', { name: /^Update/ }).click()
    await expect(page.getByText('Saved, and up to date on 2 site(s)')).toBeVisible()
    await page.goto(at('/article/low-water'))
    expect(page.url()).toBe(at('/article/high-water'))

    await tab.getByLabel('Title *').fill('My own title')
    await tab.getByRole('button', { name: /^Update/ }).click()
    await expect(tab.getByText('Not saved: the article was changed meanwhile')).toBeVisible()
    await expect(tab.getByLabel('Title *')).toHaveValue('My own title')
    await other.close()
  },
)
