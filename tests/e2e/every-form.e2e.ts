// Walks over the screens by their links, and sends every form of each while the server answers no form.
import type { Page } from '@playwright/test'
import { takeSession, watchNetwork } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer, toCookie } from '../support/server.ts'

const PASSWORD = 'a long enough password'

let server: TestServer
let email: string
let cookie: string
let untilQuiet: () => Promise<void>

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  ;({ email, cookie } = await signUp(server))
  await addSite(server, 'Harbour')
  const owner = `(select id from users where email = '${email}')`
  await queryStore(
    server,
    `insert into cities (id, user_id, name, state, slug) values (gen_random_uuid(), ${owner}, 'Toledo', 'Ohio', 'toledo-ohio');
     insert into services (id, user_id, name, slug) values (gen_random_uuid(), ${owner}, 'Roof repair', 'roof-repair');
     insert into blog_posts (id, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, tags, canonical_url, published_at, updated_at)
       select gen_random_uuid(), id, ${owner}, 'Tide', 'tide', 'Text.', '<p>Text.</p>', '', 1, 'Ines', '{Sea}', 'https://harbour.example/tide', now(), now()
       from target_sites where kind = 'main'`,
  )
})
test.beforeEach(({ page }) => {
  untilQuiet = watchNetwork(page)
})

const at = (path: string) => `http://localhost:${server.port}${path}`

/** Kinds of screens that a walk has seen, such as `/articles/ID` or `/account/factors?enrol`. */
const toKind = ({ pathname, searchParams }: URL) => {
  const names = [...new Set(searchParams.keys())].filter((name) => name !== 'next').toSorted()
  const kinds = names.map((name) =>
    /^(kind|add|ask|tab)$/.test(name) ? `${name}=${searchParams.get(name)}` : name,
  )
  return [pathname.replaceAll(/[\da-f-]{36}/g, 'ID'), ...kinds].join('?')
}

// Public pages have no forms of React, and an export is a file.
const isScreen = ({ origin, pathname }: URL) =>
  origin === at('') &&
  /^\/(auth\b|account|publisher|articles|calendar|pictures|tags|authors|import|drafts|backlink-fixer|manage-|seo-)/.test(
    pathname,
  ) &&
  pathname !== '/account/export'

/** Opens every kind of screen that links lead to, and gives each to `look`. */
async function walk(page: Page, start: string[], look: (kind: string) => Promise<void>): Promise<void> {
  const seen = new Set<string>()
  const open = start.map((path) => new URL(at(path)))
  for (let url = open.shift(); url; url = open.shift()) {
    if (!isScreen(url) || seen.has(toKind(url))) continue
    seen.add(toKind(url))
    await page.goto(url.href)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)) // prettier-ignore
    open.push(...links.map((link) => new URL(link)))
    await look(toKind(url))
  }
}

/** Sends each form of the screen in vain. Returns those that fail without a word, or lose what was typed. */
async function findSilentForms(page: Page, kind: string): Promise<string[]> {
  const silent: string[] = []
  // Signing out leaves the screen; it has a test of its own.
  const forms = page.locator('form[method=post]:not(:has([name=intent][value=sign-out]))')
  const buttons = forms.locator('button:not([type=button]):visible:enabled')
  const count = await buttons.count()
  if (count === 0) return silent
  await untilQuiet() // the code of the screen is loaded
  await page.route(at('/**'), (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
  )
  for (let index = 0; index < count; index += 1) {
    const button = buttons.nth(index)
    const name = `${kind}: ${await button.innerText()}`
    const typed = await button.evaluate(typeIntoForm)
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await button.click()
    await failed
    const toast = page.getByRole('alert').filter({ hasText: 'please try again' })
    const isSaid = await toast.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (!isSaid) return [...silent, `${name} says nothing`]
    if ((await button.evaluate(readForm)) !== typed) silent.push(`${name} loses what was typed`)
  }
  await page.unrouteAll()
  return silent
}

// Both run in the browser. The server never sees the form, so nothing in it needs to be right.
function typeIntoForm(button: HTMLElement | SVGElement): string {
  const form = button.closest('form')
  if (!form) return ''
  form.noValidate = true
  for (const field of form.querySelectorAll<HTMLInputElement>(
    'input:not([type])[name], input[type=text][name], input[type=password]',
  ))
    if (!field.readOnly && field.checkVisibility()) {
      field.value = 'typed'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  return JSON.stringify(
    [...form.querySelectorAll<HTMLInputElement>('input[name]:not([type=hidden])')].map(
      ({ name, value, checked }) => [name, value, checked],
    ),
  )
}

function readForm(button: HTMLElement | SVGElement): string {
  const fields = button.closest('form')?.querySelectorAll<HTMLInputElement>('input[name]:not([type=hidden])')
  return JSON.stringify([...(fields ?? [])].map(({ name, value, checked }) => [name, value, checked]))
}

async function findAllSilentForms(
  page: Page,
  start: string[],
): Promise<{ silent: string[]; screens: number }> {
  const silent: string[] = []
  let screens = 0
  await walk(page, start, async (kind) => {
    screens += 1
    silent.push(...(await findSilentForms(page, kind)))
    await page.unrouteAll()
  })
  return { silent, screens }
}

test('no form of the desk fails without a word', { tag: '@deep' }, async ({ page }) => {
  test.slow()
  await takeSession(page.context(), server, cookie)
  const { silent, screens } = await findAllSilentForms(page, ['/publisher', '/auth/confirm'])
  expect(silent).toEqual([])
  expect(screens).toBeGreaterThan(30)
})

test('no form of the sign-in fails without a word', async ({ page }) => {
  const start = ['/auth', '/auth/forgot', '/auth/verify?token=x', '/auth/verify', '/auth/reset?token=x']
  const { silent, screens } = await findAllSilentForms(page, start)
  expect(silent).toEqual([])
  expect(screens).toBeGreaterThan(5)
})

test('no form of the second factor fails without a word', async ({ page }) => {
  const half = await signUp(server)
  for (const kind of ['totp', 'phone', 'webauthn'])
    await queryStore(
      server,
      `insert into factors (id, user_id, factor_type, status, friendly_name, phone)
       select gen_random_uuid(), id, '${kind}', 'verified', 'My ${kind}', ${kind === 'phone' ? "'+4915112345678'" : 'null'}
       from users where email = '${half.email}'`,
    )
  const form = { intent: 'sign-in', email: half.email, password: PASSWORD }
  await takeSession(page.context(), server, toCookie(await server.ask('/auth', { form })))
  await page.goto(at('/auth/challenge'))
  const ways = await page.getByRole('navigation').getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')) // prettier-ignore
  expect(ways).toHaveLength(3)
  for (const way of ['/auth/challenge', ...ways]) {
    await page.goto(at(way))
    expect(await findSilentForms(page, way)).toEqual([])
  }
})
