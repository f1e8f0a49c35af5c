// Accessibility: no screen has a fault that a tool can find, and the keyboard alone reaches all functions.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, untilIdleScript } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { importRecords } from '../support/import.ts'
import { addSite, type TestServer } from '../support/server.ts'

const SECTION = 'The sea was grey and the boats stayed in. '.repeat(40)
const EVERYTHING = `
A first paragraph with a [link](https://example.com), \`code\`, a footnote[^1] and ~~no~~ <kbd>Ctrl</kbd>.

https://www.youtube.com/watch?v=abc_-123

## Code

\`\`\`js
const table = ${JSON.stringify(Array.from({ length: 40 }, (_, hour) => `hour ${hour}`))}
\`\`\`

${SECTION}

## A table

| ${Array.from({ length: 14 }, (_, column) => `Column ${column}`).join(' | ')} |
|${'---|'.repeat(14)}
| ${Array.from({ length: 14 }, (_, column) => `a longer cell ${column}`).join(' | ')} |

${SECTION}

## Lists

- [x] done
- [ ] to do
  1. one
  2. two

> A quotation.

![A boot](https://pictures.example/boot.svg)

<details><summary>More</summary>Hidden.</details>

${SECTION}

## The end

${SECTION}

[^1]: A note.
`

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  await importRecords(server, [
    {
      title: 'Everything at once',
      content: EVERYTHING,
      author: 'Ines Halloran',
      tags: ['Travel', 'Sea'],
      canonical_url: 'https://elsewhere.example/x',
      published_at: '2026-01-02T08:00:00Z',
      updated_at: '2026-01-03T08:00:00Z',
    },
    ...Array.from({ length: 26 }, (_, number) => ({
      title: `Tide ${number}`,
      author: 'Ines Halloran',
      tags: ['Technology', 'Sea'],
      published_at: new Date(Date.UTC(2025, 11, 31 - number)).toISOString(),
    })),
  ])
})
test.beforeEach(async ({ page }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><path d="M0 0h8v5H0z"/></svg>'
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  )
})

const at = (path: string, host = 'localhost') => `http://${host}:${server.port}${path}`

const SCREENS = [
  '/',
  '/?page=2',
  '/?page=99',
  '/article/everything-at-once',
  '/category/travel',
  '/category/technology?page=2',
  '/category/knots',
  '/author/Ines%20Halloran',
  '/author/Nobody',
  '/search',
  '/search?q=tide',
  '/search?q=zzqq',
  '/article/nothing',
  '/nothing',
]

for (const address of [...SCREENS.map((path) => ({ path })), { path: '/', host: 'harbour.localhost' }]) {
  test(`no fault can be found on ${Object.values(address).join(' of ')}`, async ({ page }) => {
    await page.goto(at(address.path, 'host' in address ? address.host : undefined))
    expect(await findFaults(page)).toEqual([])
  })
}

test('no fault can be found in an open menu', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at('/'))
  await page.locator('summary', { hasText: 'Categories' }).click()
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(at('/'))
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await findFaults(page)).toEqual([])
})

