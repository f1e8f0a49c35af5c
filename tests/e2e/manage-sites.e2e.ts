// The screens of sites: choose, test, add, change, remove.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { fillContent, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'
import type { WordPressFake } from '../support/wordpress-fake.ts'

let server: TestServer
let blog: WordPressFake
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  blog = world.blog
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  const { cookie } = await signUp(server)
  await takeSession(page.context(), server, cookie)
})

const at = (path: string, host = 'localhost') => `http://${host}:${server.port}${path}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click()

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const homeOfQuay = async () => (await server.ask('/', { host: 'quay.localhost' })).body

async function addHosted(page: Page, name: string): Promise<void> {
  await page.goto(at('/manage-sites/new?kind=hosted'))
  await fillIn(page, { Address: `${name.toLowerCase()}.localhost`, Name: name })
  await press(page, 'Add site')
  await expect(page.getByRole('heading', { name: `${name} is added` })).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })
    const Name = javaScriptEnabled ? 'Daily' : 'Weekly'

    test('a hosted site can be added, published to, renamed, switched off and removed', async ({ page }) => {
      await page.goto(at('/manage-sites'))
      await expect(page.getByRole('heading', { name: 'No sites yet' })).toBeVisible()
      await follow(page, 'Add a hosted site')
      await fillIn(page, { Address: 'localhost', Name, Description: 'Boats, plainly.' })
      await press(page, 'Add site')
      await expect(page.getByText('A host name of its own, such as')).toBeVisible()
      await expect(page.getByLabel('Description')).toHaveValue('Boats, plainly.')
      const host = `${Name.toLowerCase()}.localhost`
      await fillIn(page, { Address: host })
      await press(page, 'Add site')
      await expect(page.getByRole('link', { name: at('', host) })).toBeVisible()

      await follow(page, 'Publish there')
      await fillIn(page, { 'Title *': `Tides of ${Name}` })
      await fillContent(page, 'High water.')
      await (await siteBox(page, Name)).check()
      await press(page, 'Publish Article')
      await expect(page.getByText('All sites published successfully')).toBeVisible()
      await page.goto(at('/manage-sites'))
      await expect(page.getByText('1 delivered')).toBeVisible()

      await follow(page, Name)
      await fillIn(page, { Name: `The ${Name}` })
      await page.getByRole('radio', { name: /Stay out of search/ }).check()
      await press(page, 'Save')
      await expect(page.getByText('Site saved')).toBeVisible()
      await expect(async () => {
        await page.goto(at(`/article/tides-of-${Name.toLowerCase()}`, host))
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/, {
          timeout: 500, // then the page is loaded again
        })
      }).toPass()
      await expect(page.getByRole('link', { name: `The ${Name}` }).first()).toBeVisible()

      await page.goto(at('/manage-sites'))
      await follow(page, `The ${Name}`)
      await press(page, 'Switch off')
      await expect(page.getByText('Switched off', { exact: true })).toBeVisible()
      await expect(async () => expect((await server.ask('/', { host })).status).toBe(421)).toPass()
      await press(page, 'Switch on')
      await expect(page.getByText('Active', { exact: true })).toBeVisible()
      await expect(async () => expect((await server.ask('/', { host })).status).toBe(200)).toPass()

      await follow(page, 'Remove')
      await expect(page.getByText('the copy of one article on it go with it')).toBeVisible()
      await follow(page, 'Keep it')
      await follow(page, 'Remove')
      await press(page, 'Remove')
      await expect(page.getByText('Site removed')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No sites yet' })).toBeVisible()
      await page.goto(at(`/article/tides-of-${Name.toLowerCase()}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  })
}

test('the look of a site is seen before it is saved, is on its pages then, and is put back with one press', async ({
  page,
}) => {
  await addHosted(page, 'Quay')
  await follow(page, 'Open the site’s settings')
  const frame = page.frameLocator('iframe[title="Preview: Home"]')
  await expect(frame.getByText('No articles yet.')).toBeVisible()
  await fillIn(page, { Tagline: 'Ships, plainly', Accent: '#ffb000', Menu: 'Boats | /category/boats' })
  await expect(frame.getByText('Ships, plainly')).toBeVisible()
  await press(page, 'Save the look')
  await expect(page.getByText('The nearest one that can is')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await press(page, 'Save with the nearest colours')
  await expect(page.getByText('Look saved')).toBeVisible()
  await expect(page.getByText('There is no page at /category/boats')).toBeVisible()
  await expect.poll(homeOfQuay).toContain('Ships, plainly')
  await page.goto(at('/', 'quay.localhost'))
  await expect(page.getByRole('link', { name: 'Boats' }).first()).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.goBack()
  await press(page, 'Undo the last change')
  await expect(page.getByText('Look put back')).toBeVisible()
  await expect(page.getByLabel('Tagline')).toHaveValue('')
  await expect.poll(homeOfQuay).not.toContain('Ships, plainly')
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]) // the refusal
})

