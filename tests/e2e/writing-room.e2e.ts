// The room in which articles are written: what the text gets of the screen, and how far each act is away.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { contentOf, editorOf, fillContent, openSheet, otherAction, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { signUpPublisher } from '../support/publisher.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  for (const name of ['Harbour', 'Ledger']) await addSite(server, name)
})
test.beforeEach(async ({ page, context }) => {
  complaints = collectComplaints(page)
  await takeSession(context, server, (await signUp(server)).cookie)
})
test.afterEach(() => expect(complaints).toEqual([]))

const at = (path: string) => `http://localhost:${server.port}${path}`
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish Article' })

const PARAGRAPH =
  'The auction starts at six, with a bell that nobody hears. By then the boats have been in for an hour, and two hundred and six boxes stand in rows on wet concrete. '

async function open(page: Page, path = '/publisher'): Promise<void> {
  await page.goto(at(path))
  await editorOf(page)
}

/** Publishes an article on all sites without a screen. Returns the path of its form. */
async function publish(page: Page): Promise<string> {
  const publisher = await signUpPublisher(server, { title: 'Low water', content: 'At noon.', author: 'Ines' })
  await publisher.publish()
  await takeSession(page.context(), server, publisher.cookie)
  const [article] = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where origin_id is null order by id desc limit 1`,
  )
  return `/articles/${article?.id}`
}

/** Counts the letters of the first line of the text as it is broken. */
const countLetters = (page: Page) =>
  page
    .locator('.cm-line')
    .first()
    .evaluate((line) => {
      const [text, range] = [line.firstChild, document.createRange()]
      const topAt = (place: number) => {
        range.setStart(text ?? line, place)
        range.setEnd(text ?? line, place + 1)
        return range.getBoundingClientRect().top
      }
      const places = Array.from({ length: 150 }, (_, place) => place)
      return places.findIndex((place) => topAt(place) > topAt(0) + 5)
    })

/** Counts the lines of the title. */
const countLines = (page: Page) =>
  page
    .getByLabel('Title *')
    .evaluate((title) => Math.round(title.clientHeight / parseFloat(getComputedStyle(title).lineHeight)))

const readHeight = (page: Page, edge: 'top' | 'bottom') =>
  page.locator(`[data-covers=${edge}]`).evaluate((element) => element.getBoundingClientRect().height)

/** Returns where the text begins, and its share of the height of the window. */
async function measure(page: Page): Promise<{ top: number; share: number }> {
  const { y: top = Infinity } = (await page.locator('.cm-content').boundingBox()) ?? {}
  const { y: end = 0 } = (await page.locator('[data-covers=bottom]').boundingBox()) ?? {}
  return { top, share: (end - top) / (page.viewportSize()?.height ?? 1) }
}

test('the text begins near the top, has most of the window, and the measure of readers', async ({ page }) => {
  await page.context().addCookies([{ name: 'first_steps', value: 'closed', url: at('/') }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  await page.getByLabel('Title *').fill('Three mornings at the fish auction')
  await fillContent(page, PARAGRAPH.repeat(8))
  expect(await countLines(page)).toBe(2)
  const { top, share } = await measure(page)
  expect(top).toBeLessThanOrEqual(250)
  expect(share).toBeGreaterThanOrEqual(0.7)
  const letters = await countLetters(page)
  expect(letters).toBeGreaterThan(62)
  expect(letters).toBeLessThan(78)
  await expect(page.locator('.cm-content')).toHaveCSS('font-size', /^20/)
  expect(await readHeight(page, 'top')).toBeLessThanOrEqual(46)
  for (const width of [820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await readHeight(page, 'bottom'), `the bar at ${width}`).toBeLessThanOrEqual(57)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scroll').toBe(width)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await measure(page)).share).toBeGreaterThanOrEqual(0.55)
})

test('a long title and its description are whole, and Enter leads on', async ({ page }) => {
  await open(page)
  const title = page.getByLabel('Title *')
  await title.fill('Three mornings at the fish auction, and what the town makes of each of them by noon')
  const hidden = () => title.evaluate((field) => field.scrollHeight - field.clientHeight)
  expect(await hidden()).toBeLessThanOrEqual(2)
  await title.press('Enter')
  await expect(page.getByLabel('Meta Description')).toBeFocused()
  await expect(title).not.toHaveValue(/\n/)
  await page.getByLabel('Meta Description').fill(PARAGRAPH)
  await expect(page.getByText(/^\d+ of 150-160 characters$/)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('the preview beside the text can be read to its end', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  await page.getByLabel('Title *').fill('Long')
  await fillContent(page, PARAGRAPH.repeat(60))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.locator('iframe')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Long' })).toBeVisible()
  const [shown, bar] = [await frame.boundingBox(), await page.locator('[data-covers=bottom]').boundingBox()]
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  expect(await findFaults(page)).toEqual([])
})

test('the details are closed if nothing is missing in them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const author = page.getByLabel('Author *')
  await expect(author).toBeHidden()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(author).toBeVisible()
  await author.fill('')
  await page.getByLabel('Title *').fill('Nobody')
  await fillContent(page, 'x')
  await page.getByRole('button', { name: 'Close the details' }).click()
  await publishButton(page).click()
  await expect(author).toBeFocused()
  complaints = complaints.filter((complaint) => !/status of 400/.test(complaint))
})

test('a cover is chosen with three clicks, and stands above the title', async ({ page }) => {
  await open(page)
  await fillContent(page, 'At noon.')
  await expect(page.getByText('Cover: Drawn', { exact: true })).toBeVisible()
  await page.getByText(/^Cover:/).click()
  await page.getByLabel('Drawn art').check()
  await page.getByText(/^Cover:/).click()
  await expect(page.getByText('Cover: Drawn art')).toBeVisible()
  const art = page.locator('[data-cover] > img')
  const before = await art.getAttribute('src')
  await page.getByRole('button', { name: 'Draw another' }).click()
  await expect(page.getByText('Cover: Drawn again')).toBeVisible()
  const after = (await art.getAttribute('src')) ?? ''
  expect(after).not.toBe(before)
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('Title *').fill('Redrawn')
  await publishButton(page).click()
  await expect(page.getByText('Post created and published to 1 site(s)')).toBeVisible()
  expect((await server.ask('/article/redrawn')).body).toContain(`src="${after}"`)
})

test('a new text is published with one press, and changed with a button that says where', async ({
  page,
}) => {
  const path = await publish(page)
  await open(page, path)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Update 3 sites' })).toBeVisible()
  await (await siteBox(page, 'Ledger')).uncheck()
  await page.keyboard.press('Escape')
  await fillContent(page, 'At six.')
  await page.getByRole('button', { name: 'Update 2 sites' }).click()
  await expect(page.getByText(/^Saved, and up to date on/)).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('a text is scheduled in place with three clicks, and a wrong time is marked there', async ({ page }) => {
  await open(page)
  await page.getByLabel('Title *').fill('High water')
  await fillContent(page, 'At midnight.')
  await page.getByRole('button', { name: 'Where and when' }).click()
  await page.getByRole('button', { name: 'Tomorrow, 09:00' }).click()
  expect(await findFaults(page)).toEqual([])
  await openSheet(page)
  await page.getByLabel('Day and time').fill('2020-01-01T09:00')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await expect(page.getByLabel('Day and time')).toBeFocused()
  await expect(page.getByText('This time is over. Choose a later one.').last()).toBeVisible()
  await page.getByRole('button', { name: 'Tomorrow, 09:00' }).click()
  await page.getByRole('button', { name: /^Schedule for \w{3} 09:00$/ }).click()
  await expect(page.getByRole('status').getByText('Planned', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Planned for/ })).toBeVisible()
  await expect(publishButton(page)).toBeVisible() // no time is chosen any more
  expect(await queryStore(server, `select 1 from plans where done_at is null`)).toHaveLength(1)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'All articles' }).click()
  await expect(page.getByText('High water')).toBeVisible()
  await page.goto(at('/publisher'))
  await expect(page.getByText('You had begun')).toBeHidden()
  complaints = complaints.filter((complaint) => !/status of 422/.test(complaint))
})

test('what readers would see changed is two clicks away', async ({ page }) => {
  await open(page, await publish(page))
  await fillContent(page, 'At six.')
  await page.getByRole('button', { name: 'Where and when' }).click()
  await page.getByRole('link', { name: 'Compare with what readers see' }).click()
  await expect(page.getByRole('textbox', { name: 'Revision 1' })).toContainText('At noon.')
  await expect(page.getByRole('textbox', { name: 'Revision 2' })).toContainText('At six.')
})

test('a duplicate is a draft of its own', async ({ page }) => {
  await open(page)
  await page.getByLabel('Title *').fill('Twice')
  await fillContent(page, 'At noon.')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await (await otherAction(page, 'Duplicate')).click()
  await expect(page.getByLabel('Title *')).toHaveValue('Twice (copy)')
  await expect(page.getByText('You had begun')).toBeHidden()
})

test('the keys lead to the button before they publish an article that was unpublished', async ({ page }) => {
  const path = await publish(page)
  await queryStore(server, `update blog_posts set published_at = null where id = '${path.split('/').at(-1)}'`)
  await open(page, path)
  await contentOf(page).press('Control+Enter')
  await expect(publishButton(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Saved, and up to date on/)).toBeVisible()
})

test('a long text that is pasted is shown from its beginning, and its preview follows at once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await fillContent(page, Array.from({ length: 30 }, (_, line) => `Before ${line}.`).join('\n\n'))
  await contentOf(page).press('Control+End')
  const lines = ['## Here', ...Array.from({ length: 200 }, (_, line) => `Pasted ${line}.`)]
  await contentOf(page).evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    },
    `\n\n${lines.join('\n\n')}`,
  )
  await expect(contentOf(page).getByText('Pasted 0.', { exact: true })).toBeInViewport()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('Pasted 199.', { exact: true })).toHaveCount(1)
  await expect(preview.getByRole('heading', { name: 'Here' })).toBeInViewport()
})
