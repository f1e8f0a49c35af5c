// Forms without a response: the network is cut, a proxy answers 503, the database is stopped.
import type { Locator, Page } from '@playwright/test'
import { Client } from 'pg'
import { findFaults, openAccountMenu, takeSession, unfoldAddForm, watchNetwork } from '../support/browser.ts'
import { expectContent, fillContent, openDetails } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'
import { byTier } from '../support/tier.ts'

let server: TestServer
let cookie: string
let email: string
let untilQuiet: () => Promise<void>

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  ;({ cookie, email } = await signUp(server))
  const owner = `(select id from users where email = '${email}')`
  await queryStore(
    server,
    `insert into cities (id, user_id, name, state, slug) values (gen_random_uuid(), ${owner}, 'Toledo', 'Ohio', 'toledo-ohio');
     insert into services (id, user_id, name, slug) values (gen_random_uuid(), ${owner}, 'Roof repair', 'roof-repair');
     insert into target_sites (id, owner_id, kind, name, url, credentials) values ('${SITE}', ${owner}, 'webhook', 'Hook', 'https://hook.example/in', 'unreadable');
     insert into blog_posts (id, tags, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, canonical_url, published_at, updated_at)
       select '${ARTICLE_ID}', '{Harbour}', id, ${owner}, 'Tide', 'tide', 'Text.', '<p>Text.</p>', '', 1, 'Ines', 'https://harbour.example/tide', now(), now()
       from target_sites where kind = 'main'`,
  )
})
test.beforeEach(async ({ page }) => {
  untilQuiet = watchNetwork(page)
  await takeSession(page.context(), server, cookie)
})
test.afterEach(() => openStore())

const at = (path: string) => `http://localhost:${server.port}${path}`

const SITE = '018f0000-0000-7000-8000-000000000001'

interface FormCase {
  path: string
  /** The typed texts, by the labels of their fields. */
  typed: Record<string, string>
  button: string | RegExp
  toast: string
}

const ARTICLE_ID = '0199a000-0000-7000-8000-000000000001'

const FORMS: FormCase[] = [
  {
    path: '/publisher',
    typed: { Title: 'High water', Content: 'The tide is in.', Author: 'Ines' },
    button: /^Publish/,
    toast: 'Failed to publish post',
  },
  {
    path: '/manage-cities',
    typed: { 'Name *': 'Akron', 'State *': 'Ohio' },
    button: 'Add City',
    toast: 'Failed to add city',
  },
  {
    path: '/manage-services',
    typed: { 'Name *': 'Gutters' },
    button: 'Add Service',
    toast: 'Failed to add service',
  },
  {
    path: '/manage-cities?ask=delete-all',
    typed: {},
    button: 'Delete',
    toast: 'Failed to delete city',
  },
  {
    path: '/seo-settings',
    typed: { 'Site Name': 'The Tide' },
    button: 'Save Settings',
    toast: 'Failed to save settings',
  },
  {
    path: `/articles/${ARTICLE_ID}?ask=delete`,
    typed: {},
    button: 'Delete',
    toast: 'Failed to delete the article',
  },
  {
    path: `/articles/${ARTICLE_ID}?ask=discard`,
    typed: {},
    button: 'Discard',
    toast: 'Failed to discard your changes',
  },
  {
    path: '/tags?tag=Harbour',
    typed: { Description: 'Boats and piers.' },
    button: 'Save',
    toast: 'Failed to save the tag',
  },
  {
    path: '/authors?author=Ines',
    typed: { Biography: 'Writes about water.' },
    button: 'Save',
    toast: 'Failed to save the profile',
  },
  {
    path: '/manage-sites/SITE',
    typed: {},
    button: 'Test connection',
    toast: 'Failed to test the connection',
  },
  { path: '/manage-sites/SITE?remove=1', typed: {}, button: 'Remove', toast: 'Failed to remove site' },
  { path: '/account', typed: { Name: 'Ines' }, button: 'Save name', toast: 'Failed to save the name' },
  {
    path: '/account/factors?add=totp',
    typed: { Name: 'Old telephone' },
    button: 'Continue',
    toast: 'Failed to add the factor',
  },
  {
    path: '/account/tokens',
    typed: { 'Name of a new client': 'Nightly import' },
    button: 'Make client',
    toast: 'Failed to make the client',
  },
  {
    path: '/seo-dashboard/pages/template',
    typed: { Title: 'Roofs' },
    button: 'Save Template',
    toast: 'Failed to save the template',
  },
  { path: '/backlink-fixer', typed: {}, button: 'Fix All Backlinks', toast: 'Failed to process backlinks' },
  {
    path: '/seo-dashboard',
    typed: {},
    button: 'Generate Landing Pages',
    toast: 'Failed to generate pages. Please try again.',
  },
  {
    path: '/seo-dashboard',
    typed: {},
    button: 'Notify Search Engines',
    toast: 'Failed to ping search engines. Please try again.',
  },
]
const SIGN_IN: FormCase = {
  path: '/auth',
  typed: { Email: 'ines@example.com', Password: 'a long enough password' },
  button: 'Sign In',
  toast: 'Failed to sign in',
}

