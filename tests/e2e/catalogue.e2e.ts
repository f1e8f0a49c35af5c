// The screens of cities and services: add, refuse, find, change, import, delete, restore.
import { existsSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession, unfoldAddForm } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'

const CORPUS = '../shared/corpus'

let server: TestServer
let complaints: string[] = []
let email = ''

test.use({ actionTimeout: 30_000 })
test.beforeAll(async ({ world }) => {
  server = await world.renew()
})
test.beforeEach(async ({ page }) => {
  complaints = collectComplaints(page)
  await enter(page)
})
test.afterEach(() => {
  // The browser logs every refused request.
  expect(complaints.filter((complaint) => !/status of 4\d\d/.test(complaint))).toEqual([])
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name }).first().click()
const askToDelete = (page: Page, name: string) =>
  rows(page)
    .filter({ hasText: name })
    .getByRole('link', { name: /^Delete/ })
    .click()
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const look = async (page: Page) => expect(await findFaults(page)).toEqual([])

async function enter(page: Page): Promise<void> {
  const account = await signUp(server)
  ;({ email } = account)
  await takeSession(page.context(), server, account.cookie)
}

async function expectToast(page: Page, title: string, description = ''): Promise<void> {
  const toast = page.locator('.toast')
  await expect(toast.locator('strong')).toHaveText(title)
  await expect(toast.locator('span')).toContainText(description === '' ? [] : [description])
}

async function add(page: Page, fields: Record<string, string>): Promise<void> {
  await unfoldAddForm(page)
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await press(page, /^Add (City|Service)$/)
}

const LISTS = {
  cities: {
    path: '/manage-cities',
    first: { 'Name *': 'Toledo', 'State *': 'Ohio', Population: '270,871', Notes: 'On *Lake Erie*.' },
    second: { 'Name *': 'Akron', 'State *': 'Ohio' },
    labels: ['Akron, Ohio', 'Toledo, Ohio'],
    half: { 'Name *': 'Akron' },
    missing: 'Please enter city name and state',
    added: 'City added successfully',
    notAdded: 'Failed to add city',
    ask: 'Are you sure you want to delete this city?',
    askMany: 'Are you sure you want to delete these 2 cities?',
    deleted: 'City deleted',
    notDeleted: 'Failed to delete city',
    restored: ['1 city put back', '2 cities put back'],
  },
  services: {
    path: '/manage-services',
    first: { 'Name *': 'Roof repair', Description: 'Slates and *tiles*.' },
    second: { 'Name *': 'Gutters' },
    labels: ['Gutters', 'Roof repair'],
    half: { Description: 'Without a name' },
    missing: 'Please enter service name',
    added: 'Service added successfully',
    notAdded: 'Failed to add service',
    ask: 'Are you sure you want to delete this service?',
    askMany: 'Are you sure you want to delete these 2 services?',
    deleted: 'Service deleted',
    notDeleted: 'Failed to delete service',
    restored: ['1 service put back', '2 services put back'],
  },
}

/** The screens of services are those of cities with fewer fields, so they are tested only before a release. */
const tagOf = (kind: string) => (kind === 'services' ? { tag: '@deep' } : {})

