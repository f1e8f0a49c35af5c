// The page to read and try the API.
import type { Request } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { signUp, type TestServer } from '../support/server.ts'

const REFERENCE = '/account/api'

let server: TestServer
let cookie: string

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  ;({ cookie } = await signUp(server))
  await takeSession(page.context(), server, cookie)
})

test('a person reads operations and tries them with a token, which nothing keeps', async ({ page }) => {
  const form = {
    intent: 'create-server',
    serverName: 'Reader',
    days: '30',
    scopes: ['sites:read', 'labels:write'],
  }
  const { body } = await server.ask('/account/tokens', { form, headers: { cookie } })
  const [, token = ''] = /<code>(bsk_[\w-]{43})<\/code>/.exec(body) ?? []
  const complaints = collectComplaints(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const answer = page.getByRole('region', { name: 'Try it' })

  await page.goto(server.url + REFERENCE)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'GET /v1/managed-sites', exact: true }).click()
  await page.getByLabel('Token', { exact: true }).fill(token)
  await page.getByLabel('limit', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Send GET' }).click()
  await expect(answer).toContainText('200 OK')
  await expect(answer).toContainText('"entries"')
  expect(await findFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'All operations' }).click()
  await page.getByRole('link', { name: 'PATCH /v1/authors/{author}', exact: true }).click()
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue(token)
  await page.getByLabel('author', { exact: true }).fill('Ines / Ada')
  await page.getByRole('button', { name: 'Send PATCH' }).click()
  await expect(answer).toContainText('404')
  expect(await findFaults(page)).toEqual([])

  const calls = requests.filter((request) => request.url().startsWith(`${server.url}/v1/`))
  const told = await Promise.all(calls.map(async (call) => [call.url(), (await call.allHeaders()).cookie]))
  expect(told).toEqual([
    [`${server.url}/v1/managed-sites?limit=1`, undefined],
    [`${server.url}/v1/authors/Ines%20%2F%20Ada`, undefined],
  ])
  expect(requests.filter((request) => !request.url().startsWith(`${server.url}/`))).toEqual([])
  expect(requests.filter((request) => request.url().includes(token))).toEqual([])
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map(Object.entries)))
  expect(kept).not.toContain(token)
  await page.reload()
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('')
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]) // of the author
})

test.describe('without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false })

  test('a person reads an operation, and learns what trying it needs', async ({ page }) => {
    await page.goto(server.url + REFERENCE)
    await expect(page.getByRole('link', { name: '/openapi.json' })).toBeVisible()
    await page.getByRole('link', { name: 'POST /v1/articles', exact: true }).click()
    await expect(page.getByText('Trying a call here needs scripts.')).toBeVisible()
    await expect(page.getByText('siteIds', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Try it' }).getByRole('button')).toHaveCount(0)
    expect(await findFaults(page)).toEqual([])
  })
})
