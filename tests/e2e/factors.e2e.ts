// The screens of second factors.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { inventCode, showCode, waitForCalm } from '../support/authenticator.ts'
import { collectComplaints, findFaults, holdScripts, logOut, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'
import type { SmsWebhook } from '../support/sms-webhook.ts'

const PASSWORD = 'a long enough password'

let server: TestServer
let sms: SmsWebhook
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  sms = world.sms
})
test.beforeEach(({ page }) => {
  complaints = collectComplaints(page)
  sms.answerWith({ status: 204 })
})

const at = (path: string) => `http://localhost:${server.port}${path}`

async function enter(page: Page, name: string): Promise<string> {
  const { email, cookie } = await signUp(server, `${name}@example.com`)
  await takeSession(page.context(), server, cookie)
  return email
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(at('/auth?next=/publisher'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

// The page that the button is on may have the same address as the one that follows.
async function signOut(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), logOut(page)])
  await page.waitForURL(at('/'))
}

async function add(page: Page, kind: string, fields: Record<string, string> = {}): Promise<void> {
  await page.goto(at('/account'))
  await page.getByRole('link', { name: 'Second factors' }).click()
  await page.getByRole('link', { name: new RegExp(`^${kind}`) }).click()
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const confirm = (page: Page, code: string) => sendCode(page, code, 'Confirm')

// With scripts, six digits are sent as soon as they are there. Afterwards the page may be gone already.
async function sendCode(page: Page, code: string, button: string): Promise<void> {
  const isSent =
    /^\d{6}$/.test(code) && (await page.evaluate(() => matchMedia('(scripting: enabled)').matches))
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  if (!isSent) await page.getByRole('button', { name: button }).click()
}

async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await add(page, 'Authenticator app', { Name: 'My app' })
  const secret = (await page.locator('.factors-secret').innerText()).replaceAll(/\s/g, '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(page.getByRole('link', { name: 'open the app' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await waitForCalm() // otherwise the previous code may expire during this step
  const code = showCode(secret, -1)
  await sendCode(page, code, 'Finish')
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  return { secret, codes: await page.locator('.factors-recovery-codes li').allInnerTexts() }
}

const publisher = (page: Page) => page.getByRole('heading', { name: 'Article Details' })

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })

    test('an authenticator app can be added and used, and recovery codes work once in its place', async ({
      page,
    }) => {
      const email = await enter(page, `app-${javaScriptEnabled}`)
      await waitForCalm(15_000)
      const { secret, codes } = await addApp(page)
      expect(codes).toHaveLength(10)
      await expect(page.getByText('10 of 10 left')).toBeVisible()
      await expect(page.getByText('Verified', { exact: true })).toBeVisible()

      await signOut(page)
      await signIn(page, email)
      await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
      const letGo = await holdScripts(page)
      await page.goto(at('/publisher'), { waitUntil: 'commit' })
      await expect(page, 'no screen opens before that').toHaveURL(/\/auth\/challenge\?next=%2Fpublisher/)
      await confirm(page, inventCode(secret)) // with scripts it is typed before they are there
      letGo()
      await expect(page.getByText('This code is wrong.').first()).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('This code is wrong.')
      const code = showCode(secret)
      await confirm(page, code)
      await expect(publisher(page)).toBeVisible()

      await signOut(page)
      await signIn(page, email)
      await confirm(page, code)
      await expect(page.getByText('This code was used already.').first()).toBeVisible()
      await page.getByRole('link', { name: 'Recovery code' }).click()
      await expect(page.getByText('Each of them works once.')).toBeVisible()
      await confirm(page, codes[0] ?? '')
      await expect(publisher(page)).toBeVisible()
      await expect(page.getByText('Recovery codes left: 9.')).toBeVisible()

      await signOut(page)
      await signIn(page, email)
      await page.getByRole('link', { name: 'Recovery code' }).click()
      await expect(page.getByText('Each of them works once.')).toBeVisible()
      await confirm(page, codes[0] ?? '')
      await expect(page.getByText('or it was used already.').first()).toBeVisible()
      await confirm(page, (codes[1] ?? '').replace('-', ' ').toUpperCase())
      await expect(publisher(page)).toBeVisible()
      await page.goto(at('/account/factors'))
      await expect(page.getByText('8 of 10 left')).toBeVisible()
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await expect(page.getByText('10 of 10 left')).toBeVisible()
      expect(await page.locator('.factors-recovery-codes li').allInnerTexts()).not.toContain(codes[2])

      await page.goto(at('/account/factors'))
      await page.getByRole('link', { name: 'Remove My app' }).click()
      await expect(page.getByText('your password alone opens this account')).toBeVisible()
      await page.getByRole('link', { name: 'Keep it' }).click()
      await page.getByRole('link', { name: 'Remove My app' }).click()
      await page.getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('Only your password protects this account')).toBeVisible()
      await signOut(page)
      await signIn(page, email)
      await expect(publisher(page)).toBeVisible()
      expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([])
    })

    test(
      'a phone can be added and used with a code that was sent to it',
      { tag: '@deep' },
      async ({ page }) => {
        const email = await enter(page, `phone-${javaScriptEnabled}`)
        await add(page, 'Phone', { Number: '0151 2345' })
        await expect(page.getByText('Please enter the number with its country')).toBeVisible()
        await expect(page.getByLabel('Number')).toHaveValue('0151 2345')
        await page.getByLabel('Number').fill('+49 151 12345678')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('button', { name: 'Send a code to +49 ••• 78' }).click()
        await expect(page.getByText('Sent to +49 ••• 78')).toBeVisible()
        expect(sms.messages.at(-1)).toMatchObject({ type: 'sms', to: '+4915112345678' })
        await page.getByRole('button', { name: 'Send another code' }).click()
        await expect(
          page.getByText('A code was sent less than a minute ago. You can ask for another one in a minute.'),
        ).toBeVisible()
        await sendCode(page, sms.lastCode(), 'Finish')
        await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()

        await signOut(page)
        await signIn(page, email)
        await passMinute()
        sms.answerWith({ status: 500 })
        await page.getByRole('button', { name: 'Send a code' }).click()
        await expect(page.getByText('The code could not be sent.').first()).toBeVisible()
        await passMinute()
        sms.answerWith({ status: 204 })
        await page.getByRole('button', { name: 'Send a code' }).click()
        await expect(page.getByText('Sent to +49 ••• 78')).toBeVisible()
        await confirm(page, sms.lastCode())
        await expect(publisher(page)).toBeVisible()
        expect(sms.forged()).toBe(0)
      },
    )
  })
}