for (const javaScriptEnabled of [true, false]) {
  const tier = javaScriptEnabled ? {} : { tag: '@deep' }
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', tier, () => {
    test.use({ javaScriptEnabled })

    for (const [kind, list] of Object.entries(LISTS)) {
      test(
        `${kind} can be added, refused, deleted after a confirmation, and restored`,
        tagOf(kind),
        async ({ page }) => {
          await page.goto(at(list.path))
          await expect(page.getByRole('heading', { name: `No ${kind} yet` })).toBeVisible()
          await add(page, list.half)
          await expectToast(page, list.missing)
          const [[label, value] = ['', '']] = Object.entries(list.half)
          await expect(page.getByLabel(label)).toHaveValue(value)

          await page.goto(at(list.path))
          await add(page, list.first)
          await expectToast(page, list.added)
          for (const field of Object.keys(list.first)) await expect(page.getByLabel(field)).toHaveValue('')
          await expect(rows(page)).toHaveCount(1)
          await add(page, list.second)
          await expect(rows(page)).toHaveCount(2)
          await expect(rows(page).first()).toContainText(list.second['Name *'])
          await add(page, list.second)
          await expectToast(page, list.notAdded, `You have “${list.labels[0]}” already`)
          await expect(page.getByLabel('Name *')).toHaveValue(list.second['Name *'])

          await askToDelete(page, list.second['Name *'])
          await expect(page.getByRole('heading', { name: list.ask })).toBeVisible()
          await follow(page, 'Keep it')
          await expect(rows(page)).toHaveCount(2)
          await askToDelete(page, list.second['Name *'])
          await press(page, 'Delete')
          await expectToast(page, list.deleted)
          await expect(rows(page)).toHaveCount(1)
          await press(page, 'Put back')
          await expectToast(page, list.restored[0] ?? '')
          await expect(rows(page)).toHaveCount(2)

          await press(page, 'Delete selected')
          await expectToast(page, list.notDeleted, 'Nothing was ticked')
          for (const name of list.labels) await page.getByRole('checkbox', { name, exact: true }).check()
          await press(page, /^Delete selected/)
          await expect(page.getByRole('heading', { name: list.askMany })).toBeVisible()
          await press(page, `Delete 2 ${kind}`)
          await expectToast(page, `2 ${kind} deleted`)
          await expect(page.getByRole('heading', { name: `No ${kind} yet` })).toBeVisible()
          await press(page, 'Put back')
          await expectToast(page, list.restored[1] ?? '')
          await expect(rows(page)).toHaveCount(2)
        },
      )
    }

    test('an entry that another tab has deleted is reported as missing', async ({ page }) => {
      await page.goto(at('/manage-cities'))
      await add(page, LISTS.cities.first)
      await expect(rows(page)).toHaveCount(1)
      await askToDelete(page, 'Toledo')
      await expect(page.getByRole('heading', { name: LISTS.cities.ask })).toBeVisible()
      await queryStore(
        server,
        `delete from cities where user_id = (select id from users where email = '${email}')`,
      )
      await press(page, 'Delete')
      await expectToast(page, 'Failed to delete city', 'It is not there any more')
    })

    test(
      'a change by another tab is shown before an entry is overwritten',
      { tag: '@deep' },
      async ({ page, context }) => {
        const other = await context.newPage()
        await page.goto(at('/manage-cities'))
        await add(page, LISTS.cities.first)
        await expect(rows(page)).toHaveCount(1)
        await page.goto(at('/manage-cities?ask=delete-all'))
        await other.goto(at('/manage-cities'))
        await add(other, LISTS.cities.second)
        await expect(rows(other)).toHaveCount(2)
        await press(page, 'Delete')
        await expectToast(page, 'Failed to delete city', 'this would delete 2 cities by now')
        await expect(rows(page)).toHaveCount(2)

        for (const [tab, name] of [
          [page, 'Lima'],
          [other, 'Mentor'],
        ] as const) {
          await tab.goto(at('/manage-cities/import'))
          if (tab === other) await press(tab, 'Choose another file')
          await tab.getByLabel('Or paste its lines').fill(`name,state\n${name},Ohio`)
          await press(tab, 'See what would be added')
          await expect(tab.getByRole('table')).toContainText(name)
        }
        await press(page, 'Add 1 city')
        await expect(page.getByRole('alert')).toContainText('replaced meanwhile')
        await expect(page.getByRole('table')).toContainText('Mentor')
        await press(other, 'Add 1 city')
        await expectToast(other, '1 city added')
        await press(page, 'Add 1 city')
        await expect(page.getByLabel('CSV file')).toBeVisible()
        await other.close()
      },
    )

    test('an edit keeps or changes the slug, and says so', async ({ page }) => {
      await page.goto(at('/manage-services'))
      await add(page, { 'Name *': 'Rof repair' })
      await follow(page, 'Rof repair')
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
      await page.getByLabel('Name *').fill('')
      await press(page, 'Save')
      await expectToast(page, 'Failed to save service', 'Please enter service name')
      await page.getByLabel('Name *').fill('Roof repair')
      await page.getByLabel('Keep its address').check()
      await press(page, 'Save')
      await expectToast(page, 'Service saved')
      await expect(page.getByText('rof-repair')).toBeVisible()
      await expect(page.getByLabel('Keep its address')).toBeChecked()
      await page.getByLabel('Keep its address').uncheck()
      await press(page, 'Save')
      await expectToast(page, 'Service saved', 'The address is roof-repair now.')
      await follow(page, 'All services')
      await expect(rows(page)).toHaveCount(1)
    })

    test('pasted lines are shown before they are added, and stay after leaving the screen', async ({
      page,
    }) => {
      await page.goto(at('/manage-cities'))
      await add(page, LISTS.cities.first)
      await expect(rows(page)).toHaveCount(1)
      await follow(page, 'Import a CSV file')
      await press(page, 'See what would be added')
      await expect(page.getByRole('alert')).toContainText(
        'Choose a CSV file that is not empty, or paste its lines',
      )
      const wrong = 'town,county\nAkron,Summit'
      await page.getByLabel('Or paste its lines').fill(wrong)
      await press(page, 'See what would be added')
      await expect(page.getByRole('alert')).toContainText('none of them is “state”. Found: town, county.')
      await expect(page.getByLabel('Or paste its lines')).toHaveValue(wrong)
      const lines = ['Name;State;Population', 'Toledo;Ohio;1', 'Akron;Ohio;2', 'akron;ohio;3', 'Lima;;4']
      await page.getByLabel('Or paste its lines').fill(lines.join('\n'))
      await press(page, 'See what would be added')
      await expect(page.locator('.tiles dd')).toHaveText(['1', '1', '1', '1'])
      await page.goto(at('/manage-cities'))
      await follow(page, 'Go on with the import')
      await expect(page.getByText('Please enter city name and state')).toBeVisible()
      await page.getByText('Twice in the file: 1').click()
      await expect(page.getByText('The same as line 3')).toBeVisible()
      await expect(page.getByLabel('Update those that are there')).not.toBeChecked()
      await page.getByLabel('Update those that are there').check()
      await press(page, 'Add 1 city')
      await expectToast(page, '1 city added', '1 city updated')
      await expect(rows(page)).toHaveCount(2)
      await follow(page, 'Toledo')
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
      await expect(page.getByLabel('Population')).toHaveValue('1')
      await expect(page.getByLabel('Notes')).toHaveValue('On *Lake Erie*.')
    })
  })
}

