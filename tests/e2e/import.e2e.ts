// Articles from elsewhere come in: a file is sent, its articles are shown, imported, and taken back.
import { mkdir, mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'
import { toZip } from '../support/zip.ts'

let server: TestServer
let complaints: string[] = []

test.beforeEach(async ({ world, page }) => {
  server = await world.renew()
  await takeSession(page.context(), server, (await signUp(server)).cookie)
  complaints = collectComplaints(page)
})
test.afterEach(() => expect(complaints).toEqual([]))

const desk = (path: string) => `http://localhost:${server.port}${path}`

const toMarkdown = (title: string, rest = '') =>
  `---\ntitle: ${title}\ndate: 2024-05-06\naliases: [/old/${title.toLowerCase().replaceAll(' ', '-')}]\n${rest}---\nAt **noon**.\n`

// No request is sent to a private network.
const PICTURE = '![A gauge](https://10.0.0.1/gauge.png)\n'

const FILES = {
  'blog/low-water.md': toMarkdown('Low water'),
  'blog/high-water.md': toMarkdown('High water') + PICTURE,
  'blog/a-draft.md': toMarkdown('A draft', 'draft: true\n'),
  'blog/broken.md': '---\ntitle: [\n---\n',
}

const FOLDER = {
  'a.md': `${toMarkdown('A')}\n\n![Gone](a/very/long/path/of/a/picture/that/is/not/there.png)`,
  'b.md': toMarkdown('B'),
  'picture.png': 'x',
  'program.sh': 'x',
}

async function choose(page: Page, files: Record<string, string>, name = 'my-blog.zip'): Promise<void> {
  const buffer = await toZip(files)
  await page.getByLabel('Export files').setInputFiles({ name, mimeType: 'application/zip', buffer })
  await page.getByRole('button', { name: 'See what would come in' }).click()
}

const toPart = (name: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(toMarkdown(name)),
})

const tile = (page: Page, label: string) =>
  page
    .locator('.tiles > div')
    .filter({ hasText: new RegExp(`^${label}`) })
    .getByRole('definition')

test('files that are too large together are not sent', async ({ page }) => {
  const file = join(await mkdtemp(join(tmpdir(), 'broadsheet-large-')), 'large.xml')
  await writeFile(file, '')
  await truncate(file, 513 * 1024 * 1024) // it has no blocks on the disk
  await page.goto(desk('/articles'))
  await page.getByRole('link', { name: 'Import articles from elsewhere' }).click()
  const field = page.getByLabel('Export files')
  await field.setInputFiles(file)
  await page.getByRole('button', { name: 'See what would come in' }).click()
  expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain(
    'larger than 512 MB',
  )
  expect(await queryStore(server, 'select id from imports')).toEqual([])
})

test('the form with the files is not copied in the browser, as other forms are', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.Request = class extends Request {
      override clone() {
        document.documentElement.dataset.isCopied = ''
        return super.clone()
      }
    }
  })
  await page.goto(desk('/import'))
  await choose(page, FILES)
  await expect(page.getByRole('button', { name: 'Import 3 articles' })).toBeVisible()
  expect(await page.locator('html').getAttribute('data-is-copied')).toBeNull()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByRole('heading', { name: 'Bring your articles' })).toBeVisible()
  expect(await page.locator('html').getAttribute('data-is-copied')).toBe('')
})

