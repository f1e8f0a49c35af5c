// The screens while a page or a picture is loading, and the prefetching that makes them short.
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

/** Returns the number of requests of a path to the server. */
const timesAsked = (path: string) => server.output().split(`"path":"${path}"`).length - 1

const howItCame = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().deliveryType as string)

/** Opens a page, and waits until the scripts that load after it have run. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('web-vitals')),
  )
}

/** Clicks a link without prefetching it. The page is held back until `arrive` is called. */
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

/**
 * Returns the skeleton that the page shows while it waits. The page writes it to its console, because Playwright itself
 * waits for the next page.
 */
async function watchSkeleton(page: Page, andThen: 'wait' | 'stop'): Promise<{ seen: Promise<object> }> {
  const seen = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('skeleton') })
  await page.evaluate((next) => {
    const main = document.querySelector('main') as HTMLElement
    new MutationObserver(() => {
      const skeleton = main.querySelector(':scope > .skeleton')
      if (!skeleton) return
      const shown = {
        cards: skeleton.querySelectorAll('.wrap > .card-grid > .card').length,
        related: skeleton.querySelectorAll('.part .card').length,
        lines: skeleton.querySelectorAll('.prose .bone').length,
        isBusy: main.ariaBusy,
        isHidden: skeleton.ariaHidden,
        isOnTop: skeleton.contains(document.elementFromPoint(innerWidth / 2, innerHeight - 20)),
      }
      // oxlint-disable-next-line no-console -- the way out of a page that Playwright waits for
      console.info(`skeleton${JSON.stringify(shown)}`)
      if (next === 'stop') stop()
    }).observe(main, { childList: true, attributes: true })
  }, andThen)
  return { seen: seen.then((message) => JSON.parse(message.text().slice('skeleton'.length)) as object) }
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><path d="M0 0h8v5H0z"/></svg>'

test('while a page loads slowly, six skeleton cards are shown', async ({ page }) => {
  const complaints = collectComplaints(page)
  await open(page, '/?page=2')
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

test('while an article loads slowly, a skeleton with three related cards is shown; a stop restores the page', async ({
  page,
}) => {
  await open(page, '/?page=2')
  const { seen } = await watchSkeleton(page, 'stop')
  const { arrive } = await followSlowly(page, 'Tide 14')
  expect(await seen).toMatchObject({ cards: 0, related: 3, lines: 8, isOnTop: true })
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
  expect(page.url()).toBe(at('/?page=2'))
  arrive()
})

test('a picture has a skeleton until it has loaded, then fades in', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const held = Promise.withResolvers<void>()
  await page.route('https://pictures.example/**', async (route) => {
    await held.promise
    await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
  })
  await page.goto(at('/'), { waitUntil: 'commit' })
  const cover = page.locator('.featured-article-hero .cover')
  await expect(cover).toHaveClass(/is-loading/)
  await expect(cover.locator('img')).toHaveCSS('opacity', '0')
  await expect(cover).toHaveCSS('animation-name', 'pulse')
  await expect(cover.locator('img')).toHaveCSS('transition-property', 'opacity')
  held.resolve()
  await expect(cover).not.toHaveClass(/is-loading/)
  await expect(cover.locator('img')).toHaveCSS('opacity', '1')
})

test('a picture that fails to load says so, under the drawn cover of its article', async ({ page }) => {
  await page.route('https://pictures.example/**', (route) => route.abort())
  await page.goto(at('/'))
  await expect(page.locator('.featured-article-hero .cover')).toHaveText('Failed to load image')
  await page.goto(at('/article/tide-0'))
  await expect(page.locator('.article-view-lead-cover .cover')).toHaveText('Failed to load image')
  await expect(page.locator('.article-view-lead-cover img')).toHaveAttribute('src', /^\/covers\//)
  expect(await findFaults(page)).toEqual([])
})

test('the timings of a page are logged to the console, by scripts that load after the page', async ({
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
  expect(starts.filter(({ isLate }) => !isLate).map(({ name }) => name.includes('site-script'))).toEqual([
    true,
  ])
  await expect
    .poll(() => written.find((line) => /^TTFB \d+ ms (good|poor|needs-improvement)$/.test(line)))
    .toBeTruthy()
  await expect.poll(() => written.find((line) => /^FCP \d+ ms /.test(line))).toBeTruthy()
  await page.keyboard.press('Tab')
  await expect.poll(() => written.find((line) => /^LCP \d+ ms /.test(line))).toBeTruthy()
})

test('the script that runs before a page has loaded has at most 8 KiB, uncompressed', async () => {
  const { body } = await server.ask('/')
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(body) ?? []
  const { body: program } = await server.ask(script)
  expect(program.length).toBeGreaterThan(0)
  expect(Buffer.byteLength(program)).toBeLessThanOrEqual(8 * 1024)
})

test.describe('links are prefetched', () => {
  test('under the pointer, and the click then needs no response', async ({ page }) => {
    await page.goto(at('/'))
    const before = timesAsked('/article/tide-1')
    await page.locator('#latest').getByRole('link', { name: 'Tide 1', exact: true }).hover()
    await expect.poll(() => timesAsked('/article/tide-1')).toBe(before + 1)
    await page.locator('#latest').getByRole('link', { name: 'Tide 1', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tide 1' })).toBeVisible()
    expect(await howItCame(page)).toBe('navigational-prefetch')
    expect(timesAsked('/article/tide-1')).toBe(before + 1)
  })

  test('with the focus, each once, but not links to private pages and other sites', async ({ page }) => {
    await page.goto(at('/?page=2'))
    const passed: string[] = []
    for (let step = 0; step < 45; step += 1) {
      await page.keyboard.press('Tab')
      passed.push(await page.evaluate(() => (document.activeElement as HTMLAnchorElement).pathname ?? ''))
    }
    expect(passed).toEqual(
      expect.arrayContaining(['/auth', '/search', '/functions/v1/generate-rss', '/category/travel']),
    )
    await expect.poll(() => timesAsked('/article/tide-15')).toBe(1)
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Shift+Tab')
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
    expect(timesAsked('/article/tide-15')).toBe(1)
    for (const path of ['/auth', '/search', '/functions/v1/generate-rss', '/publisher'])
      expect(timesAsked(path), path).toBe(0)
  })

  test('under a finger', async ({ browser }) => {
    const context = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
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

  test('not for readers who save data', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    await page.goto(at('/?page=3'))
    await page.getByRole('link', { name: 'Tide 25' }).hover()
    await page.getByRole('link', { name: 'Tide 25' }).focus()
    await page.waitForTimeout(500)
    expect(timesAsked('/article/tide-25')).toBe(0)
  })
})