test('a name with a script is shown as text on every screen', async ({ page }) => {
  const name = '<script>document.title = "broken into"</script>'
  await page.goto(at('/manage-services'))
  await add(page, { 'Name *': name, Description: name })
  const row = rows(page).first()
  await expect(row).toContainText(name)
  await askToDelete(page, name)
  await expect(page.getByText(`${name}. Its landing pages`)).toBeVisible()
  await press(page, 'Delete')
  await expect(page.getByText(`Deleted last: ${name}.`)).toBeVisible()
  await press(page, 'Put back')
  await expect(row).toContainText(name)
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await page.title()).toContain(name)
  const quoted = `"${name.replaceAll('"', '""')} two"`
  await page.goto(at('/manage-services/import'))
  await page.getByLabel('Or paste its lines').fill(['name', quoted, quoted].join('\n'))
  await press(page, 'See what would be added')
  await page.getByText('Twice in the file: 1').click()
  await expect(page.getByText(`${name} two`)).toHaveCount(2)
})

test('two accounts with the same city and service see only their own', { tag: '@deep' }, async ({ page }) => {
  for (const account of ['first', 'second']) {
    if (account === 'second') await enter(page)
    await page.goto(at('/manage-cities'))
    await add(page, { 'Name *': 'Reno', 'State *': 'Nevada', Notes: `Of the ${account}` })
    await expectToast(page, 'City added successfully')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText(`Of the ${account}`)
  }
})

