import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import axe from 'axe-core'
import { findLayoutFaults } from './layout-check.ts'
import type { TestServer } from './server.ts'
import { isDeep } from './tier.ts'

/** Returns a list that collects errors, warnings and content security policy violations of a page from now on. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  void page.addInitScript(tellViolations) // pages that are opened from now on run it
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

// Chrome does not write all of them to the console, such as code compiled from text.
function tellViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    // oxlint-disable-next-line no-console -- the way out of a page that Playwright listens to
    console.error(`${effectiveDirective} forbids ${blockedURI} in ${sourceFile}`)
  })
}

const WIDTHS = [390, 820, 1440] // of a phone, a tablet and a desk
const SCHEMES = ['light', 'dark'] as const

// Every day axe checks a screen once: every second one on a phone by night, the others on a desk by day.
const DAILY = ['390 dark', '1440 light']
const looked = new Set<string>()

/**
 * Returns the faults of the screen in its current state, at each width. These are overlapping, cut off or overflowing
 * texts, and covered or too small targets. The findings of axe are added (each rule with the first element). The daily
 * tests let axe check only the first state of each screen, the deep tests all of them.
 */
export async function findFaults(page: Page): Promise<string[]> {
  await page.waitForLoadState() // the sheets too
  const usual = page.viewportSize()
  const { hostname, pathname } = new URL(page.url())
  const screen = hostname + pathname.replaceAll(/[\da-f-]{36}/g, 'ID')
  const isNew = !looked.has(screen)
  looked.add(screen)
  const daily = DAILY[looked.size % 2]
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const found = await findLayoutFaults(page)
    for (const colorScheme of SCHEMES) {
      if (!isDeep && !(isNew && daily === `${width} ${colorScheme}`)) continue
      await page.emulateMedia({ colorScheme })
      found.push(...(await findRulesBroken(page)))
    }
    faults.push(...found.map((fault) => `${page.url()} at ${width}: ${fault}`))
  }
  await page.emulateMedia({ colorScheme: null })
  if (usual) await page.setViewportSize(usual)
  return faults
}

// Without frames: they contain texts without scripts, or pages of other sites.
const RUN_AXE = `axe.run({ iframes: false, preload: false, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`

// After each rule axe waits for a timer of no length. In a page without scripts timers never fire, but promises do.
const AXE = `(function (setTimeout) { ${axe.source} })((run, ms) => ms ? setTimeout(run, ms) : Promise.resolve().then(run))`

async function findRulesBroken(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  return page.evaluate<string[]>(RUN_AXE)
}

/** Signs a browser in with the cookies of a session, and out of any other account. */
export async function takeSession(
  context: BrowserContext,
  { url }: Pick<TestServer, 'url'>,
  cookie: string,
): Promise<void> {
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  const kept = pairs.filter(([name]) => name !== 'toast') // it would fade during the axe check
  // Replaces cookies instead of removing them first: a desk without a session would go to the sign-in.
  await context.addCookies(kept.map(([name = '', ...value]) => ({ name, value: value.join('='), url })))
}

/** Opens the form that adds a city or a service, which is folded above a list. */
export async function unfoldAddForm(page: Page): Promise<void> {
  const folded = page.locator('details:not([open]) > summary').filter({ hasText: /^Add a/ })
  if ((await folded.count()) > 0) await folded.click()
}

/** Waits until an article's page has run the script that it loads when it is idle: then the link can be copied. */
export const untilIdleScript = (page: Page): Promise<void> => page.locator('[data-copy]').waitFor()

const QUIET_MS = 500

/**
 * Watches the requests of a page from now on. Returns a function that waits until none was open for half a second. (The
 * `networkidle` event of the browser does not always come.)
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

/** Holds the scripts of the next pages until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 150; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${String(target)}.`)
}

const accountMenu = (page: Page) => page.locator('[popovertarget="account-menu"]')

/** Opens the menu of the account, which is on every screen of the desk. */
export const openAccountMenu = (page: Page): Promise<void> => accountMenu(page).click()

/** Returns what a page shows only to somebody who is signed in: the menu of the account, or the button to log out. */
export const signedInMark = (page: Page): Locator =>
  page.getByRole('button', { name: 'Logout' }).or(accountMenu(page)).first()

/** Logs out: on a screen of the desk in the menu of the account, on a public page in its header. */
export async function logOut(page: Page): Promise<void> {
  if ((await accountMenu(page).count()) > 0) await openAccountMenu(page)
  await page.getByRole('button', { name: 'Logout' }).first().click()
}
