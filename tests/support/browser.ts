import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from '@playwright/test'
import axe from 'axe-core'
import { findLayoutFaults } from './layout-check.ts'
import type { TestServer } from './server.ts'
import { isDeep } from './tier.ts'

/** Collects whatever a page complains about from now on: errors, warnings, refusals of the content security policy. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

const WIDTHS = [390, 820, 1440] // of a phone, a tablet and a desk
const SCHEMES = ['light', 'dark'] as const

/** The least that axe looks at: each scheme once, and the narrowest and the widest window, of each screen once. */
const DAILY = new Set(['390 dark', '1440 light'])
const looked = new Set<string>()

/**
 * What is wrong with the screen as it is now, at every width: texts that lie on each other, are cut off or stick out,
 * targets that are covered or too small, and what axe finds, each rule with the first element that breaks it. Of the
 * states of one screen axe sees the first every day, and all of them before a release.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const usual = page.viewportSize()
  const { hostname, pathname } = new URL(page.url())
  const screen = hostname + pathname.replaceAll(/[\da-f-]{36}/g, 'ID')
  const isNew = !looked.has(screen)
  looked.add(screen)
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const found = await findLayoutFaults(page)
    for (const colorScheme of SCHEMES) {
      if (!isDeep && !(isNew && DAILY.has(`${width} ${colorScheme}`))) continue
      await page.emulateMedia({ colorScheme })
      found.push(...(await findRulesBroken(page)))
    }
    faults.push(...found.map((fault) => `${page.url()} at ${width}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: null })
  if (usual) await page.setViewportSize(usual)
  return faults
}

// Not into frames: they hold texts that run no scripts, or pages of others.
const RUN_AXE = `axe.run({ iframes: false, preload: false, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`

async function findRulesBroken(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  return page.evaluate<string[]>(RUN_AXE)
}

/** Signs a browser in with what a program was given as its cookies, and out of any other account. */
export async function takeSession(
  context: BrowserContext,
  { url }: Pick<TestServer, 'url'>,
  cookie: string,
): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  const kept = pairs.filter(([name]) => name !== 'toast') // it would fade while axe looks
  // Over those that are there: an open desk that sees itself signed out, if only for a moment, leaves for the sign-in.
  await context.addCookies(kept.map(([name = '', ...value]) => ({ name, value: value.join('='), url })))
}

const QUIET_MS = 500

/**
 * Watches what a page asks for, from now on. The answer waits until it has had all of that for half a second. (The
 * browser's own `networkidle` is not always told.)
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    while (open.size > 0 || Date.now() - changedAt < QUIET_MS) await sleep(QUIET_MS / 10)
  }
}