test.describe('a whole country', () => {
  test.skip(!existsSync(CORPUS), 'the lists are missing')

  test(
    'can be imported from files, found, selected, deleted and restored',
    { tag: '@deep' },
    async ({ page }) => {
      await page.goto(at('/manage-cities'))
      await follow(page, 'Import a CSV file')
      await page.getByLabel('CSV file').setInputFiles(`${CORPUS}/cities.csv`)
      await press(page, 'See what would be added')
      await expect(page.locator('.tiles dd')).toHaveText(['19,467', '0', '17', '0'])
      await page.reload()
      await expect(page.getByText('Not read: state_code, place_fips.')).toBeVisible()
      await look(page)
      await press(page, 'Add 19,467 cities')
      await expectToast(page, '19,467 cities added')
      await expect(rows(page)).toHaveCount(50)
      await expect(page.getByRole('link', { name: 'Page 390' })).toBeVisible()
      await look(page)
      await page.getByRole('searchbox').fill('reno, TEXAS')
      await press(page, 'Find')
      await expect(page.getByRole('heading', { name: '2 of 19,467 cities' })).toBeVisible()
      await page.getByRole('searchbox').fill('springfield')
      await press(page, 'Find')
      await expect(rows(page).filter({ hasText: 'Springfield' }).first()).toBeVisible()
      const count = await rows(page).count()
      expect(count).toBeGreaterThan(10)
      await page.getByLabel('All on this page').check()
      await expect(page.getByRole('button', { name: `Delete selected (${count})` })).toBeVisible()
      await press(page, `Delete all ${count} that match`)
      await expect(page.getByRole('heading', { name: `delete these ${count} cities?` })).toBeVisible()
      await press(page, `Delete ${count} cities`)
      await expectToast(page, `${count} cities deleted`)
      await press(page, 'Put back')
      await expectToast(page, `${count} cities put back`)
      await expect(page.getByRole('heading', { name: '19,467 cities' })).toBeVisible()
      await press(page, 'Delete all 19,467 cities')
      await press(page, 'Delete 19,467 cities')
      await expect(page.getByRole('heading', { name: 'No cities yet' })).toBeVisible()
      await press(page, 'Put back')
      await expect(page.getByRole('heading', { name: '19,467 cities' })).toBeVisible()

      await page.goto(at('/manage-services/import'))
      await page.getByLabel('CSV file').setInputFiles(`${CORPUS}/services.csv`)
      await press(page, 'See what would be added')
      await press(page, 'Add 157 services')
      await expectToast(page, '157 services added')
      await expect(page.getByRole('heading', { name: '157 services' })).toBeVisible()
      await look(page)
    },
  )
})

for (const [kind, { path, first, half, labels }] of Object.entries(LISTS)) {
  test(`no screen of ${kind} has a fault that can be found`, { tag: '@deep' }, async ({ page }) => {
    await page.goto(at(path))
    await look(page)
    await add(page, half)
    await expect(page.locator('.toast-bad')).toBeVisible()
    await look(page)
    await page.goto(at(path))
    await add(page, first)
    await expect(rows(page)).toHaveCount(1)
    await look(page)
    await follow(page, first['Name *'])
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    await look(page)
    await follow(page, 'Delete')
    await expect(page.getByRole('heading', { name: 'Are you sure' })).toBeVisible()
    await look(page)
    await press(page, 'Delete')
    await expect(page.getByText(`Deleted last: ${labels[1]}.`)).toBeVisible()
    await look(page)
    await follow(page, 'Import a CSV file')
    await expect(page.getByLabel('CSV file')).toBeVisible()
    await look(page)
    await page.getByLabel('Or paste its lines').fill('name,state\nA,B\nA,B\n,B')
    await press(page, 'See what would be added')
    await expect(page.locator('.tiles')).toBeVisible()
    await look(page)
  })
}
