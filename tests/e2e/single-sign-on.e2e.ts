// Signing in with the provider of a company: its owner sets it up, and a colleague comes in without scripts.
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})

test('an owner lets colleagues sign in with the company, and ends it for one of them', async ({
  page,
  browser,
  context,
  world: { idp },
}) => {
  const complaints = collectComplaints(page)
  await takeSession(context, server, (await signUp(server, 'owner@example.com')).cookie)
  await page.goto(`${server.url}/members/sign-in`)
  const address = (await page.getByRole('code').textContent()) ?? ''
  expect(new URL(address).origin).toBe(server.url)
  await idp.register(address)
  await page.getByLabel('Issuer').fill(idp.issuer)
  await page.getByLabel('Client id').fill(idp.clientId)
  await page.getByLabel('Client secret').fill(idp.clientSecret)
  await page.getByLabel('Role of somebody new').selectOption('Editor')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Provider saved. It answers, and it knows the client.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Domain' }).fill('company.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('company.example (not proven yet)')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  // DNS of the world has no text of ours.
  await queryStore(server, 'update sign_in_domains set proven_at = now()')

  idp.person = { sub: 'ann', email: 'ann@company.example', email_verified: true, name: 'Ann Oak' }
  const elsewhere = await browser.newContext({ javaScriptEnabled: false })
  const colleague = await elsewhere.newPage()
  await colleague.goto(`${server.url}/auth?next=/articles`)
  await colleague.getByRole('link', { name: 'Sign in with your company' }).click()
  await colleague.getByLabel('Email').fill('ann@company.example')
  await colleague.getByRole('button', { name: 'Continue' }).click()
  await expect(colleague).toHaveURL(`${server.url}/articles`)
  await expect(colleague.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  await colleague.goto(`${server.url}/account`)
  await expect(colleague.getByRole('alert')).toContainText('sign in with your password for this screen')

  await page.goto(`${server.url}/members`)
  await expect(page.getByRole('paragraph').filter({ hasText: 'Ann Oak' })).toBeVisible()
  await page.getByText('Change the role of Ann Oak').click()
  await page.getByRole('link', { name: 'Remove Ann Oak' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The person was removed')).toBeVisible()
  await colleague.goto(`${server.url}/articles`)
  await expect(colleague).toHaveURL(/\/auth\?next=/)
  await colleague.goto(`${server.url}/auth/company`)
  await colleague.getByLabel('Email').fill('ann@company.example')
  await colleague.getByRole('button', { name: 'Continue' }).click()
  await expect(colleague.getByRole('alert')).toContainText('You are not in this account any more.')
  await elsewhere.close()
  expect(complaints).toEqual([])
})
