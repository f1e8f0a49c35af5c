// What a reader sees while something is on its way, and what makes the wait short.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { importRecords } from '../support/import.ts'
import type { TestServer } from '../support/server.ts'

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await importRecords(
    server,
    Array.from({ length: 26 }, (_, number) => ({
      title: `Tide ${number}`,
      author: 'Ines Halloran',
      tags: ['Travel'],
      published_at: new Date(Date.UTC(2026, 0, 28 - number)).toISOString(),
      ...(number === 0 && { image_url: 'https://pictures.example/tide.svg' }),
    })),
  )
})

const at = (path: string) => `http://localhost:${server.port}${path}`

/** How often the server was asked for a path. */
const timesAsked = (path: string) => server.output().split(`"path":"${path}"`).length - 1

const howItCame = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().deliveryType as string)

/** Waits until the scripts that come after the page have come. */
const settle = (page: Page) => page.waitForResponse(/web-vitals/)

/** Follows a link that nothing announced, so that nothing was fetched ahead, to a page that is held back. */
async function followSlowly(page: Page, name: string): Promise<{ arrive: () => void }> {
  const held = Promise.withResolvers<void>()
  const link = page.getByRole('link', { name, exact: true })
  await page.route(at((await link.getAttribute('href')) ?? ''), async (route) => {
    await held.promise
    await route.continue()
  })
  await link.dispatchEvent('click')
  return { arrive: held.resolve }
}

/** What the page shows while it waits. It says so itself, because the browser's tools wait as well. */
async function watchSkeleton(page: Page, andThen: 'wait' | 'stop'): Promise<{ seen: Promise<object> }> {
  const { promise: seen, resolve } = Promise.withResolvers<object>()
  await page.exposeFunction('tellSkeleton', resolve)
  await page.evaluate((next) => {
    const main = document.querySelector('main') as HTMLElement
    new MutationObserver(() => {
      const skeleton = main.querySelector(':scope > .skeleton')
      if (!skeleton) return
      const shown = {
        cards: skeleton.querySelectorAll('.wrap > .card-grid > .card').length,
        related: skeleton.querySelectorAll('.related .card').length,
        lines: skeleton.querySelectorAll('.prose .bone').length,
        isBusy: main.ariaBusy,
        isHidden: skeleton.ariaHidden,
        isOnTop: skeleton.contains(document.elementFromPoint(innerWidth / 2, innerHeight - 20)),
      }
      void (window as unknown as { tellSkeleton: (shown: object) => Promise<void> }).tellSkeleton(shown)
      if (next === 'stop') stop()
    }).observe(main, { childList: true, attributes: true })
  }, andThen)
  return { seen }
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><path d="M0 0h8v5H0z"/></svg>'

test('a page that is long in coming is announced by six skeleton cards, and comes', async ({ page }) => {
  const complaints = collectComplaints(page)
  const settled = settle(page)
  await page.goto(at('/?page=2'))
  await settled
  const { seen } = await watchSkeleton(page, 'wait')
  const { arrive } = await followSlowly(page, 'Next')
  expect(await seen).toEqual({
    cards: 6,
    related: 0,
    lines: 0,
    isBusy: 'true',
    isHidden: 'true',
    isOnTop: true,
  })
  arrive()
  await page.waitForURL(at('/?page=3'))
  await expect(page.getByRole('link', { name: 'Tide 25' })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Tide 13' })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
  expect(complaints).toEqual([])
})

test('an article that is long in coming is announced with three related cards; stopping gives the page back', async ({
  page,
}) => {
  const settled = settle(page)
  await page.goto(at('/?page=2'))
  await settled
  const { seen } = await watchSkeleton(page, 'stop')
  const { arrive } = await followSlowly(page, 'Tide 14')
  expect(await seen).toMatchObject({ cards: 0, related: 3, lines: 8, isOnTop: true })
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
  expect(page.url()).toBe(at('/?page=2'))
  arrive()
})

test('a picture is a skeleton until it has loaded, then fades in', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const held = Promise.withResolvers<void>()
  await page.route('https://pictures.example/**', async (route) => {
    await held.promise
    await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
  })
  await page.goto(at('/'), { waitUntil: 'commit' })
  const cover = page.locator('.hero .cover')
  await expect(cover).toHaveClass(/is-loading/)
  await expect(cover.locator('img')).toHaveCSS('opacity', '0')
  await expect(cover).toHaveCSS('animation-name', 'pulse')
  await expect(cover.locator('img')).toHaveCSS('transition-property', 'opacity')
  held.resolve()
  await expect(cover).not.toHaveClass(/is-loading/)
  await expect(cover.locator('img')).toHaveCSS('opacity', '1')
})

test('a picture that does not come says so, under the one that is drawn for its article', async ({
  page,
}) => {
  await page.route('https://pictures.example/**', (route) => route.abort())
  await page.goto(at('/'))
  await expect(page.locator('.hero .cover')).toHaveText('Failed to load image')
  await page.goto(at('/article/tide-0'))
  await expect(page.locator('.article-cover .cover')).toHaveText('Failed to load image')
  await expect(page.locator('.article-cover img')).toHaveAttribute('src', /^\/covers\//)
  expect(await findFaults(page)).toEqual([])
})

test('the timings of a page are written to the console, with scripts that come after it is loaded', async ({
  page,
}) => {
  const written: string[] = []
  page.on('console', (message) => written.push(message.text()))
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname)
  })
  await page.goto(at('/'), { waitUntil: 'load' })
  await expect.poll(() => loaded.length).toBe(3)
  expect(loaded[0]).toContain('site-script')
  const starts = await page.evaluate(() => {
    const end = performance.getEntriesByType('navigation')[0]?.toJSON().loadEventStart as number
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return scripts.map((script) => ({ name: script.name, isLate: script.startTime >= end }))
  })
  expect(starts.filter(({ isLate }) => !isLate).map(({ name }) => name.includes('site-script'))).toEqual([true]) // prettier-ignore
  await expect.poll(() => written.find((line) => /^TTFB \d+ ms (good|poor|needs-improvement)$/.test(line))).toBeTruthy() // prettier-ignore
  await expect.poll(() => written.find((line) => /^FCP \d+ ms /.test(line))).toBeTruthy()
  await page.keyboard.press('Tab')
  await expect.poll(() => written.find((line) => /^LCP \d+ ms /.test(line))).toBeTruthy()
})

