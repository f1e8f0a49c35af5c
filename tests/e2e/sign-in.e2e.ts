// Sign-up, sign-in and sign-out: in several tabs, without scripts, with a forgotten password.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { collectComplaints, findFaults, logOut, signedInMark, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { findLink, type MailServer } from '../support/mail-server.ts'
import { signUp, type TestServer } from '../support/server.ts'

const PASSWORD = 'a long enough password'

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})

const at = (path: string, of = server) => `http://localhost:${of.port}${path}`

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(at(path))
  return page
}

const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' }).first()
// The page that the button is on may have the same address as the one that follows.
const leave = (page: Page) => Promise.all([page.waitForEvent('load'), logOut(page)])

test(
  'every open tab follows a sign-up, a sign-in and a sign-out',
  { tag: '@deep' },
  async ({ context, page }) => {
    const complaints = collectComplaints(page)
    const reader = await openTab(context, '/')
    const waiting = await openTab(context, '/auth?next=/account')
    await page.goto(at('/auth?tab=sign-up&next=/publisher'))
    await page.getByLabel('Email').fill('ines@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()
    await expect(page).toHaveURL(at('/publisher'))
    await expect(signedInMark(reader)).toBeVisible()
    await expect(signInLink(reader)).toBeHidden()
    await expect(waiting).toHaveURL(at('/account'))
    await expect(waiting.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
    await expect(waiting.getByText('Account created successfully!')).toHaveCount(0)
    await page.goto(at('/account'))
    await expect(page.getByText('Account created successfully!')).toHaveCount(0)

    const desk = await openTab(context, '/publisher')
    await desk.getByLabel('Title *').fill('Half an article')
    await logOut(page)
    await expect(page).toHaveURL(at('/'))
    await expect(signInLink(page)).toBeVisible()
    await expect(signInLink(reader)).toBeVisible()
    await expect(signedInMark(reader)).toBeHidden()
    await expect(desk).toHaveURL(at('/auth?next=%2Fpublisher'))
    await expect(waiting).toHaveURL(at('/auth?next=%2Faccount'))
    expect(complaints).toEqual([])
  },
)

test('signing out before the scripts are loaded leads to the home page', async ({ context, page }) => {
  await takeSession(context, server, (await signUp(server)).cookie)
  const sent = Promise.withResolvers<undefined>()
  await page.route(/\.js$/, async (route) => {
    await sent.promise
    await route.continue()
  })
  await page.route(at('/auth'), async (route) => {
    sent.resolve(undefined)
    await sleep(1500) // by now the scripts watch the session
    const response = await route.fetch({ maxRedirects: 0 }) // the cookie is deleted before the page is left
    await sleep(300)
    await route.fulfill({ response })
  })
  await page.goto(at('/publisher'), { waitUntil: 'commit' })
  await logOut(page)
  await expect(page).toHaveURL(at('/'))
})

const CUT = 'connectionfailed'

for (const path of ['/account', '/'])
  test(
    `signing out on ${path} without a server empties the screen, and the session ends later`,
    { tag: path === '/' ? '@deep' : [] },
    async ({ page }) => {
      const { email, cookie } = await signUp(server)
      await takeSession(page.context(), server, cookie)
      await page.goto(at(path))
      await expect(signedInMark(page)).toBeVisible()
      await page.evaluate(() => localStorage.setItem('draft', 'Half an article'))
      await page.route(at('/auth'), (route) => route.abort(CUT))
      await logOut(page)
      const toast = page.getByRole('alert').filter({ hasText: 'Not signed out yet' })
      await expect(toast).toContainText('The server does not answer.')
      await expect(signedInMark(page)).toBeHidden()
      await expect(page.getByText(email)).toBeHidden()
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
      expect(await findFaults(page)).toEqual([])
      await page.unrouteAll()
      const ask = async () => (await server.ask('/account', { headers: { cookie } })).headers.location
      await expect.poll(ask).toBe('/auth?next=%2Faccount')
      await expect(page).toHaveURL(at('/'))
      await expect(toast).toBeHidden()
      await expect(signInLink(page)).toBeVisible()
    },
  )

test('a session whose sign-out was lost with its tab ends at the next request', async ({ page, context }) => {
  const { cookie } = await signUp(server)
  await takeSession(context, server, cookie)
  await page.goto(at('/account'))
  await page.route(at('/auth'), (route) => route.abort(CUT))
  await logOut(page)
  await expect(page.getByText('Not signed out yet')).toBeVisible()
  await page.close()
  const next = await openTab(context, '/account')
  await expect(next).toHaveURL(at('/auth?next=%2Faccount'))
  const answer = await server.ask('/account', { headers: { cookie } })
  expect(answer.headers.location).toBe('/auth?next=%2Faccount')
})

test('signing in from a public page leads back to it, with one toast', async ({ page }) => {
  await signUp(server, 'theo@example.com')
  await page.goto(at('/'))
  await signInLink(page).click()
  await enter(page, 'theo@example.com')
  await expect(page).toHaveURL(at('/'))
  const toast = page.getByRole('status').filter({ hasText: 'Signed in successfully!' })
  await expect(toast).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.reload()
  await expect(signedInMark(page)).toBeVisible()
  await expect(toast).toHaveCount(0)
})

test('signing up without a next page leads to the home page, with a toast', async ({ page }) => {
  await page.goto(at('/auth?tab=sign-up'))
  await page.getByLabel('Email').fill('nowhere@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(at('/'))
  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await expect(signedInMark(page)).toBeVisible()
})

test('a forged cookie cannot put a text on a page', async ({ page, context }) => {
  await signUp(server, 'mara@example.com')
  await page.goto(at('/auth'))
  await enter(page, 'mara@example.com')
  await expect(signedInMark(page)).toBeVisible()
  for (const value of ['<b>You-won</b>', 'toString', 'password-changed', '__proto__']) {
    await context.addCookies([{ name: 'toast', value: `${value}:%2F`, url: at('/') }])
    await page.goto(at('/'))
    await expect(signedInMark(page)).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)
  }
})

test('a wrong password is refused in a sentence; the email address stays, and the button is busy during the request', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.goto(at('/auth'))
  await page.route('**/auth.data**', async (route) => {
    await held.promise
    await route.continue()
  })
  await enter(page, 'nobody@example.com')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  held.resolve()
  await expect(page.locator('.toast')).toHaveText('Invalid email or password')
  await expect(page.locator('main .notice')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
  const password = page.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Invalid email or password')
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a typed password can be shown, and the site is named', async ({ page }) => {
  await page.goto(at('/auth'))
  await expect(page.getByRole('link', { name: 'Back to Broadsheet' })).toHaveAttribute('href', '/')
  const password = page.getByLabel('Password')
  await password.fill('my secret of today')
  await expect(password).toHaveAttribute('type', 'password')
  await password.press('Tab')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide what is typed' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveValue('my secret of today')
})

test('Sign In and Sign Up are tabs, which the arrow keys reach', async ({ page }) => {
  await page.goto(at('/auth?next=/publisher'))
  const [first, second] = ['Sign In', 'Sign Up'].map((name) => page.getByRole('tab', { name }))
  if (!first || !second) throw new Error('Two names give two tabs.')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Sign In' }).getByLabel('Email')).toBeVisible()
  await expect(second).toHaveAttribute('tabindex', '-1') // the scripts of the page run
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(second).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('tabpanel', { name: 'Sign Up' }).getByLabel('Display name')).toBeVisible()
  await expect(page).toHaveURL(at('/auth?tab=sign-up&next=%2Fpublisher'))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('sign-up, sign-in and sign-out work too', async ({ page }) => {
    await page.goto(at('/auth?next=/publisher'))
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('Email').fill('jon@example.com')
    await page.getByLabel('Password').fill('password')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toContainText('Please choose another.')
    await expect(page.getByRole('heading', { name: 'Join the newsroom' })).toBeVisible()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()
    await expect(page).toHaveURL(at('/publisher'))
    await logOut(page)
    await expect(page).toHaveURL(at('/'))
    await page.goto(at('/publisher'))
    await expect(page).toHaveURL(at('/auth?next=%2Fpublisher'))
  })

  test('the header of public pages has the links of the visitor, and pages are the same for all', async ({
    page,
    context,
  }) => {
    const header = page.getByRole('banner')
    const desk = ['Publisher', 'SEO', 'Backlinks'].map((name) =>
      header.getByRole('link', { name, exact: true }).filter({ visible: true }),
    )
    const signOut = header.getByRole('button', { name: 'Logout' }).filter({ visible: true })
    await page.goto(at('/'))
    const forStrangers = await (await page.request.get(at('/'))).text()
    await expect(signInLink(page)).toBeVisible()
    for (const link of [...desk, signOut]) await expect(link).toHaveCount(0)
    const { cookie } = await signUp(server)
    await takeSession(context, server, cookie)
    await page.goto(at('/'))
    for (const link of [...desk, signOut]) await expect(link).toHaveCount(1)
    await expect(signInLink(page)).toBeHidden()
    expect(await (await page.request.get(at('/'))).text()).toBe(forStrangers)
    expect(await findFaults(page)).toEqual([])
    await signOut.click()
    await expect(signInLink(page)).toBeVisible()
    for (const link of [...desk, signOut]) await expect(link).toHaveCount(0)
  })
})

test.describe('on a site that sends mail', () => {
  let mail: MailServer
  let sending: TestServer

  test.beforeAll(async ({ otherWorld }) => {
    sending = await otherWorld.renew()
    mail = otherWorld.mail
  })

  test('an email address is confirmed and a forgotten password is replaced with the links of two mails', async ({
    page,
  }) => {
    await page.goto(at('/auth?tab=sign-up', sending))
    await page.getByLabel('Email').fill('ines@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Please confirm your address')).toBeVisible()
    await page.goto(at(findLink(await mail.receive('ines@example.com', /Confirm your address/)), sending))
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await expect(page.getByText('Your address is confirmed, and you are signed in.')).toBeVisible()
    await leave(page)

    await page.goto(at('/auth', sending))
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill('ines@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('a mail with a link is on its way')).toBeVisible()
    const link = findLink(await mail.receive('ines@example.com', /Choose a new password/))
    await page.goto(at(link, sending))
    await page.getByLabel('New password').fill('quite another password')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByText('Your password has been changed. Please sign in with it.')).toBeVisible()
    await enter(page, 'ines@example.com', 'quite another password')
    await expect(page).toHaveURL(at('/', sending))
    await expect(signedInMark(page)).toBeVisible()

    await leave(page)
    await page.goto(at(link, sending))
    await page.getByLabel('New password').fill('and another password')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByRole('alert')).toContainText('This link has expired or has been used already.')
  })

  test('no screen of signing in has a fault that can be found, before or after its form was sent', async ({
    page,
  }) => {
    for (const path of ['/auth', '/auth?tab=sign-up']) {
      await page.goto(at(path, sending))
      expect(await findFaults(page)).toEqual([])
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password').fill('password')
      await page.getByRole('button', { name: /^Sign (In|Up)$/ }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      expect(await findFaults(page)).toEqual([])
    }
    for (const path of ['/auth/forgot', '/auth/verify']) {
      await page.goto(at(path, sending))
      expect(await findFaults(page)).toEqual([])
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await expect(page.getByText('is on its way')).toBeVisible()
      expect(await findFaults(page)).toEqual([])
    }
    await page.goto(at('/auth/reset?token=used', sending))
    expect(await findFaults(page)).toEqual([])
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await page.goto(at('/auth/verify?token=used', sending))
    expect(await findFaults(page)).toEqual([])
  })
})
