// The publish screen: the functions that scripts add to its form.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { collectComplaints, findFaults, holdScripts, logOut, tabTo, takeSession } from '../support/browser.ts'
import {
  contentOf,
  editorOf,
  expectContent,
  fillContent,
  openDetails,
  openSheet,
  otherAction,
  siteBox,
} from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { takePicture } from '../support/pictures.ts'
import { addSite, queryStore, signUp, type TestServer } from '../support/server.ts'

// Wide enough for the text, the details and the preview beside each other.
test.use({ viewport: { width: 1920, height: 900 } })

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

/** Signs a new account up and the browser in, without a screen. */
async function enter(context: BrowserContext): Promise<string> {
  const account = await signUp(server)
  await takeSession(context, server, account.cookie)
  return account.email
}

async function open(page: Page): Promise<void> {
  await page.goto(at('/publisher'))
  await expect(page.getByRole('heading', { name: 'Article Details' })).toBeVisible()
  await showPreview(page)
}

/** Shows the preview beside the text, where scripts run. */
async function showPreview(page: Page): Promise<void> {
  if (!(await page.evaluate(() => matchMedia('(scripting: enabled)').matches))) return
  await editorOf(page)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page)).not.toBeEmpty()
}

const preview = (page: Page) => page.frameLocator('iframe').locator('main')
const titleOf = (page: Page) => page.getByLabel('Title *')
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Article' }).click()
const check = async (page: Page, name: string) => (await siteBox(page, name)).check()
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/)

/** Opens the draft that the screen offers. */
async function goOn(page: Page, title: string): Promise<void> {
  await expect(page.getByText(`You had begun “${title}”`)).toBeVisible()
  await page.getByRole('link', { name: 'Go on with it' }).click()
  await expect(titleOf(page)).toHaveValue(title)
}

async function write(page: Page, title: string, text = 'Low water at **noon**.'): Promise<void> {
  await openDetails(page)
  await page.getByLabel('Author *').fill('Ines Halloran')
  await titleOf(page).fill(title)
  await fillContent(page, text)
}

