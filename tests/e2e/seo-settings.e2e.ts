// The screens of SEO settings: type, preview, correct, save, and read the public page.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, openAccountMenu, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let owner: { cookie: string }
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  owner = await signUp(server)
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  await takeSession(page.context(), server, owner.cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const openTab = (page: Page, tab: string) => page.getByRole('tab', { name: tab }).click()

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })
    const name = javaScriptEnabled ? 'The Tide' : 'The Ebb'
    const tab = (page: Page, title: string) =>
      page.getByRole(javaScriptEnabled ? 'tab' : 'radio', { name: title })
    const show = (page: Page, title: string) => tab(page, title).click()
    const expectOpen = (page: Page, title: string) =>
      javaScriptEnabled
        ? expect(tab(page, title)).toHaveAttribute('aria-selected', 'true')
        : expect(tab(page, title)).toBeChecked()

    test('an owner fills in all tabs, corrects a field, and finds the main site under its new name', async ({
      page,
    }) => {
      await page.goto(at('/seo-settings'))
      await page.getByLabel('Site Name').fill(name)
      await show(page, 'Business')
      await expect(page.getByLabel('Site Name')).toBeHidden()
      await page.getByLabel('Phone').fill('call us')
      await show(page, 'Social')
      await page.getByLabel('Facebook').fill('facebook.com/tide')
      await show(page, 'Verification')
      const code = 'dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8'
      await page
        .getByLabel('Google Search Console')
        .fill(`<meta name="google-site-verification" content="${code}" />`)
      await press(page, 'Save Settings')
      await expect(page.getByText('Failed to save settings')).toBeVisible()
      await expectOpen(page, 'Business 1 to correct')
      await expect(page.getByLabel('Phone')).toHaveValue('call us')
      await expect(page.getByText('Please enter a telephone number')).toBeVisible()

      await page.getByLabel('Phone').fill('+1 (555) 010-0199')
      await press(page, 'Save Settings')
      await expect(page.getByText('Settings saved successfully')).toBeVisible()
      await expectOpen(page, 'Business')
      await show(page, 'Verification')
      await expect(page.getByLabel('Google Search Console')).toHaveValue(code)
      await show(page, 'Social')
      await expect(page.getByLabel('Facebook')).toHaveValue('https://facebook.com/tide')

      await openAccountMenu(page)
      await page.getByRole('link', { name: 'View site' }).click()
      await expect(page).toHaveTitle(name)
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' })).toHaveAttribute(
        'href',
        'https://facebook.com/tide',
      )
      expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
    })
  })
}

test('the count and both previews follow the typed text', async ({ page }) => {
  await page.goto(at('/seo-settings'))
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await page.getByLabel('Site Name').fill('A very long name '.repeat(5).trim())
  const title = preview.locator('.settings-search-result-title')
  for (const place of [
    title,
    preview.locator('.settings-search-result-site'),
    preview.locator('.settings-share-card-title'),
  ])
    await expect(place).toContainText('A very long name A very')
  expect(await title.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  await page.getByLabel('Site Domain').fill('https://Tide.example/about')
  await expect(preview.getByText('https://tide.example')).toBeVisible()
  await page.getByLabel('Default Meta Description').fill('é'.repeat(149))
  await expect(page.getByText('149 of 150-160 characters')).not.toHaveClass('text-ok')
  await page.getByLabel('Default Meta Description').pressSequentially('🌊')
  await expect(page.getByText('150 of 150-160 characters')).toHaveClass('text-ok')
  await expect(preview.getByText('é'.repeat(149))).toHaveCount(2)
  await page.route('https://pictures.example/**', (route) => route.fulfill({ path: 'public/favicon.svg' }))
  await page.getByLabel('Default Share Image').fill('https://pictures.example/tide.svg')
  await expect(preview.locator('img')).toHaveAttribute('src', 'https://pictures.example/tide.svg')
  await page.getByLabel('Default Share Image').fill('tide.svg')
  await expect(preview.locator('img')).toHaveAttribute('src', '/social.png')
  expect(complaints).toEqual([])
})

test('while the form is being sent, the button says so and is disabled', async ({ page }) => {
  await page.goto(at('/seo-settings'))
  await page.route('**/seo-settings.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await press(page, 'Save Settings')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(page.getByText('Settings saved successfully')).toBeVisible()
})

test('other accounts read that their settings are not those of the main site', async ({ page }) => {
  await takeSession(page.context(), server, (await signUp(server)).cookie)
  await page.goto(at('/seo-settings'))
  await expect(page.getByText('The main site shows those of its owner.')).toBeVisible()
  await page.getByLabel('Site Name').fill('Mine')
  await press(page, 'Save Settings')
  await expect(page.getByText('Settings saved successfully')).toBeVisible()
  await page.goto(at('/'))
  await expect(page).not.toHaveTitle('Mine')
})

test('on a phone the menu is at the bottom, tabs are in one row, and the open tab is visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const isReloaded of [true, false]) {
    if (isReloaded) await page.goto(at('/tags'))
    else await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Articles' }).click()
    const desk = page.getByRole('navigation', { name: 'Desk' })
    const tabs = page.getByRole('navigation', { name: 'Articles' })
    for (const menu of [desk, tabs]) {
      await expect(menu.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
      const tops = await menu
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)
    }
    expect(await desk.evaluate((menu) => menu.getBoundingClientRect().bottom)).toBe(844)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('a screen reader hears tabs, and the arrow keys switch them', async ({ page }) => {
  await page.goto(at('/seo-settings'))
  const tabs = page.getByRole('tablist', { name: 'Settings' }).getByRole('tab')
  await expect(tabs).toHaveText(['General', 'Business', 'Social', 'Verification'])
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Business' }).getByLabel('Phone')).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await page.keyboard.press('End')
  await expect(page.getByRole('tabpanel', { name: 'Verification' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tabpanel', { name: 'General' })).toBeVisible()
  await page.keyboard.press('Tab') // the other tabs are no stops on the way
  await expect(page.getByLabel('Site Name')).toBeFocused()
})

test('no tab of the settings has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  await page.goto(at('/seo-settings'))
  for (const tab of ['General', 'Business', 'Social', 'Verification']) {
    await openTab(page, tab)
    expect(await findFaults(page)).toEqual([])
  }
  await page.getByLabel('Google Search Console').fill('no')
  await openTab(page, 'General')
  await page.getByLabel('Site Domain').fill('127.0.0.1')
  await press(page, 'Save Settings')
  await expect(page.getByText('Please enter a host name alone')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})
