// The revisions of an article: made, compared and restored.
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { editorOf, expectContent, fillContent, openDetails, otherAction } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { type Publisher, signUpPublisher } from '../support/publisher.ts'
import { addSite, queryStore, type TestServer } from '../support/server.ts'

let server: TestServer
let publisher: Publisher
let path: string

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  publisher = await signUpPublisher(server, {
    title: 'Low water',
    author: 'Ines',
    content: 'At noon.\n\nA boot.',
  })
  await publisher.publish()
  const [article] = await queryStore<{ id: string }>(
    server,
    'select id from blog_posts where origin_id is null',
  )
  path = `${server.url}/articles/${article?.id}`
  await takeSession(page.context(), server, publisher.cookie)
})

test('an article is changed, compared with its state before, and restored', async ({ page }) => {
  const complaints = collectComplaints(page)
  await page.goto(path)
  await fillContent(page, 'At six.\n\nA boot.')
  await page.getByRole('button', { name: /^Update/ }).click()
  await expect(page.getByText('Saved, and up to date on 2 site(s)')).toBeVisible()
  await fillContent(page, 'At seven.\n\nA boot.')
  await (await otherAction(page, 'Save Draft')).click()
  await expect(page.getByText('Saved as a revision')).toBeVisible()
  await (await otherAction(page, 'Revisions')).click()
  const items = page.getByRole('region', { name: /^Revisions of/ }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.nth(0)).toContainText(/3\s*Saved.*Changed: text/)
  await expect(items.nth(1)).toContainText('On Broadsheet, Harbour.')
  expect(await findFaults(page)).toEqual([])
  await items.nth(1).click({ position: { x: 150, y: 12 } }) // beside its links
  await expect(page.getByRole('link', { name: 'Show what changed in revision 2' })).toHaveAttribute(
    'aria-current',
  )
  await expect(page.getByRole('textbox', { name: 'Revision 1' })).toContainText('At noon.')
  await expect(page.getByRole('textbox', { name: 'Revision 2' })).toContainText('At six.')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Restore.*revision 1/ }).press('Enter')
  await expect(page.getByText('Readers see it once you save it for them.')).toBeVisible()
  await expectContent(page, 'At noon.\n\nA boot.')
  const reader = await page.context().newPage()
  await reader.goto(`${server.url}/article/low-water`)
  await expect(reader.getByText('At six.')).toBeVisible()
  await reader.close()
  expect(complaints).toEqual([])
})

test(
  'two long texts are compared by keyboard alone, from change to change',
  { tag: '@deep' },
  async ({ page }) => {
    const lines = Array.from({ length: 120 }, (_, index) => `Line ${index + 1} of the log.`)
    const changed = lines.with(30, 'The mast fell.').with(90, 'The mast stood again.')
    for (const text of [lines, changed]) {
      await page.goto(path)
      await fillContent(page, text.join('\n'))
      await openDetails(page)
      await page.getByLabel('Author *').fill(`Ines, ${text === lines ? 'first' : 'second'} watch`)
      await page.getByRole('button', { name: /^Update/ }).click()
      await expect(page.getByText('Saved, and up to date on 2 site(s)')).toBeVisible()
    }
    await page.goto(`${path}/revisions`)
    const details = page.getByRole('table', { name: 'Details that differ' })
    await expect(details.getByRole('row', { name: /author/ })).toContainText('Ines, second watch')
    const [before, after] = [2, 3].map((number) => page.getByRole('textbox', { name: `Revision ${number}` }))
    const next = page.getByRole('button', { name: 'Next change' })
    await expect(next).toBeEnabled()
    await next.press('Enter')
    await expect(page.getByText('Change 1 of 2')).toBeVisible()
    await next.press('Enter')
    await expect(page.getByText('Change 2 of 2')).toBeVisible()
    await expect(after?.getByText('The mast stood again.') ?? details).toBeInViewport()
    await expect(before?.getByText('Line 60 of the log.') ?? details).toHaveCount(0)
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Show all lines' }).press('Enter')
    await page.getByRole('button', { name: 'Previous change' }).press('Enter')
    await page.getByRole('button', { name: 'Previous change' }).press('Enter')
    await expect(page.getByText('Change 1 of 2')).toBeVisible()
    await expect(page.getByText('unchanged lines')).toHaveCount(0)
    await page.keyboard.press('Tab') // over the next two buttons, into the texts
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(before ?? details).toBeFocused()
    await page.keyboard.press('x')
    await expect(before ?? details).not.toContainText('x')
    await page.keyboard.press('Tab')
    await expect(after ?? details).toBeFocused()
  },
)

test('a change of a published article is seen by no reader, and discarded by the keyboard alone', async ({
  page,
}) => {
  await page.goto(path)
  const editor = await editorOf(page)
  await editor.press('Control+Home')
  await page.keyboard.type('Yesterday. ')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.goto(`${server.url}/articles`)
  await expect(page.getByRole('row', { name: /Low water/ })).toContainText('edited')
  await page.getByRole('link', { name: 'Low water', exact: true }).press('Enter')
  await expectContent(page, 'Yesterday. At noon.\n\nA boot.')
  await (await otherAction(page, 'Discard changes')).press('Enter')
  const question = page.getByRole('heading', { name: 'Discard your changes of “Low water”?' })
  await expect(question).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(question).toBeHidden()
  await expectContent(page, 'At noon.\n\nA boot.')
  await expect(await otherAction(page, 'Discard changes')).toHaveCount(0)
  expect((await server.ask('/article/low-water')).body).not.toContain('Yesterday')
})

test('the variations of a site are listed with the article, and compared with it', async ({ page }) => {
  await queryStore(
    server,
    `insert into revisions (id, article_id, site_id, user_id, made_by, number, kind, cause, text, changed)
       select gen_random_uuid(), article_id, deliveries.site_id, user_id, null, 1, 'published', 'variation',
         text || '{"content": "When the sun stood highest."}', '{}'
       from revisions join deliveries using (article_id);
     update deliveries set delivered_variation = 1`,
  )
  await page.goto(`${path}/revisions`)
  const variations = page.getByRole('region', { name: 'Variations for Harbour' })
  await expect(variations.getByRole('listitem')).toContainText('Language model')
  await expect(variations.getByRole('listitem')).toContainText('On Harbour.')
  const revisions = page.getByRole('region', { name: /^Revisions of/ })
  await expect(revisions).toContainText('On Broadsheet, Harbour (as variation 1).')
  await variations.getByRole('link', { name: 'Show what changed in variation 1 for Harbour' }).click()
  const variation = page.getByRole('textbox', { name: 'Variation 1 for Harbour' })
  await expect(variation).toContainText('When the sun stood highest.')
  await expect(page.getByRole('textbox', { name: 'Revision 1' })).toContainText('At noon.')
  expect(await findFaults(page)).toEqual([])
})

test.describe('without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false })

  test('a draft is saved as a revision, and two are compared', async ({ page }) => {
    await page.goto(`${server.url}/publisher`)
    await page.getByLabel('Title *').fill('High water')
    await fillContent(page, 'Low water at noon.\n\nA boot.')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await expect(page.getByText('Saved as a revision')).toBeVisible()
    await fillContent(page, 'Low water at six.\n\nA boot.')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await page.getByRole('link', { name: 'Revisions' }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('deletion')).toHaveText(['noon'])
    await expect(page.getByRole('insertion')).toHaveText(['six'])
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Restore.*revision 1/ }).click()
    await expectContent(page, 'Low water at noon.\n\nA boot.')
  })
})