test.describe('the preview', () => {
  test('follows the text like the site will show it, and keeps its scroll position', async ({ page }) => {
    const text = `Low **water**[^1].\n\n## Things\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`js\nlet tide\n\`\`\`\n\n${'Sea. '.repeat(900)}\n\n[^1]: Twice.`
    await write(page, 'What the tide left', text)
    await expect(preview(page).getByRole('heading', { name: 'What the tide left' })).toBeVisible()
    await expect(preview(page).locator('.hljs-keyword')).toHaveText('let')
    const frame = page.frames()[1]
    await contentOf(page).press('Control+Home') // the pasted text is seen at its end
    await contentOf(page).press('Control+End')
    await expect.poll(() => frame?.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(200)
    await page.keyboard.type(' And again.')
    await expect(preview(page).getByText('And again.')).toHaveCount(1)
    const shown = (await preview(page).locator('.prose').innerHTML()).replaceAll(' target="_self"', '')
    expect(await frame?.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(200)
    await check(page, 'Harbour')
    await publish(page)
    await page.getByRole('link', { name: /harbour.localhost/ }).click()
    expect(await page.locator('.prose').innerHTML()).toBe(shown)
    expect(complaints).toEqual([])
  })

  test('leads the text when it is scrolled itself', { tag: '@deep' }, async ({ page }) => {
    const parts = Array.from({ length: 8 }, (_, n) => `## Part ${n}\n\n${`Tide ${n}. `.repeat(220)}`)
    await write(page, 'Long', parts.join('\n\n'))
    await expect(preview(page).getByRole('heading', { name: 'Part 7' })).toHaveCount(1)
    const topOf = (name: string) =>
      contentOf(page)
        .locator('.cm-line', { hasText: name })
        .evaluate((line) => line.getBoundingClientRect().top)
    await contentOf(page).press('Control+Home')
    await page.locator('iframe').hover()
    await preview(page)
      .getByRole('heading', { name: 'Part 5' })
      .evaluate((heading) => heading.scrollIntoView())
    const isInSight = async () => {
      const top = await topOf('Part 5')
      return top > -60 && top < 900
    }
    await expect.poll(isInSight).toBe(true) // the heights of the lines before it are measured one after the other
  })

  test('is that of a chosen site, with its name', async ({ page }) => {
    await write(page, 'What the tide left')
    await expect(page.getByLabel('Site of the preview')).toBeHidden()
    await check(page, 'Ledger')
    await page.getByLabel('Site of the preview').selectOption('Ledger')
    await expect(page.frameLocator('iframe').locator('header .wordmark')).toHaveText('Ledger')
    await expect(preview(page).getByRole('heading', { name: 'What the tide left' })).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await page.getByLabel('Site of the preview').selectOption('Broadsheet')
    await expect(page.frameLocator('iframe').locator('header .wordmark')).toBeHidden()
    expect(complaints).toEqual([])
  })

  test('runs no scripts, and opens links in a new tab', async ({ page, context }) => {
    const mean = '<img src=x onerror="top.hurt=1"><script>top.hurt=1</script><svg onload="top.hurt=1"></svg>'
    await write(page, 'Mean', `${mean}\n\n[a link](/article/other)\n\nA note[^1].\n\n[^1]: Here.`)
    await expect(preview(page).getByText('A note')).toBeVisible()
    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('sandbox', /^(?!.*allow-scripts)/)
    // Without the sanitiser, as if it had failed.
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

  test(
    'reports a text that takes too long once, and works again with other texts',
    { tag: '@deep' },
    async ({ page }) => {
      const notes = Array.from({ length: 9000 }, (_, note) => `[^${note}]: [^${note + 1}]`).join('\n\n')
      await write(page, 'Endless')
      await fillContent(page, notes)
      await expect(page.getByText(/^This text takes too long to turn into a page/)).toBeVisible()
      await fillContent(page, 'Short again.')
      await expect(preview(page).getByText('Short again.')).toBeVisible()
      await expect(page.getByText(/^This text takes too long to turn into a page/)).toBeHidden()
    },
  )

  test('says a sentence if a proxy answers instead of the server', async ({ page }) => {
    await page.route('**/publisher/preview', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
    )
    await write(page, 'Low water')
    await expect(page.getByText('The server did not answer. Try again in a moment.')).toBeVisible()
    await expect(page.getByText('503', { exact: true })).toHaveCount(0) // the address of an account may contain it
    complaints.splice(0) // the browser logs the answer of the proxy
  })

  test('covers the whole screen on a phone, and the form stays unchanged', async ({ page }) => {
    await write(page, 'On the train')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('iframe')).toBeHidden()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(preview(page).getByRole('heading', { name: 'On the train' })).toBeVisible()
    await expect(titleOf(page)).toBeHidden()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(titleOf(page)).toHaveValue('On the train')
    await expect(page.locator('iframe')).toBeHidden()
  })
})

/** Chooses, pastes or drops files, like a mouse or a keyboard. */
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
  test('can be chosen, pasted and dropped, and are in the article on every site', async ({ page }) => {
    await write(page, 'With pictures', 'Before.')
    await page.getByLabel('Pictures to add').setInputFiles({
      name: 'harbour-at-dawn.png',
      mimeType: 'image/png',
      buffer: await picture(1),
    })
    await expectContent(page, /^Before\.\n\n!\[harbour at dawn\]\(\/uploads\/[^)]+-900x600\.webp\)\n$/)
    await contentOf(page).press('Control+End')
    await give(contentOf(page), 'paste', { name: 'image.png', type: 'image/png', bytes: await picture(2) })
    await expectContent(page, /\n\n!\[\]\(\/uploads\/[^)]+\)\n$/)
    await give(contentOf(page), 'drop', { name: 'A boot.png', type: 'image/png', bytes: await picture(3) })
    await expectContent(page, /!\[A boot\]\(\/uploads\//)
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

  test(
    'that cannot be used do not change the text, and a sentence says why',
    { tag: '@deep' },
    async ({ page }) => {
      await write(page, 'Without', 'Before.')
      await give(contentOf(page), 'drop', {
        name: 'boat.svg',
        type: 'image/svg+xml',
        bytes: Buffer.from('<svg/>'),
      })
      await expect(
        page.getByText('“boat.svg” was not added. Only JPEG, PNG, WebP, AVIF and GIF pictures can be used.'),
      ).toBeVisible()
      await expectContent(page, 'Before.')
      await give(contentOf(page), 'drop', {
        name: 'a.png',
        type: 'image/png',
        bytes: Buffer.from('%PDF-1.7'),
      })
      await expect(page.getByText('“a.png” was not added. Only JPEG, PNG, WebP')).toBeVisible()
      await give(contentOf(page), 'drop', { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a note') })
      await expect(page.getByText('“a.txt” was not added. Only JPEG, PNG, WebP')).toBeVisible()
      await expectContent(page, 'Before.')
      await give(contentOf(page), 'drop', {
        name: 'huge.png',
        type: 'image/png',
        bytes: Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(11_000_000)]),
      })
      await expect(page.getByText('“huge.png” was not added. It is larger than 10 MB.')).toBeVisible()
      await expectContent(page, 'Before.')
      await page.context().clearCookies({ name: /session/ })
      await give(contentOf(page), 'drop', {
        name: 'late.png',
        type: 'image/png',
        bytes: await picture(4),
      })
      await expect(page.getByText('“late.png” was not added. You are signed out.')).toBeVisible()
    },
  )

  test('delay a publish until they are uploaded', async ({ page }) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/uploads\?/, async (route) => {
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
    await expect(page.getByText('Adding a picture...')).toBeVisible()
    await publish(page)
    await expect(page.getByText('A picture is still being added. Publish when it is there.')).toBeVisible()
    letGo()
    await expectContent(page, /\/uploads\//)
    await publish(page)
    await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
  })
})

test.describe('a draft', () => {
  test('is restored after a reload, until it is published', async ({ page }) => {
    await write(page, 'Half a thought')
    await check(page, 'Ledger')
    await page.goto(at('/publisher')) // within a second: the server or this browser has it
    await goOn(page, 'Half a thought')
    await expectContent(page, 'Low water at **noon**.')
    await expect(await siteBox(page, 'Ledger')).toBeChecked()
    await showPreview(page)
    await expect(preview(page).getByText('Half a thought')).toBeVisible()
    await page.getByRole('link', { name: 'Articles' }).first().click()
    await expect(page).toHaveTitle('Articles')
    await page.getByRole('link', { name: 'New article' }).first().click()
    await goOn(page, 'Half a thought')
    await expectContent(page, 'Low water at **noon**.')
    await publish(page)
    await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
    await expect(titleOf(page)).toHaveValue('')
    await expect(page.getByText('Restored what you had typed')).toBeHidden()
    await open(page)
    await expect(titleOf(page)).toHaveValue('')
    await expect(page.getByText('You had begun')).toBeHidden()
    expect(complaints).toEqual([])
  })

  test('is only offered, and text that is typed before the script is loaded is saved', async ({ page }) => {
    await write(page, 'Older')
    await expect(saved(page)).toBeVisible()
    const letGo = await holdScripts(page)
    await page.goto(at('/publisher'), { waitUntil: 'commit' })
    await titleOf(page).fill('Newer')
    letGo()
    await expect(page.getByText('You had begun “Older”')).toBeVisible()
    await expect(titleOf(page)).toHaveValue('Newer')
    await fillContent(page, 'High water at six.')
    await expect(saved(page)).toBeVisible()
    await page.goto(at('/publisher'))
    await goOn(page, 'Newer') // the newest is offered
    await expectContent(page, 'High water at six.')
  })

  test('can be discarded, which is undone', { tag: '@deep' }, async ({ page }) => {
    await write(page, 'Never mind')
    await (await otherAction(page, 'Discard draft')).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText('Deleted “Never mind”')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Never mind', exact: true }).click()
    await expectContent(page, 'Low water at **noon**.')
    await (await otherAction(page, 'Discard draft')).click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText('Deleted “Never mind”')).toBeVisible()
    await open(page)
    await expect(titleOf(page)).toHaveValue('')
    await expect(page.getByText('You had begun')).toBeHidden()
  })

  test('of one tab is separate from that of another', { tag: '@deep' }, async ({ page, context }) => {
    await write(page, 'In the first tab')
    await expect(saved(page)).toBeVisible()
    const other = await context.newPage()
    await open(other)
    await expect(titleOf(other)).toHaveValue('')
    await write(other, 'In the second tab')
    await expect(saved(other)).toBeVisible()
    await page.reload()
    await expect(titleOf(page)).toHaveValue('In the first tab')
    await other.reload()
    await expect(titleOf(other)).toHaveValue('In the second tab')
  })

  test('of two tabs is put together, and asks where both changed the same line', async ({
    page,
    context,
  }) => {
    await write(page, 'Twice', 'One.\n\nTwo.\n\nThree.')
    await expect(saved(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto(page.url())
    await expectContent(other, 'One.\n\nTwo.\n\nThree.')
    await fillContent(other, 'One and a half.\n\nTwo.\n\nThree.')
    await expect(saved(other)).toBeVisible()
    await fillContent(page, 'One.\n\nTwo.\n\nThree and a half.')
    await expectContent(page, 'One and a half.\n\nTwo.\n\nThree and a half.')
    await expect(page.getByText('Both texts are put together here.')).toBeVisible()
    await expect(saved(page)).toBeVisible()
    await fillContent(other, 'One and a half.\n\nTwo.\n\nFour.')
    await expect(other.getByText('Two texts for the same lines')).toBeVisible()
    expect(await findFaults(other)).toEqual([])
    await other.getByRole('radio', { name: 'The saved one' }).check()
    await other.getByRole('button', { name: 'Use the chosen texts' }).click()
    await expectContent(other, 'One and a half.\n\nTwo.\n\nThree and a half.')
  })

  test('is kept in the browser while the server does not answer, and saved when it does', async ({
    page,
  }) => {
    await page.route('**/drafts/**', (route) => route.abort())
    await write(page, 'On a train')
    await expect(
      page.getByText(/^Not saved: The server does not answer\..* This browser keeps your text\.$/),
    ).toBeVisible()
    await page.reload()
    await goOn(page, 'On a train')
    await page.unroute('**/drafts/**')
    await page.reload()
    await expect(titleOf(page)).toHaveValue('On a train')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('draft:')
  })

  test(
    'that was published in another tab becomes a draft of its own',
    { tag: '@deep' },
    async ({ page, context }) => {
      await write(page, 'Published elsewhere')
      await check(page, 'Ledger')
      await expect(saved(page)).toBeVisible()
      const other = await context.newPage()
      await other.goto(page.url())
      await publish(other)
      await expect(other.getByText('Post created and published to 2 site(s)')).toBeVisible()
      await fillContent(page, 'And then it rained.')
      await expect(page.getByText('What you type here is a draft of its own now.')).toBeVisible()
      await expect(saved(page)).toBeVisible()
      await page.reload()
      await expectContent(page, 'And then it rained.')
    },
  )

  test('does not replace the values that the server returns', { tag: '@deep' }, async ({ page }) => {
    await write(page, 'Older')
    await expect(saved(page)).toBeVisible()
    await titleOf(page).fill('')
    await publish(page)
    await expect(page.getByText('Please fill in all required fields')).toBeVisible()
    await expect(titleOf(page)).toHaveValue('')
    await expectContent(page, 'Low water at **noon**.')
    await expect(page.getByText('Restored what you had typed')).toBeHidden()
  })

  test('is deleted at sign-out, and is not shown to another account', async ({ page, context }) => {
    await write(page, 'A secret')
    await expect(saved(page)).toBeVisible()
    await enter(context) // another account, without a sign-out of the first one
    await open(page)
    await expect(titleOf(page)).toHaveValue('')
    await write(page, 'Another secret')
    await logOut(page)
    await page.waitForURL(at('/'))
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
})

test('an empty room is written in and published on three sites by the keyboard alone', async ({ page }) => {
  await editorOf(page)
  await tabTo(page, titleOf(page))
  await page.keyboard.type('By keys alone')
  await tabTo(page, contentOf(page))
  await page.keyboard.type('At noon.')
  await page.keyboard.press('Escape') // the next Tab leaves the text
  await tabTo(page, page.getByRole('button', { name: 'Details', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Author *'))
  await page.keyboard.type('Ines')
  await tabTo(page, page.getByRole('button', { name: 'Where and when', exact: true }))
  await page.keyboard.press('Enter')
  for (const name of ['Harbour', 'Ledger', 'Review']) {
    await tabTo(page, page.getByRole('checkbox', { name: new RegExp(name) }))
    await page.keyboard.press('Space')
  }
  await tabTo(page, page.getByRole('button', { name: 'Publish Article' }))
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: 'By keys alone' })
  await expect(result).toBeFocused()
  await expect(result.getByText('Published', { exact: true })).toHaveCount(4)
  await expect(result).toMatchAriaSnapshot(`
    - heading "By keys alone" [level=2]:
      - link "By keys alone"
    - list:
      - listitem: /Broadsheet/
      - listitem: /Harbour/
      - listitem: /Ledger/
      - listitem: /Review/
    - link "Write another"
    - link "Edit"
    - button "Undo"
  `)
})

test('Ctrl and Enter publish from every field, and the button names these keys', async ({ page }) => {
  await write(page, 'By keyboard')
  await check(page, 'Review')
  await expect(page.getByRole('button', { name: 'Publish Article' })).toHaveAttribute(
    'aria-keyshortcuts',
    /Control\+Enter/,
  )
  await contentOf(page).press('Control+Enter')
  await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
  expect(
    await queryStore(server, `select 1 from blog_posts where title = 'By keyboard' and origin_id is null`),
  ).toHaveLength(1)
})

const LINES = ['Title *', 'Author *', 'Tags (comma-separated)', 'Keywords (comma-separated)', 'Canonical URL']

/** Presses Enter in each field of one line, then the button. Returns the number of times that the form was sent. */
async function countSent(page: Page): Promise<number> {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/publisher(?:\.data)?(?:\?|$)/.test(request.url())) sent += 1
  })
  for (const label of LINES) await page.getByLabel(label).press('Enter')
  await publish(page)
  await expect(page.getByText('Post created and published to 2 site(s)')).toBeVisible()
  return sent
}

test('Enter alone publishes from no field', async ({ page }) => {
  await write(page, 'Sent once')
  await check(page, 'Review')
  expect(await countSent(page)).toBe(1)
})

test('the keyboard passes the menu by, and is seen where it is in the preview', async ({ page }) => {
  await page.goto(at('/publisher'))
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toHaveCount(1)
  await showPreview(page)
  await write(page, 'Long', 'Sea. '.repeat(3000))
  await expect(preview(page)).toContainText('Sea.')
  const pane = page.getByRole('region', { name: 'Preview' })
  const outlineOf = () => pane.evaluate((element) => getComputedStyle(element).outlineStyle)
  await page.getByRole('button', { name: 'Publish Article' }).focus()
  const isInFrame = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
  for (let presses = 0; presses < 20 && !(await isInFrame()); presses += 1) {
    expect(await outlineOf()).toBe('none')
    await page.keyboard.press('Tab')
  }
  expect(await isInFrame()).toBe(true)
  await expect.poll(outlineOf).toBe('solid')
  await titleOf(page).focus()
  await expect.poll(outlineOf).toBe('none')
})

test('during a publish the screen shows the result of each site as soon as it is known', async ({ page }) => {
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
  await (await siteBox(page, 'Broadsheet')).uncheck()
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

test('all sites can be selected together, and variations are disabled without a provider', async ({
  page,
}) => {
  await openSheet(page)
  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(5)
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

  test('Enter alone publishes from no field either', async ({ page }) => {
    await write(page, 'Sent by hand')
    await check(page, 'Review')
    expect(await countSent(page)).toBe(1)
  })
})

test('no state of the publish screen has a fault that can be found', async ({ page }) => {
  await write(page, 'Seen')
  await expect(saved(page)).toBeVisible()
  await page.goto(at('/publisher'))
  await expect(page.getByText('You had begun “Seen”')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
  await goOn(page, 'Seen')
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByTitle('The article as readers will see it')).toBeVisible()
  expect(await findFaults(page)).toEqual([])
})
