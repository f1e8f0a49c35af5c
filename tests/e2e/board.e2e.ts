// The board of the account's own articles: finding, selecting and changing them, with a mouse, a keyboard and without
// scripts.
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'
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
  page.getByRole('table').getByRole('rowheader').getByRole('link').allTextContents()

test('articles are found by words, filters and order, which are all in the URL', async ({ page }) => {
  await page.goto(board())
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('searchbox').fill('water')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 articles')).toBeVisible()
  expect(page.url()).toContain('q=water')
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
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
    await expect(page.getByRole('table').getByTitle(/Sea$/)).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByText('Undone for 2 articles')).toBeVisible()
    await expect(page.getByRole('table').getByTitle(/Sea$/)).toHaveCount(0)
  },
)

/** The link of a site in the row of an article, by the state that it shows. */
const dotOf = (page: Page, title: string, mark: string) =>
  page.getByRole('row', { name: title }).getByRole('link', { name: mark })

test('a dot opens what is known, and only its button takes an article off or publishes it', async ({
  page,
}) => {
  await page.goto(board())
  const dot = (mark: string) => dotOf(page, 'High water', mark)
  const panel = (site: string) => page.getByRole('dialog', { name: `High water on ${site}` })
  const press = async (site: string, button: string) => {
    await dot(`${site}: `).click()
    await panel(site).getByRole('button', { name: button }).click()
    await expect(panel(site)).toBeHidden()
  }
  await dot('Harbour: live').click()
  await expect(panel('Harbour').getByText(/^On Harbour since \d+ \w+$/)).toBeVisible()
  await expect(panel('Harbour').getByRole('link', { name: 'View High water' })).toHaveAttribute(
    'href',
    /harbour\.localhost.*\/article\/high-water$/,
  )
  await expect(panel('Harbour').getByRole('link', { name: 'View High water' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel('Harbour')).toBeHidden()
  await expect(dot('Harbour: live')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dot('Ledger: live')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel('Ledger')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await press('Broadsheet', 'Take off')
  await expect(page.getByText('Taken off Broadsheet: “High water”')).toBeVisible()
  await expect(dot('Broadsheet: not there')).toBeVisible()
  const row = page.getByRole('row', { name: 'High water' })
  await expect(row).toContainText('Live')
  await expect(row).not.toContainText('Sending')
  for (const site of ['Harbour', 'Ledger']) await expect(dot(`${site}: live`)).toBeVisible()
  await expect(page.getByText('site(s)')).toHaveCount(0)
  await press('Broadsheet', 'Publish there')
  await expect(page.getByText('Published on Broadsheet: “High water”')).toBeVisible()
  await expect(dot('Broadsheet: live')).toBeVisible()

  for (const site of ['Broadsheet', 'Harbour']) {
    await press(site, 'Take off')
    await expect(page.getByText(`Taken off ${site}: “High water”`)).toBeVisible()
  }
  await dot('Ledger: live').click()
  await expect(panel('Ledger').getByText('taken off, it becomes a draft')).toBeVisible()
  await page.keyboard.press('Escape')
  await press('Ledger', 'Take off')
  await expect(row).toContainText('Draft')
  await press('Broadsheet', 'Publish again')
  await expect(page.getByText('Published “High water”')).toBeVisible()
})

test('a site that refused an article says why, and is tried again alone', async ({ page }) => {
  await queryStore(
    server,
    `update deliveries set state = 'failed', reason = 'unexpected' where site_id <> '${MAIN_SITE_ID}'
       and article_id = (select id from blog_posts where title = 'Low water' and origin_id is null)`,
  )
  await page.goto(board())
  const why = dotOf(page, 'Low water', 'Ledger: refused')
  await why.press('Enter')
  await expect(page.getByText('Ledger refused it')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again now Low water' }).press('Enter')
  await expect(page.getByText('Ledger is up to date')).toBeVisible()
  await expect(why).toBeHidden()
  await expect(dotOf(page, 'Low water', 'Ledger: live')).toBeFocused()
  await expect(dotOf(page, 'Low water', 'Harbour: refused')).toBeVisible()
})

test('single keys move, select, search and open, but never while somebody types', async ({ page }) => {
  await page.goto(board('?sort=title'))
  const title = (name: string) => page.getByRole('link', { name, exact: true })
  await expect(page.getByRole('button', { name: 'Turn these keys off' })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('j') // no listener exists before the scripts of the page have run
    await expect(title('High water')).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(tick(page, 'Low water')).toBeChecked()
  await page.keyboard.press('k')
  await expect(title('High water')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('jxen')
  await expect(page.getByRole('searchbox')).toHaveValue('jxen')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByText('J K next and previous article')).toBeVisible()
  await page.keyboard.press('Escape')
  await title('High water').focus()
  await page.keyboard.press('e')
  await expect(page.getByLabel('Title *')).toHaveValue('High water')
  await page.goto(board())
  await page.getByRole('button', { name: 'Turn these keys off' }).click()
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Turn keys of one letter on' }).click()
  await expect(page.getByRole('button', { name: 'Turn these keys off' })).toBeFocused()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/publisher$/)
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

const setDelivery = (state: string, deliveredHash: string) =>
  queryStore(
    server,
    `update deliveries set state = '${state}', next_attempt_at = now() + interval '1 hour', delivered_hash = ${deliveredHash}
     where site_id = (select id from target_sites where name = 'Ledger')
       and article_id = (select id from blog_posts where title = 'Low water' and origin_id is null)`,
  )

test('a dot changes by itself when a delivery that was under way has ended', async ({ page }) => {
  await setDelivery('pending', 'null')
  await page.goto(board())
  await expect(dotOf(page, 'Low water', 'Ledger: sending')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Low water' }).getByText('Live', { exact: true })).toBeVisible()
  await setDelivery('delivered', 'wanted_hash')
  await expect(dotOf(page, 'Low water', 'Ledger: live')).toBeVisible()
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

const TITLES = readdirSync('demo/articles').map(
  (file) => /^title: (.+)$/m.exec(readFileSync(`demo/articles/${file}`, 'utf8'))?.[1] ?? '',
)

/** Returns what a finger can press in the main part of the page and is lower or narrower than 24 pixels. */
const findSmallTargets = (page: Page) =>
  page.locator('main :is(a, button, input, select, summary):visible').evaluateAll((targets) =>
    targets
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 23.5)
      .map(({ target, box }) => `${target.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`),
  )

/** Returns by how many pixels a field of a filter bar is too narrow for its text. */
function measureLack(field: Element): number {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return Infinity
  pen.font = font
  const isChoice = field instanceof HTMLSelectElement
  const input = field as HTMLInputElement
  const text = isChoice ? (field.selectedOptions[0]?.text ?? '') : input.value || input.placeholder
  const padding = parseFloat(paddingLeft) + parseFloat(paddingRight)
  const arrow = isChoice ? 16 : 0
  return pen.measureText(text).width + padding + arrow - field.clientWidth
}

test('titles have room: beside five sites on a desk, and in six cards on a phone', async ({ page }) => {
  for (const name of ['Quay', 'Pier']) await addSite(server, name)
  const longest = TITLES.toSorted((one, other) => other.length - one.length).slice(0, 7)
  for (const title of longest) await publisher.publish({ title })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(board())
  await expect(page.getByRole('link', { name: `View ${longest[6]}`, exact: true })).toBeVisible()
  const cards = await page
    .locator('main tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON() as DOMRect))
  expect(Math.max(...cards.map(({ height }) => height))).toBeLessThanOrEqual(96)
  const menu = await page.getByRole('navigation', { name: 'Desk' }).boundingBox()
  expect(cards.filter(({ bottom }) => bottom <= (menu?.y ?? 0)).length).toBeGreaterThanOrEqual(6)
  expect(await findSmallTargets(page)).toEqual([])
  await page.getByRole('link', { name: `On 3 of 5 sites: ${longest[6]}` }).click()
  const sites = page.getByRole('dialog', { name: `Sites of ${longest[6]}` })
  await expect(sites.getByRole('listitem').filter({ hasText: 'Quay' })).toContainText('not there')
  await expect(sites.getByRole('button', { name: /^Take off/ })).toHaveCount(3)
  expect(await findSmallTargets(page)).toEqual([])

  for (const title of TITLES)
    await queryStore(
      server,
      `insert into drafts (id, user_id, version, text)
       select gen_random_uuid(), id, 1, jsonb_build_object('title', '${title.replaceAll("'", "''")}') from users`,
    )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(board())
  const names = page.locator('main tbody th')
  expect((await names.first().boundingBox())?.width).toBeGreaterThanOrEqual(22 * 16)
  const cut = await names
    .getByRole('link')
    .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).length)
  expect(cut).toBe(0)
  expect(await findSmallTargets(page)).toEqual([])
  for (const label of ['State', 'Site', 'Tag', 'Author', 'Month', 'Order']) {
    const field = page.getByRole('search').getByLabel(label, { exact: true })
    expect(await field.evaluate(measureLack), label).toBeLessThan(1)
  }
})

test('nine sites and more share one column', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await addSite(server, name)
  await page.goto(board())
  await expect(page.getByRole('columnheader', { name: 'Harbour' })).toHaveCount(0)
  await page.getByRole('link', { name: 'On 3 of 9 sites: Low water' }).press('Enter')
  const sites = page.getByRole('dialog', { name: 'Sites of Low water' })
  expect(await findFaults(page)).toEqual([])
  await sites.getByRole('button', { name: 'Publish there B: Low water' }).click()
  await expect(page.getByText('Published on B: “Low water”')).toBeVisible()
  await expect(page.getByRole('link', { name: 'On 4 of 9 sites: Low water' })).toBeFocused()
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
  await expect(page.getByText('Failed to publish articles')).toBeVisible()
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
  await expect(page.getByText('Failed to unpublish articles')).toBeHidden()
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

  test('a dot opens what is known, and its button takes the article off', async ({ page }) => {
    await page.goto(board('?q=water'))
    await dotOf(page, 'High water', 'Harbour: live').click()
    const panel = page.getByRole('dialog', { name: 'High water on Harbour' })
    await expect(panel).toContainText('On Harbour since')
    await panel.getByRole('link', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    await dotOf(page, 'High water', 'Harbour: live').click()
    await panel.getByRole('button', { name: /^Take off/ }).click()
    await expect(page.getByText('Taken off Harbour: “High water”')).toBeVisible()
    await expect(dotOf(page, 'High water', 'Harbour: not there')).toBeVisible()
  })

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
