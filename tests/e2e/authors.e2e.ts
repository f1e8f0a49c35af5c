// The authors of an account's articles: their profiles, and articles of several authors.
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { openDetails } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { takePicture } from '../support/pictures.ts'
import { signUpPublisher } from '../support/publisher.ts'
import { addSite, type TestServer } from '../support/server.ts'

let server: TestServer

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  const publisher = await signUpPublisher(server, { content: 'At **noon**.' })
  await takeSession(page.context(), server, publisher.cookie)
  await publisher.publish({ title: 'Low water', author: 'Theo Quay, Ines Halloran, Mara Pier' })
})

test('a name with a comma stays one author, and other signs between names are asked about', async ({
  page,
}) => {
  await page.goto(`${server.url}/publisher`)
  await openDetails(page)
  const field = page.getByLabel('Author *')
  await expect(async () => {
    await field.fill('Robert Vale, Jr.') // says nothing before the scripts of the page have run
    await field.fill('Ines Halloran, Robert Vale, Jr. and Theo Quay')
    await expect(page.getByText('Is this more than one author?')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(field).toHaveValue('Ines Halloran, Robert Vale, Jr. and Theo Quay') // nothing is changed silently
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Write “Ines Halloran, Robert Vale, Jr., Theo Quay”' }).click()
  await expect(field).toHaveValue('Ines Halloran, Robert Vale, Jr., Theo Quay')
  await expect(page.getByText('These are 3: Ines Halloran · Robert Vale, Jr. · Theo Quay')).toBeVisible()
  await expect(page.getByText('Is this more than one author?')).toBeHidden()
})

const tierOf = (javaScriptEnabled: boolean) => (javaScriptEnabled ? {} : { tag: '@deep' })
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tierOf(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a profile has a biography, a picture and links, which readers see', async ({ page }) => {
      const complaints = collectComplaints(page)
      await page.goto(`${server.url}/authors`)
      await expect(page.getByRole('heading', { name: '3 authors' })).toBeVisible()
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
      await page.getByRole('link', { name: 'Theo Quay' }).click()
      await page.getByLabel('Biography').fill('Sails since he was six.')
      await page.getByRole('textbox', { name: 'Links' }).fill('nothing')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('The profile was not saved')).toBeVisible()
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
      await page.getByRole('textbox', { name: 'Links' }).fill('example.com/theo')
      const buffer = await takePicture({ width: 600, height: 400, format: 'png' })
      await page.getByLabel('Picture').setInputFiles({ name: 'theo.png', mimeType: 'image/png', buffer })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Profile saved')).toBeVisible()
      await expect(page.getByText('Sails since he was six.')).toBeVisible()

      await page.goto(`${server.url}/article/low-water`)
      await expect(page.getByText('Theo Quay, Ines Halloran and Mara Pier').first()).toBeVisible()
      await expect(page.getByRole('complementary')).toContainText('Sails since he was six.')
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
      await page.getByRole('link', { name: 'Theo Quay' }).first().click()
      await expect(page.getByRole('link', { name: 'example.com/theo' })).toBeVisible()
      await expect(page.getByText('Sails since he was six.')).toBeVisible()
      if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
      // A refused form is an answer of 400, which the browser reports.
      expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    })
  })