test('what a page runs before it is loaded is at most 8 KiB, not even compressed', async () => {
  const { body } = await server.ask('/')
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(body) ?? []
  const { body: program } = await server.ask(script)
  expect(program.length).toBeGreaterThan(0)
  expect(Buffer.byteLength(program)).toBeLessThanOrEqual(8 * 1024)
})

test.describe('links are fetched ahead', () => {
  test('under the pointer, and the click then needs no answer', async ({ page }) => {
    await page.goto(at('/'))
    const before = timesAsked('/article/tide-1')
    await page.getByRole('link', { name: 'Tide 1', exact: true }).hover()
    await expect.poll(() => timesAsked('/article/tide-1')).toBe(before + 1)
    await page.getByRole('link', { name: 'Tide 1', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tide 1' })).toBeVisible()
    expect(await howItCame(page)).toBe('navigational-prefetch')
    expect(timesAsked('/article/tide-1')).toBe(before + 1)
  })

  test('with the focus, each once, and never what is private or leads elsewhere', async ({ page }) => {
    await page.goto(at('/?page=2'))
    const passed: string[] = []
    for (let step = 0; step < 45; step += 1) {
      await page.keyboard.press('Tab')
      passed.push(await page.evaluate(() => (document.activeElement as HTMLAnchorElement).pathname ?? ''))
    }
    expect(passed).toEqual(expect.arrayContaining(['/auth', '/search', '/functions/v1/generate-rss', '/category/travel'])) // prettier-ignore
    await expect.poll(() => timesAsked('/article/tide-15')).toBe(1)
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Shift+Tab')
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
    expect(timesAsked('/article/tide-15')).toBe(1)
    for (const path of ['/auth', '/search', '/functions/v1/generate-rss', '/publisher'])
      expect(timesAsked(path), path).toBe(0)
  })

  test('under a finger', async ({ browser }) => {
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }) // prettier-ignore
    const page = await context.newPage()
    await page.goto(at('/?page=2'))
    const link = page.getByRole('link', { name: 'Tide 12', exact: true })
    await link.scrollIntoViewIfNeeded()
    const box = await link.boundingBox()
    const devtools = await context.newCDPSession(page)
    const touchPoints = [{ x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 4 }]
    const before = timesAsked('/article/tide-12')
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect.poll(() => timesAsked('/article/tide-12')).toBe(before + 1)
    await context.close()
  })

  test('not for whoever saves data', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    await page.goto(at('/?page=3'))
    await page.getByRole('link', { name: 'Tide 25' }).hover()
    await page.getByRole('link', { name: 'Tide 25' }).focus()
    await page.waitForTimeout(500)
    expect(timesAsked('/article/tide-25')).toBe(0)
  })
})
