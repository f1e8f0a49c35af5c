// Plans that publish, remove or unpublish articles later, and the calendar that shows them.
import { collectComplaints, findFaults, tabTo, takeSession } from '../support/browser.ts'
import { contentOf, editorOf, fillContent, otherAction, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let cookie: string

test.beforeEach(async ({ world }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  await addSite(server, 'Pier')
  ;({ cookie } = await signUp(server))
})

/** Returns a day of the next month as a URL and a field contain it. */
function nextMonth(day: string): string {
  const date = new Date()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return `${date.toISOString().slice(0, 8)}${day}`
}

/** Makes all plans due, and looks for due plans at once and not at the next minute. */
async function letPlansCome(): Promise<void> {
  await queryStore(server, `update plans set due_at = now() - interval '3 hours'`)
  await queryStore(server, `insert into pgboss.job (name) values ('enqueue-plans')`)
}

test('a draft is planned for two sites, moved in the calendar, and goes out at its time', async ({
  page,
}) => {
  const complaints = collectComplaints(page)
  await takeSession(page.context(), server, cookie)
  await page.goto(`${server.url}/publisher`)
  await page.getByLabel('Title *').fill('Low water')
  await fillContent(page, 'At **noon**.')
  await (await siteBox(page, 'Harbour')).check()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await (await otherAction(page, 'Schedule')).click()
  await expect(page.getByRole('heading', { name: 'Schedule “Low water”' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Harbour' })).toBeChecked()
  expect(await findFaults(page)).toEqual([])

  await page.getByLabel('When').fill('2020-01-01T09:00')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('This time is over. Choose a later one.').first()).toBeVisible()
  await expect(page.getByLabel('When')).toHaveValue('2020-01-01T09:00')
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('When').fill(`${nextMonth('10')}T09:30`)
  await page.getByRole('checkbox', { name: 'Pier' }).check()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Planned', { exact: true })).toBeVisible()
  await expect(page.getByText('Publish: Broadsheet, Harbour, Pier')).toBeVisible()
  expect(await findFaults(page)).toEqual([])

  await page.goto(`${server.url}/calendar?month=${nextMonth('10').slice(0, 7)}`)
  const day = (number: string) =>
    page.getByRole('cell').filter({ has: page.locator(`time[datetime="${nextMonth(number)}"]`) })
  await expect(day('10')).toContainText('09:30 Low water')
  expect(await findFaults(page)).toEqual([])
  await page.getByText('09:30 Low water').dragTo(day('20'))
  await expect(page.getByText('Moved', { exact: true })).toBeVisible()
  await expect(day('20')).toContainText('09:30 Low water')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(day('10')).toContainText('09:30 Low water')

  await page.getByText('09:30 Low water').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('New time for “Low water”').fill(`${nextMonth('12')}T07:00`)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await expect(day('12')).toContainText('07:00 Low water')
  await page.getByText('07:00 Low water').press('Shift+ArrowDown')
  await expect(day('19').getByText('07:00 Low water')).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(day('20').getByText('07:00 Low water')).toBeFocused()

  await day('21').getByRole('link', { name: 'write or plan' }).press('Enter')
  await expect(day('21').getByRole('link', { name: 'New article for 09:00' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await day('21').getByRole('link', { name: 'Close' }).click()
  await day('22').click({ position: { x: 40, y: 60 } }) // beside its number
  await day('22').getByRole('link', { name: 'New article for 09:00' }).click()
  await expect(page.getByRole('button', { name: /^Schedule for .* 09:00$/ })).toBeVisible()

  await letPlansCome()
  await expect.poll(async () => (await server.ask('/article/low-water')).status).toBe(200)
  await page.goto(`${server.url}/articles`)
  await page.getByRole('link', { name: 'Low water', exact: true }).click()
  await editorOf(page)
  await (await otherAction(page, 'Schedule')).click()
  await expect(page.getByText('because the server was not running')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
})

test(
  'an empty draft is written and scheduled on three sites by the keyboard alone',
  { tag: '@deep' },
  async ({ page }) => {
    await addSite(server, 'Quay')
    await takeSession(page.context(), server, cookie)
    await page.goto(`${server.url}/publisher`)
    await editorOf(page)
    await tabTo(page, page.getByLabel('Title *'))
    await page.keyboard.type('Low water')
    await tabTo(page, contentOf(page))
    await page.keyboard.type('At noon.')
    await page.keyboard.press('Escape') // the next Tab leaves the text
    await tabTo(page, page.getByRole('button', { name: 'Where and when', exact: true }))
    await page.keyboard.press('Enter')
    for (const name of ['Harbour', 'Pier', 'Quay']) {
      await tabTo(page, page.getByRole('checkbox', { name: new RegExp(name) }))
      await page.keyboard.press('Space')
    }
    await tabTo(page, page.getByRole('button', { name: 'More', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Schedule' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Schedule “Low water”' })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Schedule/ })).toMatchAriaSnapshot(`
    - heading "Schedule “Low water”" [level=2]
    - group "What happens":
      - radio "Publish it on the selected sites" [checked]
    - textbox "When"
    - group "Target Sites":
      - list:
        - listitem:
          - checkbox "Broadsheet" [checked]
        - listitem:
          - checkbox "Harbour" [checked]
        - listitem:
          - checkbox "Pier" [checked]
        - listitem:
          - checkbox "Quay" [checked]
    - paragraph:
      - button "Schedule"
  `)
    await tabTo(page, page.getByLabel('When'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('2028') // the year
    await tabTo(page, page.getByRole('button', { name: 'Schedule' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Planned' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Plans' })).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - paragraph: /2028, 09:00/
        - paragraph:
          - strong: Publish
          - text: ": Broadsheet, Harbour, Pier, Quay"
        - textbox "New time for “Low water”"
        - button "Move"
        - button "Use the newest text"
        - button "Cancel it"
  `)
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a plan is made in a time zone of choice, cancelled, and taken up again',
    { tag: '@deep' },
    async ({ page }) => {
      await takeSession(page.context(), server, cookie)
      await page.goto(`${server.url}/publisher`)
      await page.getByLabel('Title *').fill('High water')
      await fillContent(page, 'At night.')
      await page.getByLabel('Author *').fill('Ines')
      await page.getByRole('checkbox', { name: /Pier/ }).check()
      await page.getByRole('button', { name: 'Save Draft' }).click()
      await page.getByRole('link', { name: 'Schedule' }).click()
      await page.getByText('Times are in UTC').click()
      await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
      await page.getByRole('button', { name: 'Change' }).click()
      await expect(page.getByText('Times are in Asia/Tokyo')).toBeVisible()
      await page.getByLabel('When').fill(`${nextMonth('11')}T08:00`)
      await page.getByRole('button', { name: 'Schedule' }).click()
      await expect(page.getByText('Publish: Broadsheet, Pier')).toBeVisible()
      const [plan] = await queryStore<{ due: string }>(
        server,
        `select to_char(due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as due from plans`,
      )
      expect(plan?.due).toBe(`${nextMonth('10')} 23:00`)

      await page.getByRole('button', { name: 'Cancel it' }).click()
      await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Planned again')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Cancel it' })).toBeVisible()
    },
  )
})
