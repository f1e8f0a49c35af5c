// The tags of an account: another name, a merge with its undo, and a description that readers see.
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { signUpPublisher } from '../support/publisher.ts'
import { addSite, type TestServer } from '../support/server.ts'

let server: TestServer

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  const publisher = await signUpPublisher(server, { content: 'At **noon**.', author: 'Ines Halloran' })
  await takeSession(page.context(), server, publisher.cookie)
  await publisher.publish({ title: 'Low water', tags: 'Sea, Ports' })
  await publisher.publish({ title: 'High water', tags: 'sea' })
})

test('a tag is described, merged with another one, and separated again', async ({ page }) => {
  const complaints = collectComplaints(page)
  await page.goto(`${server.url}/articles`)
  await page.getByRole('navigation', { name: 'Articles' }).getByRole('link', { name: 'Tags' }).click()
  await expect(page.getByRole('heading', { name: '2 tags' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Ports', exact: true }).click()
  await page.getByLabel('Description').fill('Where ships land.')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tag saved')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Where ships land.' })).toBeVisible()

  await page.getByRole('link', { name: 'Sea', exact: true }).click()
  await page.getByLabel('Name').fill('Ports')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Merge “Sea” with “Ports”?')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Merge them' }).click()
  await expect(page.getByText('Tag renamed in 2 articles')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 tag' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: '2 tags' })).toBeVisible()

  await page.getByRole('link', { name: 'Ports', exact: true }).click()
  await page.getByRole('link', { name: 'See its page' }).click()
  await expect(page.getByText('Where ships land.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]) // of the question
})

test.describe('without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false })

  test('a tag gets another name, and its old URL redirects to the new one', async ({ page }) => {
    await page.goto(`${server.url}/tags?tag=sea`)
    await page.getByLabel('Name').fill('Sea, Ports')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.text-bad')).toHaveText('A tag has 1 to 50 characters and no comma.')
    await page.getByLabel('Name').fill('Ocean')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Tag renamed in 2 articles')).toBeVisible()
    await page.goto(`${server.url}/category/sea`)
    await expect(page.getByRole('heading', { level: 1, name: 'Ocean' })).toBeVisible()
    expect(page.url()).toContain('/category/ocean')
  })
})