test('no fault can be found in the search palette: empty, with results and without', async ({ page }) => {
  await page.goto(at('/'))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search articles' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.type('tide')
  await expect(palette.getByRole('option')).toHaveCount(10)
  expect(await findFaults(page)).toEqual([])
  await palette.getByRole('combobox').fill('zzqq')
  await expect(palette.getByText('No results found.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test('no fault can be found in an article with open contents, section and video', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: 'theirs' }))
  await page.goto(at('/article/everything-at-once'))
  await page.locator('.prose summary').click()
  await page.locator('.article-view-contents > summary').click()
  await untilIdleScript(page)
  await page.locator('.embed > a').click()
  await expect(page.locator('.embed iframe')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

/** Returns the name or the text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    return (element.ariaLabel ?? element.innerText).replace(/\s+/g, ' ').trim().slice(0, 80)
  })

/** Returns true if the focus is visible on the screen: by an outline of the element, or of its card or switch. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const shown = [element, element.closest('.card'), element.closest('.news-strip-pause')].filter(
      (one) => one !== null,
    )
    const isOutlined = shown.some((one) => {
      const { outlineStyle, outlineWidth, textDecorationLine } = getComputedStyle(one)
      const isMarked = one !== element && one.matches('label') && textDecorationLine === 'underline'
      return isMarked || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2)
    })
    const { top, bottom, left, right } = (element.closest('label') ?? element).getBoundingClientRect()
    return isOutlined && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  })

/** Presses Tab until an element has the focus. Checks that each focus on the way is visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) break
    const now = await focused(page)
    expect(await isFocusVisible(page), now).toBe(true)
    if (typeof name === 'string' ? now === name : name.test(now)) return
  }
  throw new Error(`${name} cannot be reached.`)
}

test.describe('by keyboard alone', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the skip link leads past the header', async ({ page }) => {
    await page.goto(at('/'))
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    expect(await isFocusVisible(page)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  test('the categories open, close with Escape and lead to their pages', async ({ page }) => {
    await page.goto(at('/'))
    await tabTo(page, 'Categories')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Business')
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Categories')
    await expect(page.locator('details.menu').getByRole('link', { name: 'Business' })).toBeHidden()
    await page.keyboard.press('Space')
    await tabTo(page, 'Technology')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/category/technology'))
  })

  test('an article can be found, scrolled in code and table, read by section, and shared; its video plays', async ({
    page,
  }) => {
    const complaints = collectComplaints(page)
    await page
      .context()
      .route(/youtube|twitter/, (route) => route.fulfill({ contentType: 'text/html', body: 'theirs' }))
    await page.goto(at('/'))
    await tabTo(page, /^Search articles/)
    await page.keyboard.press('Enter')
    const palette = page.getByRole('dialog', { name: 'Search articles' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('everything')
    await expect(palette.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    expect(await isFocusVisible(page)).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/article/everything-at-once'))

    await untilIdleScript(page)
    await tabTo(page, 'Watch the video on YouTube')
    await page.keyboard.press('Enter')
    await expect(page.frameLocator('.embed iframe').getByText('theirs')).toBeVisible()
    for (const name of [/^const table/, /^Column 0/]) {
      await tabTo(page, name)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => page.evaluate(() => document.activeElement?.scrollLeft)).toBeGreaterThan(0)
    }
    await tabTo(page, 'More')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Hidden.')).toBeVisible()
    await tabTo(page, 'The end')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'The end' })).toBeInViewport()
    await tabTo(page, 'Twitter')
    const popup = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    await (await popup).close()
    await tabTo(page, 'Original Source')
    expect(complaints).toEqual([])
  })

  test('lists can be paged through, and the news strip can be stopped', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(at('/'))
    const pause = page.getByRole('checkbox', { name: 'Pause' })
    for (
      let step = 0;
      step < 20 && !(await pause.evaluate((box) => box === document.activeElement));
      step += 1
    )
      await page.keyboard.press('Tab')
    expect(await isFocusVisible(page)).toBe(true)
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(page.locator('.news-strip-text').first()).toHaveCSS('animation-play-state', 'paused')
    await tabTo(page, 'Next')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/?page=2'))
    await tabTo(page, 'Tide 15')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/article/tide-15'))
    await tabTo(page, 'LinkedIn')
  })

  test('the menu of a phone opens, closes with Escape and returns the focus', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(at('/'))
    await tabTo(page, 'Menu')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Health')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
    expect(await focused(page)).toBe('Menu')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Search')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/search'))
    await tabTo(page, 'Search articles')
    await page.keyboard.type('tide 7')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/search?q=tide+7'))
    await tabTo(page, 'Tide 7')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/article/tide-7'))
  })

  test('the focus is visible on every element of every screen', { tag: '@deep' }, async ({ page }) => {
    test.setTimeout(120_000)
    for (const path of [
      '/',
      '/article/everything-at-once',
      '/category/technology',
      '/author/Nobody',
      '/search?q=tide',
      '/nothing',
    ]) {
      await page.goto(at(path))
      let stops = 0
      for (
        await page.keyboard.press('Tab');
        !(await page.evaluate(() => document.activeElement === document.body));
        await page.keyboard.press('Tab')
      ) {
        stops += 1
        expect(await isFocusVisible(page), `${path}: ${await focused(page)}`).toBe(true)
      }
      expect(stops, path).toBeGreaterThan(10)
    }
  })
})
