// Walks over the screens by their links, and sends every form of each. A disturbance hits each form on its way.
import type { Locator, Page, Route } from '@playwright/test'
import { takeSession, watchNetwork, unfoldAddForm } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer, toCookie } from '../support/server.ts'
import { byTier } from '../support/tier.ts'

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
       from target_sites where kind = 'main';
     insert into proposals (id, account_id, person_id, session_id, agent, operation, request)
       select gen_random_uuid(), id, id, id, 'Claude', 'createDraft', '{"method": "POST", "path": "/v1/drafts", "ifMatch": null, "body": {"title": "T"}}'
       from users where email = '${email}';
     insert into webhooks (id, user_id, url, kinds) values (gen_random_uuid(), ${owner}, 'https://hooks.example/', '{member.left}')`,
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
  /^\/(auth\b|account|publisher|articles|calendar|pictures|tags|authors|import|drafts|proposals|webhooks|backlink-fixer|manage-|seo-)/.test(
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
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    open.push(...links.map((link) => new URL(link)))
    await look(toKind(url))
  }
}

/** A disturbance of a form on its way. */
type Disturbance = (route: Route) => Promise<unknown>

const cut: Disturbance = (route) => route.abort('connectionfailed')
const DISTURBANCES: Record<string, Disturbance> = {
  'the network is cut': cut,
  'the server is stopped': (route) => route.abort('connectionrefused'),
  'the server is killed': (route) => route.abort('connectionreset'),
  'a proxy answers 503': (route) => route.fulfill({ status: 503, body: '<h1>503</h1>' }),
  async 'the server is frozen'(route) {
    const page = route.request().frame().page()
    const isForm = route.request().url().includes('.data') // an automatic save of a screen is given up earlier
    if (isForm) await page.clock.fastForward(31_000)
    if (isForm) await expect(toastsOf(page)).toContainText('has not answered for 30 seconds')
    await route.abort('timedout').catch(() => {})
  },
  async 'the answer is cut after the work'(route) {
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset').catch(() => {}) // its screen was left meanwhile
  },
}

const toastsOf = (page: Page) => page.locator('.toast')

// Signing out leaves the screen; it has a test of its own. What a question covers is tried without the question.
const formsOf = (page: Page) =>
  page.locator(
    ':is(html:not(:has(dialog[open])), dialog[open]) form[method=post]:not(:has([name=intent][value=sign-out]))',
  )
const buttonsOf = (forms: Locator) => forms.locator('button:not([type=button]):visible:enabled')

/** Sends each form of the screen in vain. Returns those that fail without a word, or lose the typed values. */
async function findSilentForms(page: Page, kind: string, disturb: Disturbance): Promise<string[]> {
  const silent: string[] = []
  await unfoldAddForm(page)
  const buttons = buttonsOf(formsOf(page))
  const count = await buttons.count()
  if (count === 0) return silent
  await untilQuiet() // the code of the screen is loaded
  await page.route(at('/**'), (route) =>
    route.request().method() === 'POST' ? disturb(route) : route.continue(),
  )
  for (let index = 0; index < count; index += 1) {
    const button = buttons.nth(index)
    const name = `${kind}: ${await button.innerText()}`
    const isInPanel = await button.evaluate((element) => element.closest('[popover]') !== null)
    const typed = await button.evaluate(typeIntoForm)
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await button.click()
    await Promise.any([failed, answered])
    const isSaid = await toastsOf(page)
      .filter({ hasText: 'please try again' })
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      )
    if (!isSaid) return [...silent, `${name} says nothing`]
    if (isInPanel) await page.reload() // it has no fields, and is open again in its address
    else if ((await button.evaluate(readForm)) !== typed) silent.push(`${name} loses what was typed`)
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
  disturbances: Disturbance[],
): Promise<{ silent: string[]; screens: number }> {
  const silent: string[] = []
  let screens = 0
  await page.clock.install()
  await walk(page, start, async (kind) => {
    screens += 1
    const url = page.url()
    for (const disturbance of disturbances) {
      if (page.url() !== url || disturbance !== disturbances[0]) await page.goto(url)
      silent.push(...(await findSilentForms(page, kind, disturbance)))
      await page.unrouteAll()
    }
  })
  return { silent, screens }
}

for (const [name, disturbance] of Object.entries(DISTURBANCES))
  test(`no form of the desk fails without a word when ${name}`, { tag: '@deep' }, async ({ page }) => {
    test.slow()
    await takeSession(page.context(), server, cookie)
    const { silent, screens } = await findAllSilentForms(page, ['/publisher'], [disturbance])
    expect(silent).toEqual([])
    expect(screens).toBeGreaterThan(30)
  })

test('no form of the sign-in fails without a word', async ({ page }) => {
  const start = ['/auth', '/auth/forgot', '/auth/verify?token=x', '/auth/verify', '/auth/reset?token=x']
  const { silent, screens } = await findAllSilentForms(
    page,
    start,
    byTier([cut], Object.values(DISTURBANCES)),
  )
  expect(silent).toEqual([])
  expect(screens).toBeGreaterThan(5)
})

test('no form of the second factor fails without a word', { tag: '@deep' }, async ({ page }) => {
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
  const ways = await page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(ways).toHaveLength(3)
  for (const way of ['/auth/challenge', ...ways]) {
    await page.goto(at(way))
    expect(await findSilentForms(page, way, cut)).toEqual([])
  }
})

test('no form of the desk loses what was typed with its session', { tag: '@deep' }, async ({ page }) => {
  test.slow()
  await takeSession(page.context(), server, cookie)
  const lost: string[] = []
  await walk(page, ['/publisher'], async (kind) => {
    const forms = formsOf(page).filter({ has: page.locator(KEPT) })
    const count = await forms.count()
    const url = page.url()
    for (let index = 0; index < count; index += 1) {
      await page.goto(url)
      await untilQuiet()
      const button = buttonsOf(forms.nth(index)).first()
      if ((await button.count()) === 0) continue
      await button.evaluate(typeIntoForm)
      const typed = await forms.nth(index).locator(KEPT).count()
      await queryStore(server, 'delete from sessions')
      await button.click()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.waitForURL((to) => to.pathname === new URL(url).pathname)
      await untilQuiet()
      const offer = page
        .getByRole('button', { name: 'Put it back' })
        .or(page.getByRole('link', { name: 'Go on with it' }))
      let found = 0
      const putBack = async () => {
        if (await offer.isVisible()) await offer.click()
        return (found = await countTyped(page))
      }
      await expect
        .poll(putBack)
        .toBeGreaterThanOrEqual(typed)
        .catch(() => {}) // the list says it
      if (found < typed) lost.push(`${kind}: ${index}, ${found} of ${typed}`)
    }
  })
  expect(lost).toEqual([])
})

const countTyped = (page: Page) =>
  page
    .locator(KEPT)
    .evaluateAll((all) => all.filter((field) => (field as HTMLInputElement).value === 'typed').length)

// The text fields that are put back after signing in again. Passwords and codes are never kept.
const KEPT = ':is(input:not([type]), input[type=text])[name]:not([autocomplete=one-time-code]):visible'
