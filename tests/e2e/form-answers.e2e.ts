// The answer to a form is seen where the visitor is: the first marked field has the focus, and the window shows it.
import type { Locator, Page } from '@playwright/test'
import { takeSession } from '../support/browser.ts'
import { contentOf, editorOf, fillContent, openDetails, otherAction, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, signUp, type TestServer } from '../support/server.ts'

// Too low for a whole form.
test.use({ viewport: { width: 1000, height: 420 } })

let server: TestServer
let cookie: string

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  ;({ cookie } = await signUp(server))
  await addSite(server, 'Harbour')
})
test.beforeEach(({ page }) => takeSession(page.context(), server, cookie))

const at = (path: string) => `http://localhost:${server.port}${path}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Expects the focus on a field, which is in the window together with the sentence beside it. */
async function expectShown(page: Page, field: Locator, sentence: string): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await expect(page.locator('main').getByText(sentence).filter({ visible: true }).first()).toBeInViewport()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('an empty form sent from its end shows its first marked field', async ({ page }) => {
      await page.goto(at('/publisher'))
      await openDetails(page)
      await page.getByLabel('Canonical URL').focus() // the field that is last
      await page.keyboard.press('Escape') // closes the details, where they cover the text
      await press(page, 'Publish Article')
      await expectShown(page, page.getByLabel('Title *'), 'Please fill in this field')

      await page.getByLabel('Title *').fill('High water')
      await openDetails(page)
      await page.getByLabel('Canonical URL').focus()
      await page.keyboard.press('Escape')
      await press(page, 'Publish Article')
      if (javaScriptEnabled) await expectShown(page, contentOf(page), 'Please fill in this field')
      else await expect(contentOf(page)).toBeFocused() // the text area is higher than this window

      await fillContent(page, 'The tide is in.')
      await openDetails(page)
      await page.getByLabel('Author *').fill('Ines')
      await page.keyboard.press('Escape')
      const main = await siteBox(page, 'Broadsheet')
      await main.uncheck()
      await page.keyboard.press('Escape')
      await page.getByLabel('Title *').focus()
      await press(page, 'Publish Article')
      await expectShown(page, main, 'Tick at least one of them.')
    })

    test('a field on another tab of the settings is shown', async ({ page }) => {
      await page.goto(at('/seo-settings'))
      const open = (name: string) => page.getByRole(javaScriptEnabled ? 'tab' : 'radio', { name }).click()
      await open('Business')
      await page.getByLabel('Phone').fill('call us')
      for (const round of ['first', 'second']) {
        await open('Social')
        await press(page, 'Save Settings')
        await expectShown(page, page.getByLabel('Phone'), 'Please enter a telephone number')
        await expect(page.getByLabel('Phone'), round).toHaveValue('call us')
      }
    })
  })
}

test('a field that cannot be sent is marked in our words, until it is mended', async ({ page }) => {
  await page.goto(at('/account'))
  await press(page, 'Change password')
  const present = page.getByLabel('Current password')
  await expectShown(page, present, 'Please fill in this field')
  await page.getByLabel('New password').fill('short')
  await present.fill('a long enough password')
  await expect(present).toHaveAccessibleDescription('')
  await press(page, 'Change password')
  await expectShown(page, page.getByLabel('New password'), 'Please enter at least 8 characters.')

  // A mark of the server goes too, and comes back with the next refusal.
  await page.getByLabel('New password').fill('another long password')
  for (const wrong of ['not my password', 'nor is this mine']) {
    await present.fill(wrong)
    await expect(present).not.toHaveAttribute('aria-invalid')
    await press(page, 'Change password')
    await expectShown(page, present, 'That is not your current password.')
  }
})

test('the editor of the text is shown on a narrow screen too, where the preview may cover it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 400, height: 600 })
  await page.goto(at('/publisher'))
  await editorOf(page)
  await page.getByLabel('Title *').fill('High water')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await press(page, 'Publish Article')
  await expectShown(page, contentOf(page), 'Please fill in this field')
})

test('a time that is over is marked in the form of a schedule', { tag: '@deep' }, async ({ page }) => {
  await page.goto(at('/publisher'))
  await page.getByLabel('Title *').fill('High water')
  await fillContent(page, 'The tide is in.')
  await openDetails(page)
  await page.getByLabel('Author *').fill('Ines')
  await page.keyboard.press('Escape') // closes the details, where they cover the text
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await (await otherAction(page, 'Schedule')).click()
  await page.getByLabel('When', { exact: true }).fill('2020-01-01T10:00')
  await page.getByRole('checkbox', { name: 'Harbour' }).check()
  await press(page, 'Schedule')
  await expectShown(page, page.getByLabel('When', { exact: true }), 'This time is over. Choose a later one.')
  await page.getByLabel('When', { exact: true }).fill(`${new Date().getFullYear() + 1}-01-01T10:00`)
  for (const name of ['Broadsheet', 'Harbour']) await page.getByRole('checkbox', { name }).uncheck()
  await press(page, 'Schedule')
  await expectShown(
    page,
    page.getByRole('checkbox', { name: 'Broadsheet' }),
    'Please select at least one target site',
  )
})

test('an answer at the top of a screen is scrolled into view, and the focus stays on the button', async ({
  page,
}) => {
  await page.goto(at('/manage-sites/new?kind=webhook'))
  await page.getByLabel('Address').fill('https://hook.example/in')
  await page.getByLabel('Name', { exact: true }).fill('Hook')
  await press(page, 'Add site')
  await page.getByRole('link', { name: 'Open the site’s settings' }).click()
  await press(page, 'New secret')
  await expect(page.getByRole('heading', { name: 'The new secret' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Make the new one again' })).toBeFocused()
})
