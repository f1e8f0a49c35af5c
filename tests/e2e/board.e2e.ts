// The board of the account's own articles: finding, selecting and changing them, with a mouse, a keyboard and without
// scripts.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, holdScripts, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { type Publisher, signUpPublisher } from '../support/publisher.ts'
import { addSite, queryStore, type TestServer } from '../support/server.ts'

let server: TestServer
let publisher: Publisher
let complaints: string[] = []

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  for (const name of ['Harbour', 'Ledger']) await addSite(server, name)
  publisher = await signUpPublisher(server, {
    content: 'At **noon**.',
    author: 'Ines Halloran',
    tags: 'Travel',
  })
  for (const title of ['Low water', 'High water', 'The lighthouse']) await publisher.publish({ title })
  await takeSession(page.context(), server, publisher.cookie)
  complaints = collectComplaints(page)
})
test.afterEach(() => expect(complaints).toEqual([]))

const board = (search = '') => `http://localhost:${server.port}/articles${search}`
const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` })
const titles = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('rowheader')
    .getByRole('link', { name: /water$|lighthouse$/ })
    .and(page.locator('[href^="/articles/"]'))
    .allTextContents()

test('articles are found by words, filters and order, which are all in the URL', async ({ page }) => {
  await page.goto(board())
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('searchbox').fill('water')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 articles')).toBeVisible()
  expect(page.url()).toContain('q=water')
  await page.getByRole('link', { name: 'Title' }).click()
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await titles(page)).toEqual(['High water', 'Low water'])
  await page.getByLabel('State').selectOption('Drafts')
  await expect(page.getByText('No article matches.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByText('3 articles')).toBeVisible()
  await page.getByRole('link', { name: 'The lighthouse', exact: true }).click()
  await expect(page.getByLabel('Title *')).toHaveValue('The lighthouse')
})

test(
  'the keyboard alone selects articles, tags them, and takes that back',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 }) // on smaller ones there is no room for tags
    await page.goto(board())
    await expect(page.getByRole('link', { name: 'View Low water', exact: true })).toHaveCount(1)
    await tick(page, 'Low water').focus()
    await page.keyboard.press('Space')
    await tick(page, 'High water').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Tags', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('Sea')
    await page.keyboard.press('Enter') // the first button of the form would publish
    await expect(page.getByText('Tagged 2 articles')).toBeVisible()
    await expect(page.getByRole('table').getByRole('link', { name: 'Sea' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByText('Undone for 2 articles')).toBeVisible()
    await expect(page.getByRole('table').getByRole('link', { name: 'Sea' })).toHaveCount(0)
  },
)

test('a dot takes an article off a site and brings it back; a refused one says why', async ({ page }) => {
  await queryStore(
    server,
    `update deliveries set state = 'failed', reason = 'unexpected' where site_id = (select id from target_sites where name = 'Ledger')
       and article_id = (select id from blog_posts where title = 'Low water' and origin_id is null)`,
  )
  await page.goto(board())
  const dot = (site: string, state: string) =>
    page.getByRole('row', { name: /High water/ }).getByRole('button', { name: `${site}: ${state}` })
  await dot('Harbour', 'live. Take it off').click()
  await expect(page.getByText('Taken off Harbour: “High water”')).toBeVisible()
  await dot('Harbour', 'not there. Publish it there').click()
  await expect(page.getByText('Published on Harbour: “High water”')).toBeVisible()
  await dot('Harbour', 'live').focus()
  await page.keyboard.press('ArrowRight')
  await expect(dot('Ledger', 'live')).toBeFocused()
  const why = page.getByRole('button', { name: 'Ledger: refused. See why: Low water' })
  await why.press('Enter')
  await expect(page.getByText('Ledger refused it')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Try again now.*Low water/ }).click()
  await expect(page.getByText('All sites published successfully')).toBeVisible()
  await expect(why).toBeHidden()

  await dot('Broadsheet', 'live. Take it off').click()
  await expect(page.getByText('Taken off Broadsheet: “High water”')).toBeVisible()
  await dot('Broadsheet', 'not there. Publish it there').click()
  await expect(page.getByText('Published on Broadsheet: “High water”')).toBeVisible()
  for (const site of ['Broadsheet', 'Harbour', 'Ledger']) {
    await dot(site, 'live. Take it off').click()
    await expect(page.getByText(`Taken off ${site}: “High water”`)).toBeVisible()
  }
  await expect(page.getByRole('row', { name: /High water/ })).toContainText('Draft')
  await dot('Broadsheet', 'not there. Publish it again').click()
  await expect(page.getByText('Published “High water”')).toBeVisible()
})

test('Ctrl and K lead to any screen, action and article', async ({ page }) => {
  await page.goto(board())
  const words = page.getByRole('searchbox', { name: 'Where to?' })
  await expect(async () => {
    await page.keyboard.press('Control+k') // no listener exists before the scripts of the page have run
    await expect(words).toBeFocused({ timeout: 1000 })
  }).toPass()
  expect(await findFaults(page)).toEqual([])
  await words.fill('light')
  const dialog = page.getByRole('dialog', { name: 'Go to a screen' })
  await expect(dialog.getByRole('link', { name: 'The lighthouse' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title *')).toHaveValue('The lighthouse')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await words.fill('cities')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Cities' })).toBeVisible()
  expect(page.url()).toMatch(/manage-cities$/)
  await page.keyboard.press('Control+k')
  await words.fill('nothing like it')
  await expect(dialog.getByText('Nothing found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('Ctrl and K also list what can be done on the open screen', { tag: '@deep' }, async ({ page }) => {
  await page.goto(board())
  const words = page.getByRole('searchbox', { name: 'Where to?' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(words).toBeFocused({ timeout: 1000 })
  }).toPass()
  await words.fill('delete')
  await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(0) // nothing is selected
  await page.keyboard.press('Escape')
  await tick(page, 'Low water').check()
  await page.keyboard.press('Control+k')
  await words.fill('unpub')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Unpublish… on this/ })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unpublish 1 article?')).toBeVisible()
})

test(
  'a filter that does not exist is named, and a selection of all that changed is refused',
  { tag: '@deep' },
  async ({ page }) => {
    for (let n = 0; n < 50; n += 1)
      await queryStore(
        server,
        `insert into drafts (id, user_id, version, text) select gen_random_uuid(), id, 1, '{"title":"Draft ${n}"}' from users`,
      )
    await page.goto(board('?state=nothing&tag=zzqq'))
    await expect(
      page.getByText(/^The address asks for a state and a tag that your articles do not have\./),
    ).toBeVisible()
    await expect(page.getByText('53 articles', { exact: true })).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all 53' }).click()
    await expect(page.getByText('All 53 selected')).toBeVisible()
    await queryStore(server, `delete from drafts where text->>'title' = 'Draft 7'`)
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Articles came or went since you selected all of them.')).toBeVisible()
    await expect(page.getByText('All 52 selected')).toBeVisible()
  },
)

const setDelivery = (state: string) =>
  queryStore(
    server,
    `update deliveries set state = '${state}', next_attempt_at = now() + interval '1 hour'
     where site_id = (select id from target_sites where name = 'Ledger')
       and article_id = (select id from blog_posts where title = 'Low water' and origin_id is null)`,
  )

test('a dot changes by itself when a delivery that was under way has ended', async ({ page }) => {
  await setDelivery('pending')
  await page.goto(board())
  const row = page.getByRole('row', { name: /Low water/ })
  await expect(row.getByText('Sending', { exact: true })).toBeVisible()
  await expect(row.getByTitle('Ledger: sending')).toBeVisible()
  await setDelivery('delivered')
  await expect(row.getByRole('button', { name: 'Ledger: live. Take it off' })).toBeVisible()
  await expect(row.getByText('Live', { exact: true })).toBeVisible()
})

test('a row is about 40 pixels high, and a site that refused has another shape than one that is live', async ({
  page,
}) => {
  await queryStore(
    server,
    `update deliveries set state = 'failed', reason = 'unexpected' where site_id = (select id from target_sites where name = 'Ledger')`,
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board())
  const row = page.getByRole('row', { name: /Low water/ })
  const box = await row.boundingBox()
  expect(box?.height).toBeGreaterThan(36)
  expect(box?.height).toBeLessThan(46)
  const shapeOf = (state: string) =>
    row
      .locator(`i[data-state=${state}]`)
      .first()
      .evaluate((dot) => {
        const { borderRadius, rotate, width } = getComputedStyle(dot)
        return `${borderRadius} ${rotate} ${width}`
      })
  expect(await shapeOf('live')).not.toBe(await shapeOf('refused'))
})

test('an article that was ticked before the scripts ran stays selected', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto(board(), { waitUntil: 'commit' })
  await tick(page, 'Low water').check()
  letGo()
  await expect(page.getByText('1 selected')).toBeVisible()
  await tick(page, 'High water').check()
  await expect(page.getByText('2 selected')).toBeVisible()
})

test('the tags of an article are large enough to be pressed', async ({ page }) => {
  await queryStore(server, `update blog_posts set tags = '{AI,C,Sea}' where title = 'Low water'`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board())
  const row = page.getByRole('row', { name: /Low water/ })
  for (const name of ['AI', 'C', 'Ines Halloran']) {
    const box = await row.getByRole('link', { name, exact: true }).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(24)
  }
})

test('the keyboard alone searches, selects, unpublishes and takes that back', async ({ page }) => {
  await page.goto(board())
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('water')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 articles')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await page.getByRole('button', { name: 'Unpublish…' }).press('Enter')
  await page.getByRole('button', { name: 'Unpublish', exact: true }).press('Enter')
  await expect(page.getByText('Unpublished 2 articles')).toBeVisible()
  await expect(page.getByRole('table').getByText('Draft', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone for 2 articles')).toBeVisible()
  await expect(page.getByRole('table').getByText('Live', { exact: true })).toHaveCount(2)
})

test('without an answer the selection stays and a message says so', async ({ page }) => {
  await page.goto(board())
  await tick(page, 'Low water').check()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Failed to publish posts')).toBeVisible()
  await expect(tick(page, 'Low water')).toBeChecked()
  await page.context().setOffline(false)
  complaints.splice(0) // of the requests that failed: the change, and the question what became of it
})

test('a change whose answer was lost is shown with its undo, also after a reload', async ({ page }) => {
  await page.goto(board())
  await tick(page, 'Low water').check()
  await page.route('**/articles*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Unpublish…' }).click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.getByText('Unpublished “Low water”')).toBeVisible()
  await expect(page.getByText('Failed to unpublish posts')).toBeHidden()
  expect(await findFaults(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(page.getByText('Unpublished “Low water”')).toBeVisible()
  await page.getByRole('link', { name: 'What can be undone' }).click()
  await expect(page.getByRole('button', { name: 'Undo Unpublished “Low water”' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])

  await page.goto(new URL('/calendar', board()).href)
  const words = page.getByRole('searchbox', { name: 'Where to?' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(words).toBeFocused({ timeout: 1000 })
  }).toPass()
  await words.fill('undo')
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Undo: Unpublished “Low water”' }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone for “Low water”')).toBeVisible()
  await page.goto(board())
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  complaints.splice(0) // of the request that failed
})

test.describe('without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false })

  test('selected articles are unpublished, which is undone', async ({ page }) => {
    await page.goto(board('?q=water'))
    await tick(page, 'Low water').check()
    await tick(page, 'High water').check()
    await page.getByRole('button', { name: 'Unpublish…' }).click()
    await expect(page.getByText('Unpublish the selected articles?')).toBeVisible()
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await expect(page.getByText('Unpublished 2 articles')).toBeVisible()
    await expect(page.getByText('2 of 3 articles')).toBeVisible()
    await expect(page.getByRole('table').getByText('Draft', { exact: true })).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone for 2 articles')).toBeVisible()
    await expect(page.getByRole('table').getByText('Live', { exact: true })).toHaveCount(2)
  })
})
