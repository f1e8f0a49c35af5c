import { chromium, type CDPSession, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { signUp, startServer, type TestServer } from '../tests/support/server.ts'
import { CHROMIUM } from '../tools/system-packages.ts'
import { median, quantile, report } from './measure.ts'

const KEYS = 120
const PARAGRAPH =
  'The **tide** was out, and the [price list](/article/prices) hung on the door of the hall, *as it did every day* since June.\n\n'
const toText = (length: number) =>
  `## Tides\n\n${PARAGRAPH.repeat(Math.ceil(length / PARAGRAPH.length))}`.slice(0, length)

/** The texts to type into, with the time that a letter may take in milliseconds (95 of 100). */
const TEXTS = [
  { name: 'into 2,000 words', text: toText(12_500), limitMs: 8 },
  { name: 'into 500,000 characters', text: toText(499_000), limitMs: 16 },
]

/** Measures the work of the browser for each letter that is typed into the middle of a text. */
export async function benchTyping(): Promise<void> {
  const server = await startServer({ DEMO: 'off', RATE_LIMITS: 'off' })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { cookie } = await signUp(server)
  const pairs = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(
    pairs.map(([name = '', ...rest]) => ({ name, value: rest.join('='), url: server.url })),
  )
  for (const { name, text, limitMs } of TEXTS) {
    const page = await context.newPage()
    await open(page, server, text)
    const times = await typeLetters(page)
    await openBare(page, text)
    const bare = quantile(await typeLetters(page), 0.95)
    const most = quantile(times, 0.95)
    report(
      name,
      `${median(times).toFixed(1)} ms a letter, 95 of 100 below ${most.toFixed(1)} ms: ${(most / limitMs).toFixed(2)} of the limit, ${(most / bare).toFixed(2)} of a bare text area`,
    )
    await page.close()
  }
  await browser.close()
  await server.stop()
  server.forget()
}

async function open(page: Page, server: TestServer, text: string): Promise<void> {
  await page.goto(`${server.url}/publisher?draft=${uuidv7()}`)
  const editor = page.locator('.cm-content')
  await editor.waitFor()
  await page.getByLabel('Title *').fill('Tides')
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, text)
  await page.getByText(/^Saved \d/).waitFor()
  await editor.press('Control+Home')
  for (let step = 0; step < 6; step += 1) await editor.press('PageDown')
}

// The same text, in a text area of the browser without any script.
async function openBare(page: Page, text: string): Promise<void> {
  await page.setContent('<textarea style="width: 42rem; height: 40rem"></textarea>')
  await page.locator('textarea').evaluate((area: HTMLTextAreaElement, typed) => {
    area.value = typed
    area.focus()
    area.setSelectionRange(5000, 5000) // about where the page keys lead in the editor
  }, text)
}

// The CPU time of the main thread for each letter: for script, layout and paint. The time of the measurement, as
// between two letters that are not typed, is subtracted.
async function typeLetters(page: Page): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const none = await measure(page, devtools, () => Promise.resolve())
  const letters = await measure(page, devtools, (key) => page.keyboard.type(key % 6 === 5 ? ' ' : 'a'))
  return letters.map((ms) => ms - median(none))
}

async function measure(
  page: Page,
  devtools: CDPSession,
  work: (key: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  for (let key = 0; key < KEYS; key += 1) {
    const before = await readWork(devtools)
    await work(key)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    times.push(((await readWork(devtools)) - before) * 1000)
  }
  return times.slice(10) // the first ones compile the code
}

async function readWork(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