const isSent = (url: URL) => url.port === String(server.port)

const isData = (url: URL) => isSent(url) && url.pathname.endsWith('.data')

/** Disturbances after which a form gets no response. Each is undone after the test. */
const DISTURBANCES: Record<string, (page: Page) => Promise<unknown>> = {
  'the network is cut': (page) => page.route(isSent, (route) => route.abort('connectionfailed')),
  'a proxy answers 503': (page) =>
    page.route(isSent, (route) => route.fulfill({ status: 503, body: '<h1>Service Unavailable</h1>' })),
  'the database is stopped': () => closeStore(),
}

for (const [disturbance, begin] of Object.entries(DISTURBANCES)) {
  const needsServer = disturbance.includes('database')
  const tier = disturbance.includes('network') ? {} : { tag: '@deep' } // to a form the others are what a cut network is

  test(`no form loses its typed values when ${disturbance}`, tier, async ({ page }) => {
    test.skip(needsServer && !server.env.DATABASE_URL, 'the embedded store cannot be stopped alone')
    // Before a release, every form of the product is disturbed in every-form.e2e.ts.
    for (const form of byTier(FORMS.slice(0, 2), FORMS)) {
      await page.goto(at(form.path.replace('SITE', SITE)))
      await loseForm(page, form, begin)
    }
    await page.context().clearCookies()
    await page.goto(at(SIGN_IN.path))
    await loseForm(page, SIGN_IN, begin)
    expect(await findFaults(page)).toEqual([])
  })
}

test('a screen without data is an error inside the desk, and the next try shows it', async ({ page }) => {
  await page.goto(at('/manage-cities'))
  await untilQuiet()
  await page.route(isData, (route) => route.abort('connectionfailed'))
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveTitle('Account')
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeHidden()
})

test('the search palette of readers says that it cannot be loaded, and opens once it can', async ({
  page,
}) => {
  await page.goto(at('/'))
  await untilQuiet()
  await page.route(isSent, (route) => route.abort('connectionfailed'))
  // On a busy machine the first key may come before the script of the page listens.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('alert').first()).toContainText('The search does not answer', {
      timeout: 3000,
    })
  }).toPass()
  expect(page.url()).toBe(at('/'))
  await page.unrouteAll()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByLabel('Search articles')).toBeFocused()
})

test('a search in the desk without an answer leaves what was typed', async ({ page }) => {
  await page.goto(at('/manage-cities'))
  await unfoldAddForm(page)
  await page.getByLabel('Name *').fill('Akron')
  await untilQuiet()
  await page.route(isSent, (route) => route.abort('connectionfailed'))
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Where to?' }).fill('tide')
  await expect(page.getByRole('alert')).toContainText('Articles cannot be searched')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name *')).toHaveValue('Akron')
})

async function loseForm(page: Page, form: FormCase, begin: (page: Page) => Promise<unknown>): Promise<void> {
  const { Content: content, ...typed } = form.typed
  if (content) {
    await fillContent(page, content)
    await openDetails(page)
  }
  await unfoldAddForm(page)
  const fields: [Locator, string][] = Object.entries(typed).map(([label, text]) => [
    page.getByRole('textbox', { name: label }),
    text,
  ])
  for (const [field, text] of fields) await field.fill(text)
  const button = page.getByRole('main').getByRole('button', { name: form.button, exact: true })
  await expect(button).toBeEnabled()
  await untilQuiet() // the code of the form's target is loaded
  await begin(page)
  await button.click()
  const toast = page.getByRole('alert').filter({ hasText: form.toast })
  await expect(toast).toContainText(/please try again/i)
  if (fields.length > 0) await expect(toast).toContainText('What you typed is still here')
  else await expect(toast).not.toContainText('typed')
  for (const [field, text] of fields) await expect(field).toHaveValue(text)
  if (content) await expectContent(page, content)
  await expect(button).toBeEnabled()
  await page.unrouteAll()
  await openStore()
}

/** Stops the database of this server: it accepts no new connections, and the open ones are closed. */
async function closeStore(): Promise<void> {
  const name = nameStore()
  await ask(`alter database ${name} allow_connections false`)
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

async function openStore(): Promise<void> {
  if (server.env.DATABASE_URL) await ask(`alter database ${nameStore()} allow_connections true`)
}

const nameStore = () => new URL(server.env.DATABASE_URL ?? '').pathname.slice(1)

async function ask(statement: string): Promise<void> {
  const url = Object.assign(new URL(server.env.DATABASE_URL ?? ''), { pathname: '/postgres' })
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}
