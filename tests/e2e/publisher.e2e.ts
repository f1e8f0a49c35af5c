// Writing on the publish screen: what scripts add to its form.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { takePicture } from '../support/pictures.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

let server: TestServer
let email: string
let complaints: string[] = []

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  for (const name of ['Harbour', 'Ledger', 'Review', 'Northern']) await addSite(server, name)
})
test.beforeEach(async ({ page, context }) => {
  complaints = collectComplaints(page)
  email = await enter(context)
  await open(page)
})

const at = (path: string, host = 'localhost') => `http://${host}:${server.port}${path}`

/** Signs a new account in without a screen. */
async function enter(context: BrowserContext): Promise<string> {
  const account = await signUp(server)
  await takeSession(context, server, account.cookie)
  return account.email
}

async function open(page: Page): Promise<void> {
  await page.goto(at('/publisher'))
  await expect(page.getByRole('heading', { name: 'Article Details' })).toBeVisible()
  await expect(preview(page)).not.toBeEmpty()
}

const preview = (page: Page) => page.frameLocator('iframe').locator('main')
const titleOf = (page: Page) => page.getByLabel('Title *')
const contentOf = (page: Page) => page.getByLabel('Content * (Markdown supported)')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Article' }).click()
const check = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(name) }).check()
const kept = (page: Page) => page.getByText(/^Kept in this browser, \d\d:\d\d$/)

/** Takes up the draft that is offered. */
async function goOn(page: Page, title: string): Promise<void> {
  await expect(page.getByText(`You had begun “${title}” and typed until `)).toBeVisible()
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(titleOf(page)).toHaveValue(title)
}

async function write(page: Page, title: string, text = 'Low water at **noon**.'): Promise<void> {
  await titleOf(page).fill(title)
  await contentOf(page).fill(text)
  await page.getByLabel('Author *').fill('Ines Halloran')
}

test.describe('the preview', () => {
  test('shows what the site will show, while one writes, and stays where it was scrolled to', async ({
    page,
  }) => {
    const text = `Low **water**[^1].\n\n## Things\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`js\nlet tide\n\`\`\`\n\n${'Sea. '.repeat(900)}\n\n[^1]: Twice.`
    await write(page, 'What the tide left', text)
    await expect(preview(page).getByRole('heading', { name: 'What the tide left' })).toBeVisible()
    await expect(preview(page).locator('.hljs-keyword')).toHaveText('let')
    const shown = (await preview(page).locator('.prose').innerHTML()).replaceAll(' target="_self"', '')
    const frame = page.frames()[1]
    await contentOf(page).evaluate((area) => (area.scrollTop = area.scrollHeight))
    await expect.poll(() => frame?.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(200)
    await titleOf(page).fill('What the tide brought')
    await expect(preview(page).getByRole('heading', { name: 'What the tide brought' })).toHaveCount(1)
    expect(await frame?.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(200)
    await check(page, 'Harbour')
    await publish(page)
    await page.getByRole('link', { name: /harbour.localhost/ }).click()
    expect(await page.locator('.prose').innerHTML()).toBe(shown)
    expect(complaints).toEqual([])
  })

  test('runs nothing, and leads out of itself into a tab of its own', async ({ page, context }) => {
    const mean = '<img src=x onerror="top.hurt=1"><script>top.hurt=1</script><svg onload="top.hurt=1"></svg>'
    await write(page, 'Mean', `${mean}\n\n[a link](/article/other)\n\nA note[^1].\n\n[^1]: Here.`)
    await expect(preview(page).getByText('A note')).toBeVisible()
    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
    // Past the sanitiser, as if it had failed.
    await frame.evaluate((element: HTMLIFrameElement) => {
      const body = element.contentDocument?.body
      body?.insertAdjacentHTML(
        'beforeend',
        '<img src="x" onerror="top.hurt=1"><b onclick="top.hurt=1">click me</b>',
      )
    })
    await preview(page).page().frameLocator('iframe').getByText('click me').click()
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      preview(page).getByRole('link', { name: 'a link' }).click(),
    ])
    await tab.waitForURL('**/article/other')
    await preview(page).getByRole('link', { name: '[1]' }).click()
    await expect(preview(page).getByRole('heading', { name: 'Mean' })).toHaveCount(1)
  })

  test('says what is wrong with a text that takes too long, once, and goes on', async ({ page }) => {
    const notes = Array.from({ length: 9000 }, (_, note) => `[^${note}]: [^${note + 1}]`).join('\n\n')
    await write(page, 'Endless')
    await contentOf(page).evaluate((area: HTMLTextAreaElement, text) => {
      area.value = text // typing that much takes a browser a minute
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }, notes)
    await expect(page.getByText(/^This text takes too long to turn into a page/)).toBeVisible()
    await contentOf(page).fill('Short again.')
    await expect(preview(page).getByText('Short again.')).toBeVisible()
    await expect(page.getByText(/^This text takes too long to turn into a page/)).toBeHidden()
  })

  test('has the whole screen on a phone, and the form is as it was', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await write(page, 'On the train')
    await expect(page.locator('iframe')).toBeHidden()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(preview(page).getByRole('heading', { name: 'On the train' })).toBeVisible()
    await expect(titleOf(page)).toBeHidden()
    await page.getByRole('button', { name: 'Write', exact: true }).click()
    await expect(titleOf(page)).toHaveValue('On the train')
    await expect(page.locator('iframe')).toBeHidden()
  })
})

