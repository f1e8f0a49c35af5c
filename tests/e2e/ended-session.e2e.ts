// A form whose session has ended. Its typed values are offered after signing in again, and only to the same person, for the
// same account.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import {
  findFaults,
  holdScripts,
  signedInMark,
  takeSession,
  unfoldAddForm,
  watchNetwork,
} from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { addMember } from '../support/members.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'
import { byTier } from '../support/tier.ts'

const PASSWORD = 'a long enough password'
const ARTICLE_ID = uuidv7()

let server: TestServer
let email: string
let untilQuiet: () => Promise<void>

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  const account = await signUp(server)
  email = account.email
  await queryStore(
    server,
    `insert into blog_posts (id, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, published_at, updated_at)
       select '${ARTICLE_ID}', target_sites.id, users.id, 'Tide', 'tide', 'Text.', '<p>Text.</p>', '', 1, 'Ines', now(), now()
       from target_sites, users where kind = 'main' and email = '${email}'`,
  )
  untilQuiet = watchNetwork(page)
  await takeSession(page.context(), server, account.cookie)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
// A field that gets its script between the selection of its text and the typing loses the selection.
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

interface FormCase {
  path: string
  typed: Record<string, string>
  button: string
}

/** Types into the form of a screen, ends the session, and sends the form. */
async function loseSession(page: Page, { path, typed, button }: FormCase) {
  await page.goto(at(path))
  await unfoldAddForm(page)
  await untilQuiet()
  await untilIdle(page)
  for (const [label, text] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).first().fill(text)
  await queryStore(server, 'delete from sessions')
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
}

async function signIn(page: Page, as = email) {
  await page.getByLabel('Email').fill(as)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(signedInMark(page)).toBeVisible()
}

const FORMS: FormCase[] = [
  { path: '/manage-cities', typed: { 'Name *': 'Akron', 'State *': 'Ohio' }, button: 'Add City' },
  { path: '/manage-services', typed: { 'Name *': 'Gutters' }, button: 'Add Service' },
  { path: '/seo-settings', typed: { 'Site Name': 'The Tide' }, button: 'Save Settings' },
  { path: '/manage-sites/new?kind=hosted', typed: { Name: 'Harbour' }, button: 'Add site' },
]

for (const { path, typed, button } of byTier(FORMS.slice(0, 1), FORMS)) {
  test(`the text of ${path} is offered after signing in again`, async ({ page }) => {
    await loseSession(page, { path, typed, button })
    await signIn(page)
    await page.getByRole('button', { name: 'Put it back' }).click()
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(text)
    expect(await findFaults(page)).toEqual([])
    expect(await stored(page)).not.toContain('form:')
  })
}

test('the text of an article is in its form again', async ({ page }) => {
  await loseSession(page, {
    path: `/articles/${ARTICLE_ID}`,
    typed: { 'Title *': 'High water' },
    button: 'Update 1 site',
  })
  await signIn(page)
  await expect(page.getByLabel('Title *')).toHaveValue('High water')
})

test('another account on the same browser finds nothing of it', async ({ page }) => {
  const other = await signUp(server)
  await loseSession(page, { path: '/manage-cities', typed: { 'Name *': 'Akron' }, button: 'Add City' })
  expect(await stored(page)).toContain('Akron')
  await signIn(page, other.email)
  await expect(page.getByLabel('Name *')).toBeVisible()
  await expect.poll(() => stored(page)).not.toContain('Akron')
  await expect(page.getByRole('button', { name: 'Put it back' })).toHaveCount(0)
})

test('what a member typed stays until the person acts for that account again', async ({ page }) => {
  const owner = await signUp(server)
  await addMember(server, email, { of: owner.email, role: 'editor', isActing: true })
  await loseSession(page, { path: '/manage-cities', typed: { 'Name *': 'Akron' }, button: 'Add City' })
  await signIn(page) // for the own account
  await unfoldAddForm(page)
  await untilQuiet()
  await expect(page.getByRole('button', { name: 'Put it back' })).toHaveCount(0)
  expect(await stored(page)).toContain('Akron')
  await queryStore(
    server,
    `update sessions set account_id = owners.id from users owners, users people
       where owners.email = '${owner.email}' and people.email = '${email}' and sessions.user_id = people.id`,
  )
  await page.reload()
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(page.getByLabel('Name *', { exact: true }).first()).toHaveValue('Akron')
})

test('a password is never kept', async ({ page }) => {
  const secrets = { 'Current password': 'my secret of today', 'New password': 'my secret of tomorrow' }
  await loseSession(page, { path: '/account', typed: secrets, button: 'Change password' })
  expect(await stored(page)).not.toContain('secret')
})

test('text that was typed before the scripts ran is kept as soon as they run', async ({ page }) => {
  await page.clock.install()
  const letGo = await holdScripts(page)
  await page.goto(at(`/articles/${ARTICLE_ID}`), { waitUntil: 'commit' })
  await page.getByLabel('Title *').fill('Typed early')
  await page.clock.pauseAt(Date.now() + 60_000) // no timer runs from here on
  letGo()
  await expect.poll(() => stored(page)).toContain('Typed early')
})