test(
  'an expired code of an app or a phone is refused, and a new one is accepted',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await enter(page, 'late')
    await waitForCalm(15_000)
    const { secret } = await addApp(page)
    await add(page, 'Phone', { Number: '+49 151 12345678' })
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(page.getByText('Sent to +49 ••• 78')).toBeVisible()
    await page.getByRole('textbox', { name: 'Code' }).fill(sms.lastCode())
    await expect(page.getByText('Second factor added')).toBeVisible()

    await signOut(page)
    await signIn(page, email)
    await page
      .getByRole('link', { name: /^My app/ })
      .or(page.getByRole('heading', { name: 'My app' }))
      .click()
    await confirm(page, showCode(secret, -2))
    await expect(page.getByText('This code is wrong.').first()).toBeVisible()
    await page.getByRole('link', { name: /\+49 ••• 78/ }).click()
    await passMinute()
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect(page.getByText('Sent to +49 ••• 78')).toBeVisible()
    await queryStore(server, `update factor_challenges set expires_at = now() - interval '1 second'`)
    await confirm(page, sms.lastCode())
    await expect(page.getByText('The time for this code is over.').first()).toBeVisible()
    await passMinute()
    const sent = sms.messages.length
    // The code arrives before the screen shows that it was sent.
    await page.route(isChallengeData, async (route) => {
      if (route.request().method() === 'GET') await sleep(1000)
      await route.continue().catch(() => {}) // the code may have replaced it
    })
    await page.getByRole('button', { name: /^Send a/ }).click()
    await expect.poll(() => sms.messages.length).toBe(sent + 1)
    await confirm(page, sms.lastCode())
    await expect(publisher(page)).toBeVisible()
  },
)

const isChallengeData = ({ pathname }: URL) => pathname === '/auth/challenge.data'

// The row is changed, not the clock.
const passMinute = () =>
  queryStore(server, `update factor_limits set sent_at = sent_at - interval '1 minute'`)

test('a passkey can be added and used', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const email = await enter(page, 'passkey')
  await add(page, 'Passkey', { Name: 'This laptop' })
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ rpId: 'localhost', signCount: 1 }])

  await signOut(page)
  await signIn(page, email)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(publisher(page)).toBeVisible()
  expect((await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toMatchObject([
    { signCount: 2 },
  ])

  await signOut(page)
  await signIn(page, email)
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await devTools.send('WebAuthn.removeCredential', {
    authenticatorId,
    credentialId: credentials[0]?.credentialId ?? '',
  })
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByText('The passkey was not used')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use passkey' })).toBeEnabled()
  expect(complaints).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the screen of passkeys says that it needs scripts', async ({ page }) => {
    await enter(page, 'no-scripts')
    await add(page, 'Passkey')
    await expect(page.locator('noscript p')).toBeVisible()
    expect(await page.locator('noscript p').innerText()).toContain('A passkey needs scripts')
  })
})

test('no screen of factors has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  const look = async () => expect(await findFaults(page)).toEqual([])
  const email = await enter(page, 'look')
  await page.goto(at('/account/factors'))
  await look()
  await page.goto(at('/account/factors?add=phone'))
  await page.getByLabel('Number').fill('1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter the number with its country')).toBeVisible()
  await look()
  await add(page, 'Authenticator app')
  await expect(page.locator('.factors-secret')).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await expect(page.getByText('This code is wrong.')).toBeVisible()
  await look()
  await waitForCalm()
  const { secret } = await addApp(page)
  await look()
  await add(page, 'Passkey', {
    Name: 'A laptop with a very long name that somebody gave it one day in May',
  })
  await look()
  await add(page, 'Phone', { Number: '+49 151 12345678' })
  await page.getByRole('button', { name: /^Send a code/ }).click()
  await expect(page.getByText('Sent to +49 ••• 78')).toBeVisible()
  await look()
  await page.getByRole('textbox', { name: 'Code' }).fill(sms.lastCode())
  await expect(page.getByText('Second factor added')).toBeVisible()
  await page.goto(at('/account/factors'))
  await look()
  await page.getByRole('link', { name: 'Remove My app' }).click()
  await expect(page.getByText('It opens nothing any more.')).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await expect(page.getByText('It opens nothing any more.')).toBeHidden()
  await signOut(page)
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'My app' }).click()
  await confirm(page, inventCode(secret))
  await expect(page.getByText('This code is wrong.').first()).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Recovery code' }).click()
  await expect(page.getByLabel('One of your recovery codes')).toBeVisible()
  await look()
})
