// Links that show a draft to people without an account.
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { fillContent, otherAction } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let cookie: string

test.beforeEach(async ({ world }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  ;({ cookie } = await signUp(server))
})

test('a writer shares a draft, a friend reads it without an account, and the link is withdrawn', async ({
  page,
  browser,
}) => {
  const complaints = collectComplaints(page)
  await takeSession(page.context(), server, cookie)
  await page.goto(`${server.url}/publisher`)
  await page.getByLabel('Title *').fill('Low water')
  await fillContent(page, 'At **noon**.')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const made of ['a new link', 'the same link']) {
    await (await otherAction(page, 'Share')).click()
    await expect(page.getByText('Link copied'), made).toBeVisible()
    await page.getByRole('button', { name: 'Close this message' }).click()
  }
  expect(await queryStore(server, 'select id from draft_shares')).toHaveLength(1)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect((await server.ask(new URL(copied).pathname)).body).toContain('At <strong>noon</strong>.')
  await (await otherAction(page, 'Shared links')).click()
  await expect(page.getByRole('heading', { name: 'Share “Low water”' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('The link works for').selectOption('30 days')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText('Link made')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  const address =
    (await page
      .getByText(/\/draft\/[\w-]{43}/)
      .first()
      .textContent()) ?? ''

  const friend = await browser.newContext()
  const read = await friend.newPage()
  await read.goto(address)
  await expect(read.getByRole('heading', { level: 1, name: 'Low water' })).toBeVisible()
  await expect(read.getByText('It is not published, and may change.')).toBeVisible()
  expect(await findFaults(read)).toEqual([])
  expect(await friend.cookies()).toEqual([])

  await page.getByRole('button', { name: 'Withdraw' }).first().click()
  await expect(page.getByText('Link withdrawn')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the text' }).click()
  await expect(page.getByLabel('Title *')).toHaveValue('Low water')
  await read.reload()
  await expect(read.getByRole('heading', { name: 'This link shows nothing any more' })).toBeVisible()
  expect(await findFaults(read)).toEqual([])
  await friend.close()
  expect(complaints).toEqual([])
})
