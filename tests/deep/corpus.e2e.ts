// Every real article of the collection beside the project, opened in a browser that reports unexpected effects.
import { existsSync } from 'node:fs'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { expect, test } from '../support/journeys.ts'
import { ended, queryStore, runTool, type TestServer } from '../support/server.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const COUNT = 2793
const PAGES = 4
const PICTURE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>').toString(
  'base64',
)

test.skip(!existsSync(CORPUS), 'The collection of real articles is not beside the project.')

let server: TestServer

test.beforeAll(async ({ world }) => {
  test.setTimeout(180_000)
  server = await world.renew()
  const { output } = await ended(runTool(server, 'tools/import.ts', CORPUS))
  expect(output).toContain(`${COUNT} imported`)
})

/** Reports an effect that an article must not have on its page. */
type Report = (what: string) => void

/** Answers requests to other servers: a picture for pictures over https; others are reported and refused. */
async function guardNetwork(devtools: CDPSession, report: Report): Promise<void> {
  devtools.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    if (resourceType === 'Image') {
      const responseHeaders = [{ name: 'content-type', value: 'image/svg+xml' }]
      const answer = { requestId, responseCode: 200, responseHeaders, body: PICTURE }
      return void devtools.send('Fetch.fulfillRequest', answer).catch(() => {})
    }
    report(`asked for ${resourceType} ${request.url}`)
    return void devtools
      .send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      .catch(() => {})
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] })
}

/** Reports all requests, scripts, windows and log lines of a page, except its own files. */
async function observe(page: Page, report: Report): Promise<void> {
  const own = new URL(server.url).origin
  const devtools = await page.context().newCDPSession(page)
  await guardNetwork(devtools, report)
  devtools.on('Debugger.scriptParsed', ({ url }) => {
    if (url !== '' && !url.startsWith(`${own}/assets/`)) report(`ran ${url}`) // scripts without an address are those of this test
  })
  await devtools.send('Debugger.enable')
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    const isPicture = request.resourceType() === 'image' && (protocol === 'https:' || protocol === 'data:')
    if (origin !== own && !isPicture) report(`asked for ${request.resourceType()} ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') report(`said ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`threw ${error.message}`))
  page.on('dialog', (dialog) => {
    report(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => report(`opened ${popup.url()}`))
  page.on('download', (download) => report(`downloaded ${download.url()}`))
  page.on('frameattached', (frame) => report(`framed ${frame.url()}`))
}

/** Opens all articles, one after the other. Returns the reports. */
async function readAll(context: BrowserContext, slugs: string[]): Promise<string[]> {
  const page = await context.newPage()
  const strange: string[] = []
  let slug: string | undefined
  await observe(page, (what) => strange.push(`${slug} ${what}`))
  while ((slug = slugs.pop()) !== undefined) {
    const answer = await page.goto(`${server.url}/article/${slug}`, { waitUntil: 'domcontentloaded' })
    if (answer?.status() !== 200) strange.push(`${slug} answered ${answer?.status()}`)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) strange.push(`${slug} is ${excess} px too wide`)
  }
  await page.close()
  return strange
}

test('no real article loads or runs a foreign resource, and none is wider than a phone', async ({
  browser,
}) => {
  test.setTimeout(900_000)
  const rows = await queryStore<{ slug: string }>(server, 'select slug from blog_posts order by slug')
  expect(rows).toHaveLength(COUNT)
  const slugs = rows.map(({ slug }) => slug)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const strange = await Promise.all(Array.from({ length: PAGES }, () => readAll(context, slugs)))
  await context.close()
  expect(strange.flat()).toEqual([])
})