test('an archive comes in, again with its changes, and is taken back', async ({ page }) => {
  await addSite(server, 'Harbour')
  await page.goto(desk('/articles'))
  await page.getByRole('link', { name: 'Import articles from elsewhere' }).click()
  await expect(page.getByRole('heading', { name: 'Bring your articles' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])

  await choose(page, FILES)
  await expect(page.getByRole('heading', { name: 'my-blog.zip' })).toBeVisible()
  await expect(tile(page, 'New')).toHaveText('3')
  await expect(tile(page, 'Refused')).toHaveText('1')
  await expect(page.getByText('blog/broken.md')).toBeVisible()
  await expect(page.getByText('2 articles appear at once, with their dates.')).toBeVisible()
  await page.getByRole('link', { name: 'Low water' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Low water' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the import' }).click()
  await page.getByLabel('One name for all new articles').check()
  await page.getByLabel('Name of the author').fill('Ines Halloran')
  await page.getByLabel('Harbour').check()
  await page.getByLabel('Bring the pictures over').check()
  expect(await findFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Import 3 articles' }).click()
  await expect(page.getByRole('heading', { name: 'my-blog.zip is imported' })).toBeVisible()
  await expect(page.getByText('Images that stay where they are: 1')).toBeVisible()
  await expect(page.getByText('https://10.0.0.1/gauge.png')).toBeVisible()
  await expect(tile(page, 'Imported')).toHaveText('3')
  expect(await findFaults(page)).toEqual([])
  const moved = await server.ask('/old/low-water')
  expect(moved.headers.location).toBe('/article/low-water')
  expect((await server.ask('/article/low-water')).body).toContain('<strong>noon</strong>')
  expect((await server.ask('/author/Ines%20Halloran')).body).toContain('High water')
  const harbour = `select state from deliveries join target_sites on site_id = target_sites.id where name = 'Harbour'`
  await expect
    .poll(() => queryStore(server, harbour))
    .toEqual([{ state: 'delivered' }, { state: 'delivered' }])
  expect((await server.ask('/article/a-draft')).status).toBe(404)

  await page.getByRole('button', { name: 'Import another file' }).click()
  const changed = { ...FILES, 'blog/low-water.md': toMarkdown('Low water').replace('noon', 'six') }
  await choose(page, changed, 'my-blog (1).zip')
  await expect(tile(page, 'Changed')).toHaveText('1')
  await expect(tile(page, 'There already')).toHaveText('2')
  await expect(page.getByText('Update what you have')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Choose another file' }).click()

  await choose(page, { ...changed, 'blog/new.md': `${toMarkdown('Quite new')}\n{{< poll 7 >}}\n` })
  await expect(page.getByText('Articles that lose something: 1 article')).toBeVisible()
  await page.getByLabel('Everything new as a draft').check()
  await page.getByRole('button', { name: 'Import 2 articles' }).click()
  await expect(
    page.getByText('1 article came in as drafts. 1 article got the text of the file.'),
  ).toBeVisible()
  expect((await server.ask('/article/low-water')).body).toContain('<strong>six</strong>')
  const lossy = page.getByRole('group').filter({ hasText: 'Articles that lose something' })
  await expect(lossy.getByRole('link', { name: 'Quite new' })).toHaveAttribute('href', /^\/articles\//)
  await page.getByRole('link', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: 'Take the import back?' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(
    page.getByText('Taken back: 1 article is deleted, 1 article has its earlier text again.'),
  ).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  expect((await server.ask('/article/low-water')).body).toContain('<strong>noon</strong>')
  await page.getByRole('link', { name: 'See your articles' }).click()
  await expect(page.getByText('3 articles')).toBeVisible()
})

test('a file that is no export is refused with a sentence, and a folder or several files can be chosen', async ({
  page,
}) => {
  await page.goto(desk('/import'))
  await choose(page, { 'picture.png': 'x' }, 'pictures.zip')
  await expect(page.getByText('pictures.zip cannot be imported.')).toBeVisible()
  await expect(page.getByText('There is no article in it. It has 1 .png file.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  const folder = join(await mkdtemp(join(tmpdir(), 'folder-')), 'my-blog')
  await mkdir(folder)
  for (const [name, text] of Object.entries(FOLDER)) await writeFile(join(folder, name), text)
  await page.getByLabel('Or a folder').setInputFiles(folder)
  await expect(page.getByText('3 of its files are sent')).toBeVisible()
  await page.getByRole('button', { name: 'See what would come in' }).click()
  await expect(page.getByRole('heading', { name: 'my-blog/' })).toBeVisible()
  await expect(page.getByText('Pictures that do not come in: 1 article')).toBeVisible()
  await expect(page.getByText('there.png: It is not in the folder.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await page.getByLabel('Export files').setInputFiles(['a.md', 'b.md', 'c.md'].map(toPart))
  await page.getByRole('button', { name: 'See what would come in' }).click()
  await expect(page.getByRole('button', { name: 'Import 3 articles' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await page.getByLabel('Export files').setInputFiles({ ...toPart('empty.md'), buffer: Buffer.alloc(0) })
  await page.getByRole('button', { name: 'See what would come in' }).click()
  await expect(page.getByRole('alert')).toContainText('The file is empty')
  complaints.splice(0) // of the answer 400
})

test('a file that does not say its encoding is shown in several, and is read as its writer chooses', async ({
  page,
}) => {
  const buffer = Buffer.from(
    '# \xacr\xf3d\xb3o rzeki\n\n\xaf\xf3\xb3ta \xb3\xf3d\xbc p\xb3yn\xea\xb3a.\n',
    'latin1',
  )
  await page.goto(desk('/import'))
  await page.getByLabel('Export files').setInputFiles({ ...toPart('polish.md'), buffer })
  await page.getByRole('button', { name: 'See what would come in' }).click()
  await expect(page.getByRole('heading', { name: 'Which of these lines can you read?' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('radio', { name: /Źródło rzeki.*Żółta łódź/ }).check()
  await page.getByRole('button', { name: 'Read it like this' }).click()
  await page.getByRole('link', { name: 'Źródło rzeki' }).first().click()
  await expect(page.getByText('Żółta łódź płynęła.')).toBeVisible()
})

test('an import that takes longer shows its progress, and can be stopped and continued', async ({ page }) => {
  await page.goto(desk('/import'))
  await choose(page, FILES)
  await expect(page.getByRole('button', { name: 'Import 3 articles' })).toBeVisible()
  // A run without a job stands still: another process would work on it.
  await queryStore(
    server,
    `with run as (
       insert into runs (id, user_id, kind, input, state, total, done, started_at)
       select gen_random_uuid(), user_id, 'import', '{}', 'running', 3, 1, now() from imports returning id
     )
     update imports set state = 'importing', run_id = run.id from run`,
  )
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Importing 3 articles' })).toBeVisible()
  await expect(page.getByText('1 of 3 articles')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'my-blog.zip: stopped' })).toBeVisible()
  await expect(page.getByText('Not imported yet: 3 articles.')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Import the other 3' }).click()
  await expect(page.getByRole('heading', { name: 'my-blog.zip is imported' })).toBeVisible()
  await expect(tile(page, 'Imported')).toHaveText('3')

  await queryStore(
    server,
    `with run as (
       insert into runs (id, user_id, kind, input, state, total, done, started_at)
       select gen_random_uuid(), user_id, 'take-back-import', '{}', 'running', 3, 2, now() from imports returning id
     )
     update imports set run_id = run.id from run`,
  )
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Taking my-blog.zip back' })).toBeVisible()
  await expect(page.getByText('2 of 3 articles')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})

test.describe('without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false })

  test('a file is sent, imported and reported by plain forms', async ({ page }) => {
    await page.goto(desk('/import'))
    await page.getByRole('button', { name: 'See what would come in' }).isEnabled()
    await choose(page, FILES)
    await page.getByRole('button', { name: 'Import 3 articles' }).click()
    const report = page.getByRole('heading', { name: 'my-blog.zip is imported' })
    const again = page.getByRole('link', { name: 'See how far it is' })
    await expect(async () => {
      if (await again.isVisible()) await again.click()
      await expect(report).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(tile(page, 'Imported')).toHaveText('3')
  })
})
