// The library of pictures: adding one, its words and its focus, where it is used, and deleting it.
import type { Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { editorOf, expectContent, fillContent, openDetails, siteBox } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { takePicture } from '../support/pictures.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let cookie: string

test.beforeEach(async ({ world }) => {
  server = await world.renew()
  ;({ cookie } = await signUp(server))
})

const toFile = async (name: string, shade: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await takePicture({ width: 1200, height: 800, format: 'png', shade }),
})

/** Drops files on the list of pictures, as a person does: first they are over it. */
async function dropFiles(page: Page, files: Awaited<ReturnType<typeof toFile>>[]) {
  const parts = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  const dataTransfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, mimeType, text } of all)
      data.items.add(
        new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name, { type: mimeType }),
      )
    return data
  }, parts)
  const list = page.getByRole('list').filter({ has: page.getByRole('link', { name: 'boat.png' }) })
  await list.dispatchEvent('dragover', { dataTransfer })
  await expect(page.locator('[data-over]')).toBeVisible()
  await list.dispatchEvent('drop', { dataTransfer })
}

test('a picture is added, described, found and deleted', async ({ page }) => {
  const complaints = collectComplaints(page)
  await takeSession(page.context(), server, cookie)
  await page.goto(`${server.url}/pictures`)
  await expect(page.getByRole('heading', { name: 'No pictures yet' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('Add pictures').setInputFiles(await toFile('boat.png', 1))
  await expect(page.getByText('Picture added')).toBeVisible()
  await dropFiles(page, [
    await toFile('quay.png', 7),
    { ...(await toFile('notes.png', 8)), buffer: Buffer.from('no') },
  ])
  await expect(page.getByRole('link', { name: 'quay.png' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/“notes.png” was not added\. Only JPEG/)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'boat.png' }).click()
  await expect(page.getByRole('heading', { name: 'boat.png' })).toBeVisible()
  await page.getByLabel('Alt text').fill('A boat at low water')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'A boat at low water' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByAltText('Put the focal point here').click({ position: { x: 30, y: 160 } })
  await expect(page.getByLabel('From the left')).toHaveValue('10')
  await expect(page.getByLabel('From the top')).toHaveValue('90')
  await page.getByAltText('Put the focal point here').press('ArrowRight')
  await expect(page.getByLabel('From the left')).toHaveValue('20')
  await expect(page.getByRole('button', { name: 'Set' })).toBeEnabled()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('From the top')).toHaveValue('80')
  await expect(page.getByRole('button', { name: 'Set' })).toBeEnabled()
  await expect(page.getByAltText('Put the focal point here')).toBeFocused()
  await page.getByLabel('From the top').selectOption('0')
  await page.getByRole('button', { name: 'Set' }).click()
  await expect(page.locator('[data-focus="x20 y0"]').first()).toBeVisible()

  await page.getByRole('link', { name: 'All pictures' }).click()
  await page.getByLabel('Search names, alt texts and captions').fill('water')
  await page.getByLabel('Search names, alt texts and captions').press('Enter')
  await expect(page).toHaveURL(/q=water/)
  await expect(page.getByRole('link', { name: 'A boat at low water' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('Show').selectOption('Without alt text')
  await expect(page.getByText('No picture matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'A boat at low water' }).click()
  await page.getByRole('link', { name: 'Delete it' }).click()
  await expect(page.getByRole('heading', { name: 'Delete “A boat at low water”?' })).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Picture deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'A boat at low water' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('the library works without scripts', { tag: '@deep' }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await takeSession(context, server, cookie)
  const page = await context.newPage()
  await page.goto(`${server.url}/pictures`)
  await page.getByLabel('Picture file').setInputFiles(await toFile('boat.png', 2))
  await page.getByRole('button', { name: 'Add picture' }).click()
  await expect(page.getByRole('heading', { name: 'boat.png' })).toBeVisible()
  await page.getByAltText('Put the focal point here').click({ position: { x: 270, y: 10 } })
  await expect(page.getByLabel('From the left')).toHaveValue('100')
  await page.getByLabel('Alt text').fill('A boat')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'A boat' })).toBeVisible()
  await page.goto(`${server.url}/pictures?show=unused`)
  await page.getByRole('link', { name: 'Delete those that you do not use' }).click()
  await expect(page.getByText('Pictures that were added within the last day are kept')).toBeVisible()
  await page.getByRole('link', { name: 'Keep them' }).click()
  await expect(page.getByRole('link', { name: 'Delete those that you do not use' })).toBeVisible()
  await context.close()
})

test('a writer chooses the cover of an article, from the library or drawn', async ({ page }) => {
  const complaints = collectComplaints(page)
  await takeSession(page.context(), server, cookie)
  await addSite(server, 'Harbour')
  const paths: string[] = []
  for (const shade of [3, 4]) {
    const { buffer } = await toFile('any.png', shade)
    const answer = await server.ask(`/uploads?name=tide-${shade}.png`, { body: buffer, headers: { cookie } })
    paths.push((JSON.parse(answer.body) as { path: string }).path)
  }
  const [first = '', second = ''] = paths
  await page.goto(`${server.url}/publisher`)
  await page.getByLabel('Title *').fill('Low water')
  await fillContent(page, `At noon.\n\n![Boat](${first})`)
  await page.getByText('Cover: First picture').click()
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('Search your pictures').fill('tide 4')
  await expect(page.getByLabel('tide-3.png')).toHaveCount(0)
  await page.getByLabel('tide-4.png').check()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.frameLocator('iframe').locator('.cover img')).toHaveAttribute('src', second)
  await (await siteBox(page, 'Harbour')).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()

  for (const host of ['localhost', 'harbour.localhost']) {
    const { body } = await server.ask('/', { host })
    expect(body).toContain(`src="${second}" data-drawn=`)
    expect((await server.ask('/article/low-water', { host })).body).toContain(`src="${second}" data-drawn=`)
  }
  // A thread that has to start on a busy machine may be too slow for the first request.
  const drawImage = () => server.ask('/article/low-water/social.png')
  await expect.poll(async () => (await drawImage()).headers['content-type']).toBe('image/png')
  await page.goto(`${server.url}/articles`)
  await page.getByRole('link', { name: 'Low water', exact: true }).click()
  await page.getByText('Cover: tide-4.png').click()
  await page.getByLabel('First picture').check()
  await page.getByRole('button', { name: /^Update/ }).click()
  await expect(page.getByText('Saved, and up to date on 2 site(s)')).toBeVisible()
  const { body } = await server.ask('/')
  expect(body).toContain(`src="${first}" data-drawn=`)
  expect((await server.ask('/article/low-water')).body).not.toContain('data-drawn')
  expect(complaints).toEqual([])
})

interface Choices {
  title: string
  cover: string
  sites: number
}

/** Returns what is chosen in the only draft. */
const readChoices = async () => {
  const [draft] = await queryStore<Choices>(
    server,
    `select text->>'title' as title, text->>'cover' as cover, jsonb_array_length(text->'siteIds') as sites
     from drafts`,
  )
  return draft ?? {}
}

test('a cover and a site that another tab chose stay, though a form that was open before offers neither', async ({
  page,
  context,
}) => {
  await takeSession(context, server, cookie)
  await page.goto(`${server.url}/publisher`)
  await editorOf(page)
  await page.getByLabel('Title *').fill('Low water')
  await expect.poll(readChoices).toMatchObject({ title: 'Low water', cover: '', sites: 1 })
  await expect(page).toHaveURL(/draft=/)
  await addSite(server, 'Harbour')
  const other = await context.newPage()
  await other.goto(page.url())
  await editorOf(other)
  await other.getByRole('button', { name: 'Draw another' }).click()
  await (await siteBox(other, 'Harbour')).check()
  const chosen = { cover: expect.stringMatching(/^drawn-/), sites: 2 }
  await expect.poll(readChoices).toMatchObject(chosen)

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))) // the tab is shown again
  await page.getByText('Cover: Drawn again').click()
  await expect(page.getByLabel('Drawn again')).toBeChecked()
  await page.getByLabel('Title *').fill('High water')
  await expect.poll(readChoices).toMatchObject({ title: 'High water', ...chosen })
  await expect(page.getByLabel('A site that is not listed here')).toBeChecked()
  await page.reload()
  await expect(await siteBox(page, 'Harbour')).toBeChecked()
})

test('an account asks for alt texts, and an article without one is not published', async ({ page }) => {
  await takeSession(page.context(), server, cookie)
  await page.goto(`${server.url}/pictures`)
  await page.getByLabel('Do not publish an article while a picture in it has no alt text').check()
  await expect(page.getByText('Saved')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await addSite(server, 'Harbour')
  await page.goto(`${server.url}/publisher`)
  await page.getByLabel('Title *').fill('Low water')
  await fillContent(page, '![](https://elsewhere.example/a.png)')
  await (await siteBox(page, 'Harbour')).check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await expect(page.getByText('A picture has no alt text.').first()).toBeVisible()
  await expectContent(page, '![](https://elsewhere.example/a.png)')
  expect(await findFaults(page)).toEqual([])
})

test.describe('a picture is replaced everywhere, and put back', () => {
  for (const javaScriptEnabled of [true, false])
    test(
      javaScriptEnabled ? 'with scripts' : 'without scripts',
      javaScriptEnabled ? {} : { tag: '@deep' },
      async ({ browser }) => {
        const context = await browser.newContext({ javaScriptEnabled })
        await takeSession(context, server, cookie)
        const page = await context.newPage()
        await addSite(server, 'Harbour')
        const { buffer } = await toFile('old.png', 5)
        const answer = await server.ask('/uploads?name=old.png', { body: buffer, headers: { cookie } })
        const { path } = JSON.parse(answer.body) as { path: string }
        await page.goto(`${server.url}/publisher`)
        await page.getByLabel('Title *').fill('Low water')
        await fillContent(page, `![Boat](${path})`)
        await openDetails(page)
        await page.getByLabel('Author *').fill('Ines')
        await (await siteBox(page, 'Harbour')).check()
        await page.getByRole('button', { name: 'Publish Article' }).click()
        await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()

        await page.goto(`${server.url}/pictures`)
        await page.getByRole('link', { name: 'old.png' }).click()
        await expect(page.getByRole('heading', { name: 'Used once' })).toBeVisible()
        if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
        await page.getByLabel('The other picture file').setInputFiles(await toFile('new.png', 6))
        await page.getByRole('button', { name: 'Replace' }).click()
        await expect(page.getByText('Replaced in 1 text')).toBeVisible()
        await expect(page.getByRole('heading', { name: 'new.png' })).toBeVisible()
        if (javaScriptEnabled) expect(await findFaults(page)).toEqual([])
        const shown = async (host: string) => (await server.ask('/article/low-water', { host })).body
        for (const host of ['localhost', 'harbour.localhost']) expect(await shown(host)).not.toContain(path)

        await page.getByRole('button', { name: 'Undo' }).click()
        await expect(page.getByText('Put back in 1 text')).toBeVisible()
        for (const host of ['localhost', 'harbour.localhost']) expect(await shown(host)).toContain(path)
        await context.close()
      },
    )
})