/** Does with files what a mouse or a keyboard would do. */
async function give(
  area: Locator,
  kind: 'paste' | 'drop',
  file: { name: string; type: string; bytes: Buffer },
) {
  const { name, type } = file
  await area.evaluate(
    (element, { how, named, typed, base64 }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], named, { type: typed }))
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    { how: kind, named: name, typed: type, base64: file.bytes.toString('base64') },
  )
}

const picture = (shade: number) => takePicture({ width: 900, height: 600, format: 'png', shade })

test.describe('images', () => {
  test('are chosen, pasted and dropped, and shown in the article on every site', async ({ page }) => {
    await write(page, 'With pictures', 'Before.')
    await page.getByLabel('Add image').setInputFiles({
      name: 'harbour-at-dawn.png',
      mimeType: 'image/png',
      buffer: await picture(1),
    })
    await expect(contentOf(page)).toHaveValue(
      /^Before\.\n\n!\[harbour at dawn\]\(\/uploads\/[^)]+-900x600\.webp\)\n$/,
    )
    await contentOf(page).press('Control+End')
    await give(contentOf(page), 'paste', { name: 'image.png', type: 'image/png', bytes: await picture(2) })
    await expect(contentOf(page)).toHaveValue(/\n\n!\[\]\(\/uploads\/[^)]+\)\n$/)
    await give(contentOf(page), 'drop', { name: 'A boot.png', type: 'image/png', bytes: await picture(3) })
    await expect(contentOf(page)).toHaveValue(/!\[A boot\]\(\/uploads\//)
    await expect(preview(page).locator('figure img')).toHaveCount(3)
    await check(page, 'Harbour')
    await publish(page)
    await page.getByRole('link', { name: /harbour.localhost/ }).click()
    const images = page.locator('.prose figure.picture img')
    await expect(images).toHaveCount(3)
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
        .toBeGreaterThan(0)
    }
    expect(complaints).toEqual([])
  })

  test('that cannot be used leave the text as it was, and a sentence', async ({ page }) => {
    await write(page, 'Without', 'Before.')
    await give(contentOf(page), 'drop', {
      name: 'boat.svg',
      type: 'image/svg+xml',
      bytes: Buffer.from('<svg/>'),
    })
    await expect(
      page.getByText('“boat.svg” was not added. Only JPEG, PNG, WebP, AVIF and GIF images can be used.'),
    ).toBeVisible()
    expect((await contentOf(page).inputValue()).trim()).toBe('Before.')
    await give(contentOf(page), 'drop', {
      name: 'huge.png',
      type: 'image/png',
      bytes: Buffer.alloc(11_000_000),
    })
    await expect(page.getByText('“huge.png” was not added. It is larger than 10 MB.')).toBeVisible()
    await page.context().clearCookies({ name: /session/ })
    await give(contentOf(page), 'drop', {
      name: 'late.png',
      type: 'image/png',
      bytes: await picture(4),
    })
    await expect(page.getByText('“late.png” was not added. You are signed out.')).toBeVisible()
  })

  test('that are still on their way hold a publish back', async ({ page }) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/uploads', async (route) => {
      await held
      await route.continue()
    })
    await write(page, 'Too early', '')
    await check(page, 'Harbour')
    await give(contentOf(page), 'paste', {
      name: 'slow.png',
      type: 'image/png',
      bytes: await picture(4),
    })
    await expect(page.getByText('Adding an image...')).toBeVisible()
    await publish(page)
    await expect(page.getByText('An image is still being added. Publish when it is there.')).toBeVisible()
    letGo()
    await expect(contentOf(page)).toHaveValue(/\/uploads\//)
    await publish(page)
    await expect(page.getByText('Post created and published to 1 site(s)')).toBeVisible()
  })
})

