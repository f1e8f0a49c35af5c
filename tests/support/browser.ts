import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import type { TestServer } from './server.ts'

/** Collects whatever a page complains about from now on: errors, warnings, refusals of the content security policy. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/**
 * What axe finds wrong with the screen as it is now: each rule with the first element that breaks it. It cannot look into
 * a frame that runs no scripts.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').analyze()
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`)
}

/** The same at the widths of a phone, a tablet and a desk, and whether the screen is wider than its window. */
export async function findFaultsAtEveryWidth(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const surplus = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    if (surplus > 0) faults.push(`${page.url()} is ${surplus} px wider than ${width} px`)
    faults.push(...(await findFaults(page)))
  }
  return faults
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