test('a WordPress site can be tested and added, and its connection can be changed', async ({ page }) => {
  await page.goto(at('/manage-sites'))
  await follow(page, 'WordPress, Ghost or a webhook')
  await expect(page.getByText('What kind of site is it?')).toBeVisible()
  await follow(page, /^WordPress/)
  const password = page.getByLabel('Application password')
  await fillIn(page, { Address: blog.url, 'User name': blog.username, Name: 'Ines’s blog' })
  await password.fill('wrong')
  await press(page, 'Test connection')
  await expect(page.getByText('The connection does not work')).toBeVisible()
  await expect(password, 'what was typed stays').toHaveValue('wrong')
  await password.fill(blog.password)
  await press(page, 'Test connection')
  await expect(page.getByText('The connection works: “Harbour Post”')).toBeVisible()
  await press(page, 'Add site')
  await expect(page.getByRole('heading', { name: 'Ines’s blog is added' })).toBeVisible()

  await follow(page, 'Open the site’s settings')
  await expect(page.getByLabel('Application password')).toHaveValue('')
  await fillIn(page, { Description: 'Not saved yet' })
  await press(page, 'Test connection')
  await expect(page.getByText('The connection works: “Harbour Post”')).toBeVisible()
  await expect(page.getByLabel('Description'), 'a test throws nothing away').toHaveValue('Not saved yet')
  await fillIn(page, { 'User name': blog.username, 'Application password': 'wrong' })
  await press(page, 'Save connection')
  await expect(page.getByText('Connection saved')).toBeVisible()
  await expect(page.getByText('The connection does not work')).toBeVisible()
  await expect(
    page.getByLabel('Application password'),
    'a saved secret is not left on the screen',
  ).toHaveValue('')
  expect(complaints).toEqual([])
})

test('the secret of a webhook is shown once, and a new one can be added beside it', async ({ page }) => {
  await page.goto(at('/manage-sites/new?kind=webhook'))
  await fillIn(page, { Address: 'https://hook.example/in', Name: 'Hook' })
  await press(page, 'Add site')
  const secret = page.getByText(/^whsec_/)
  const first = await secret.innerText()
  await follow(page, 'Open the site’s settings')
  await expect(page.getByRole('button', { name: 'New secret' })).toBeVisible()
  await expect(secret).toHaveCount(0)
  await press(page, 'New secret')
  await expect(secret).toBeVisible()
  expect(await secret.innerText()).not.toBe(first)
  await press(page, 'Retire the old one')
  await expect(page.getByText('Old secret retired')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New secret' })).toBeVisible()
  expect(complaints).toEqual([])
})

test(
  'after a long time in a session, each form asks for the password in place and is then saved',
  { tag: '@deep' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 420 })
    const password = page.getByLabel('Password of your account')
    const confirm = async (button: string) => {
      await queryStore(server, `update sessions set authenticated_at = now() - interval '1 hour'`)
      await press(page, button)
      await expect(password).toBeFocused()
      await expect(page.getByText('It is a while since you signed in.')).toBeInViewport()
      await password.fill('a long enough password')
      await press(page, button)
    }
    await page.goto(at('/manage-sites/new?kind=wordpress'))
    await fillIn(page, { Address: blog.url, Name: 'Kept', 'User name': blog.username })
    await page.getByLabel('Application password').fill(blog.password)
    await confirm('Add site')
    await expect(page.getByText('The connection works: “Harbour Post”')).toBeVisible()

    await follow(page, 'Open the site’s settings')
    await fillIn(page, { Address: `${blog.url}/moved`, 'User name': 'another' })
    await page.getByLabel('Application password').fill('another secret')
    await confirm('Save connection')
    await expect(page.getByText('Connection saved')).toBeVisible()
    await expect(page.getByLabel('Address')).toHaveValue(`${blog.url}/moved`)
    await expect(password).toHaveCount(0)

    await page.goto(at('/manage-sites/new?kind=webhook'))
    await fillIn(page, { Address: 'https://again.example/in', Name: 'Hook again' })
    await press(page, 'Add site')
    await follow(page, 'Open the site’s settings')
    await confirm('New secret')
    await expect(page.getByText(/^whsec_/)).toBeVisible()
  },
)

test('no screen of sites has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  const look = async () => expect(await findFaults(page)).toEqual([])
  await page.goto(at('/manage-sites'))
  await look()
  await follow(page, 'WordPress, Ghost or a webhook')
  await expect(page.getByText('What kind of site is it?')).toBeVisible()
  await look()
  await follow(page, /^WordPress/)
  await press(page, 'Add site')
  await expect(page.getByText('Please give it a name')).toBeVisible()
  await look()
  const name = 'Lookout'
  await addHosted(page, name)
  await look()
  await addSite(server, 'Shared-with-all')
  await queryStore(
    server,
    `update target_sites set is_active = false, disabled_reason = 'The receiver wants no more messages (status 410).'
     where name = '${name}'`,
  )
  await page.goto(at('/manage-sites'))
  await expect(page.getByText('Shared', { exact: true }).first()).toBeVisible()
  await look()
  await follow(page, name)
  await expect(page.getByRole('heading', { name: 'Address' })).toBeVisible()
  await look()
  await follow(page, 'Remove')
  await expect(page.getByRole('heading', { name: `Remove ${name}?` })).toBeVisible()
  await look()
  await queryStore(server, `delete from target_sites where kind <> 'main'`)
})