test.describe('what was typed', () => {
  test('is there again after a reload, until it is published', async ({ page }) => {
    await write(page, 'Half a thought')
    await check(page, 'Ledger')
    await page.reload() // before a second has passed
    await goOn(page, 'Half a thought')
    await expect(page.getByText(/^Restored what you had typed at \d\d:\d\d\./)).toBeVisible()
    await expect(contentOf(page)).toHaveValue('Low water at **noon**.')
    await expect(page.getByRole('checkbox', { name: /Ledger/ })).toBeChecked()
    await expect(preview(page).getByText('Half a thought')).toBeVisible()
    await page.getByRole('link', { name: 'Articles' }).click()
    await expect(page).toHaveTitle('Articles')
    await page.getByRole('link', { name: 'Publisher' }).click()
    await goOn(page, 'Half a thought')
    await publish(page)
    await expect(page.getByText('Post created and published to 1 site(s)')).toBeVisible()
    await expect(titleOf(page)).toHaveValue('')
    await expect(page.getByText('Restored what you had typed')).toBeHidden()
    await open(page)
    await expect(titleOf(page)).toHaveValue('')
    await expect(page.getByText('You had begun')).toBeHidden()
    expect(complaints).toEqual([])
  })

  test('stays if it was typed before the script was loaded, and a kept draft is only offered', async ({
    page,
  }) => {
    await write(page, 'Older')
    await expect(kept(page)).toBeVisible()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/assets/**.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(at('/publisher'), { waitUntil: 'commit' })
    await titleOf(page).fill('Newer')
    letGo()
    await expect(page.getByText(/^You had begun “Older” and typed until \d\d:\d\d\./)).toBeVisible()
    await expect(titleOf(page)).toHaveValue('Newer')
    await contentOf(page).fill('High water at six.')
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(titleOf(page)).toHaveValue('Older')
    await page.reload()
    await goOn(page, 'Newer') // which had been kept, too
    await expect(contentOf(page)).toHaveValue('High water at six.')
  })

  test('is discarded where its author says so', async ({ page }) => {
    await write(page, 'Never mind')
    await expect(kept(page)).toBeVisible()
    await page.reload()
    await goOn(page, 'Never mind')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(titleOf(page)).toHaveValue('')
    await open(page)
    await expect(page.getByText('You had begun')).toBeHidden()
  })

  test('in one tab is not mixed up with that in another', async ({ page, context }) => {
    await write(page, 'In the first tab')
    await expect(kept(page)).toBeVisible()
    const other = await context.newPage()
    await open(other)
    await expect(titleOf(other)).toHaveValue('')
    await write(other, 'In the second tab')
    await expect(kept(other)).toBeVisible()
    await page.reload()
    await goOn(page, 'In the first tab')
    await other.reload()
    await goOn(other, 'In the second tab')
  })

  test('comes second to what the server sends back', async ({ page }) => {
    await write(page, 'Older')
    await expect(kept(page)).toBeVisible()
    await titleOf(page).fill('')
    await publish(page)
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await expect(titleOf(page)).toHaveValue('')
    await expect(contentOf(page)).toHaveValue('Low water at **noon**.')
    await expect(page.getByText('Restored what you had typed')).toBeHidden()
  })

  test('is nobody’s business after signing out, and no other account’s before', async ({ page, context }) => {
    await write(page, 'A secret')
    await expect(kept(page)).toBeVisible()
    await enter(context) // somebody else, without the first one having signed out
    await open(page)
    await expect(titleOf(page)).toHaveValue('')
    await write(page, 'Another secret')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(at('/'))
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
})

test('Ctrl and Enter publish, from wherever one is, and the button says so', async ({ page }) => {
  await write(page, 'By keyboard')
  await check(page, 'Review')
  await expect(page.getByRole('button', { name: 'Publish Article' })).toHaveAttribute(
    'aria-keyshortcuts',
    /Control\+Enter/,
  )
  await contentOf(page).press('Control+Enter')
  await expect(page.getByText('Post created and published to 1 site(s)')).toBeVisible()
  expect(
    await queryStore(server, `select 1 from blog_posts where title = 'By keyboard' and origin_id is null`),
  ).toHaveLength(1)
})

test('while an article is published the screen tells of each site as it is done', async ({ page }) => {
  const [user] = await queryStore<{ id: string }>(server, `select id from users where email = '${email}'`)
  const sites = await queryStore<{ id: string; name: string }>(
    server,
    `select id, name from target_sites where name in ('Harbour', 'Ledger')`,
  )
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: sent, resolve: send } = Promise.withResolvers<string>()
  await page.route('**/publisher.data*', async (route) => {
    const [, runId = ''] = /name="runId"\s+([\da-f-]{36})/.exec(route.request().postData() ?? '') ?? []
    send(runId)
    await held
    await route.continue()
  })
  await write(page, 'Site by site')
  for (const { name } of sites) await check(page, name)
  await publish(page)
  const progress = page.getByRole('region', { name: 'Publishing' })
  await expect(progress.getByText('0 of 2 sites')).toBeVisible()
  await expect(progress.getByText('Sending...')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Publishing...' })).toBeDisabled()
  const runId = await sent
  const add = (index: number, result: object) =>
    queryStore(
      server,
      `insert into run_items (run_id, item_id, version, result)
       values ('${runId}', '${index}', ${index + 2}, '${JSON.stringify({ siteId: sites[index]?.id, ...result })}')`,
    )
  await queryStore(
    server,
    `insert into runs (id, user_id, kind, input, total) values ('${runId}', '${user?.id}', 'publish', '{}', 2)`,
  )
  await add(0, { status: 'succeeded', url: 'http://first.example/article/x' })
  await queryStore(server, `update runs set version = 2, done = 1, state = 'running' where id = '${runId}'`)
  await expect(progress.getByText('1 of 2 sites')).toBeVisible()
  await expect(progress.getByText('http://first.example/article/x')).toBeVisible()
  await expect(progress.getByRole('progressbar')).toHaveJSProperty('value', 1)
  expect(await findFaults(page)).toEqual([])
  await add(1, { status: 'failed', error: 'The site refused the article.' })
  await queryStore(
    server,
    `update runs set version = 3, done = 2, state = 'done', finished_at = now() where id = '${runId}'`,
  )
  await expect(progress.getByText('The site refused the article.')).toBeVisible()
  await queryStore(server, `delete from runs where id = '${runId}'`)
  letGo()
  await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
  await expect(progress).toBeHidden()
  expect(complaints).toEqual([])
})

test('all sites are ticked and unticked at once, and variations wait for a provider', async ({ page }) => {
  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await page.getByRole('button', { name: 'Select none' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  const variations = page.getByRole('switch', { name: 'Generate AI variations for each site' })
  await expect(variations).toBeDisabled()
  await expect(variations).not.toBeChecked()
  await expect(variations).toHaveAccessibleDescription(/set AI_BASE_URL/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the preview is a page of its own', async ({ page, context }) => {
    await write(page, 'By hand')
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Preview', exact: true }).click(),
    ])
    await expect(tab.getByRole('heading', { level: 1, name: 'By hand' })).toBeVisible()
    await expect(titleOf(page)).toHaveValue('By hand')
    await expect(page.getByText('Add image')).toBeHidden()
  })
})

test('no state of the publish screen has a fault that can be found', async ({ page }) => {
  await write(page, 'Seen')
  await expect(kept(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('You had begun “Seen”')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await goOn(page, 'Seen')
  await expect(page.getByText('Restored what you had typed')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  expect(await findFaults(page)).toEqual([])
  await expect(page.getByTitle('The article as readers will see it')).toBeVisible()
})
