// The ways in which a text could be lost while it is written: each ends with the text on the server, in its form, or with
// a question.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { findFaults, logOut, openAccountMenu, signedInMark, takeSession } from '../support/browser.ts'
import {
  contentOf,
  editorOf,
  expectContent,
  fillContent,
  openDetails,
  otherAction,
} from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'
import { v7 as uuidv7 } from 'uuid'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'

const PASSWORD = 'a long enough password'
const TITLE = 'What the tide left'

let server: TestServer
let email: string
let cookie: string

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})
test.beforeEach(async ({ page, context }) => {
  const account = await signUp(server)
  email = account.email
  cookie = account.cookie
  await takeSession(context, server, cookie)
  await open(page)
})

const at = (path: string) => `http://localhost:${server.port}${path}`
const titleOf = (page: Page) => page.getByLabel('Title *')
const question = (page: Page) => page.getByRole('alert').filter({ hasText: 'Log out and delete' })
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

/** Leaves the desk by the link to the public site. */
async function viewSite(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'View site' }).click()
}

/** Opens the publish screen, and waits for its script. */
async function open(page: Page): Promise<void> {
  await page.goto(at('/publisher'))
  await editorOf(page)
}

const readSaved = async () =>
  queryStore<{ content: string }>(
    server,
    `select text->>'content' as content from drafts join users on users.id = drafts.user_id
     where email = '${email}' order by saved_at`,
  )

/** Types a text that no other test has. Returns it. */
async function type(page: Page): Promise<string> {
  const text = `Low water at noon, ${email}.`
  await titleOf(page).fill(TITLE)
  await contentOf(page).press('Control+End')
  await page.keyboard.insertText(text)
  return text
}

const expectSaved = (text: string) => expect.poll(readSaved).toEqual([{ content: text }])

/** Opens the draft that only this browser has. */
async function goOn(page: Page, text: string): Promise<void> {
  await page.goto(at('/publisher'))
  await expect(page.getByText('which only this browser has')).toBeVisible()
  await page.getByRole('link', { name: 'Go on with it' }).click()
  await expectContent(page, text)
}

/** Opens the draft that the screen offers, whether the server has it or this browser alone. */
async function goOnFrom(page: Page, text: string): Promise<void> {
  await page.goto(at('/publisher'))
  await page.getByRole('link', { name: 'Go on with it' }).click()
  await expectContent(page, text)
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const cutSaves = (of: Page | BrowserContext) => of.route('**/drafts/**', (route) => route.abort())

test.describe('a text of this second is on the server after', () => {
  const WAYS: { way: string; tag?: '@deep'; leave: (page: Page) => Promise<unknown> }[] = [
    { way: 'logging out', leave: (page) => logOut(page) },
    {
      way: 'a link to another screen',
      leave: (page) => page.getByRole('link', { name: 'Pictures' }).first().click(),
    },
    {
      way: 'a link to a public page',
      tag: '@deep',
      leave: viewSite,
    },
    { way: 'a reload', tag: '@deep', leave: (page) => page.reload() },
    { way: 'another address', tag: '@deep', leave: (page) => page.goto(at('/')) },
    { way: 'a closed tab', tag: '@deep', leave: (page) => page.close() },
    {
      way: 'the back button',
      tag: '@deep',
      leave: async (page) => {
        await page.goBack()
      },
    },
    {
      way: 'a sign-out in another tab',
      tag: '@deep',
      leave: async (page) => {
        // Here each tab has the focus. Elsewhere it loses it, before another one can be used.
        await page.evaluate(() => dispatchEvent(new Event('blur')))
        const other = await page.context().newPage()
        await other.goto(at('/account'))
        await logOut(other)
      },
    },
  ]
  for (const { way, tag = [], leave } of WAYS)
    test(way, { tag }, async ({ page }) => {
      if (way === 'the back button') {
        await page.getByRole('link', { name: 'Pictures' }).first().click()
        await page.getByRole('link', { name: 'New article' }).first().click()
        await editorOf(page)
      }
      const text = await type(page)
      await leave(page)
      await expectSaved(text)
    })
})

test.describe('a text that only this browser has', () => {
  test('is sent when its account logs out on a public page', async ({ page, context }) => {
    await cutSaves(context)
    const text = await type(page)
    await viewSite(page)
    await expect(page).toHaveURL(at('/'))
    await context.unroute('**/drafts/**')
    await logOut(page)
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
    await expect(page).toHaveURL(at('/'))
    await expectSaved(text)
    expect(await stored(page)).toBe('{}')
  })

  test('is not deleted by a logout without a question', async ({ page, context }) => {
    await cutSaves(context)
    const text = await type(page)
    await logOut(page)
    await expect(question(page)).toContainText(`only this browser has: “${TITLE}”`)
    expect(await findFaults(page)).toEqual([])
    await question(page).getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question(page)).toBeHidden()
    await expectContent(page, text)
    await logOut(page)
    await question(page).getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(at('/'))
    expect(await stored(page)).toBe('{}') // nothing is left for the next person
    await takeSession(context, server, (await signUp(server)).cookie)
    await open(page)
    await expectContent(page, '')
  })

  test('is not deleted by a logout before the scripts run', { tag: '@deep' }, async ({ page, context }) => {
    await cutSaves(context)
    const text = await type(page)
    await expect.poll(() => stored(page)).toContain(text)
    const answer = await server.ask('/auth', {
      headers: { cookie: `${cookie}; unsaved_texts=1` },
      form: { intent: 'sign-out' },
    })
    expect(answer.headers.location).toBe('/account?ask=sign-out')
    expect(answer.headers['clear-site-data']).toBeUndefined()
    expect((await context.cookies()).map(({ name }) => name)).toContain('unsaved_texts')
    await page.goto(at('/account?ask=sign-out'))
    await expect(question(page)).toContainText(TITLE)
    await context.unroute('**/drafts/**')
    await page.reload()
    await expect(question(page)).toContainText('Everything that you typed is saved now.')
    await expectSaved(text)
  })

  test(
    'stays after its session ended, also when a public page has seen that',
    { tag: '@deep' },
    async ({ page, context }) => {
      await cutSaves(context)
      const text = await type(page)
      await expect.poll(() => stored(page)).toContain(text)
      await queryStore(server, 'delete from sessions')
      const other = await context.newPage()
      await other.goto(at('/'))
      await expect(page).toHaveURL(at('/auth?next=%2Fpublisher'))
      await context.unroute('**/drafts/**')
      await signIn(page)
      await expect(signedInMark(page)).toBeVisible()
      await goOn(page, text)
      await expectSaved(text)
    },
  )

  test('survives the crash of its tab', async ({ page, context }) => {
    await cutSaves(context)
    const text = await type(page)
    await expect.poll(() => stored(page)).toContain(text)
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => {})
    await crashed
    await goOn(await context.newPage(), text)
  })

  const ANSWERS = [413, 429, 500, 503, 507] as const
  for (const status of ANSWERS)
    test(`survives answers with the status ${status}`, { tag: '@deep' }, async ({ page, context }) => {
      await context.route('**/drafts/**', (route) => route.fulfill({ status, body: '' }))
      const text = await type(page)
      await expect(page.getByText('This browser keeps your text.')).toBeVisible()
      await page.close()
      await goOn(await context.newPage(), text)
    })

  test('survives a server that never answers', { tag: '@deep' }, async ({ page, context }) => {
    await context.route('**/drafts/**', () => {})
    const text = await type(page)
    await page.close()
    await context.unroute('**/drafts/**')
    await goOnFrom(await context.newPage(), text)
    await expectSaved(text)
  })

  test('survives a lost answer, and is saved once', { tag: '@deep' }, async ({ page, context }) => {
    await context.route('**/drafts/**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const text = await type(page)
    await expectSaved(text)
    await context.unrouteAll({ behavior: 'wait' })
    await page.goto(at('/pictures'))
    await goOnFrom(page, text)
    await expectSaved(text)
  })

  test('is sent when the network is back', { tag: '@deep' }, async ({ page, context }) => {
    await context.setOffline(true)
    const text = await type(page)
    await expect(page.getByText('This browser keeps your text.')).toBeVisible()
    await context.setOffline(false)
    await expectSaved(text)
  })

  test('is never saved under another account', { tag: '@deep' }, async ({ page, context }) => {
    const text = await type(page)
    await takeSession(context, server, (await signUp(server)).cookie)
    await expect(page.getByText('Not saved: You are signed out.')).toBeVisible()
    const rows = await queryStore(server, `select id from drafts where text->>'content' = '${text}'`)
    expect(rows).toEqual([])
    await takeSession(context, server, cookie)
    await contentOf(page).press('End')
    await page.keyboard.insertText('!')
    await expectSaved(`${text}!`)
  })

  test('survives as a long text of a closed tab', { tag: '@deep' }, async ({ page, context }) => {
    const long = `At noon, ${email}. `.repeat(4000) // more than a browser sends when its page is closed
    await fillContent(page, long)
    await page.close()
    await goOnFrom(await context.newPage(), long)
  })

  test('survives with thirty others', { tag: '@deep' }, async ({ page, context }) => {
    await cutSaves(context)
    const text = await type(page)
    await expect.poll(() => stored(page)).toContain(text)
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('draft:')) ?? ''
      const json = localStorage.getItem(key) ?? ''
      const id = key.split(':').at(-1) ?? ''
      for (let count = 10; count < 40; count += 1) {
        const other = id.slice(0, -2) + count
        localStorage.setItem(key.replace(id, other), json.replaceAll(id, other))
      }
    })
    await context.unroute('**/drafts/**')
    await logOut(page)
    await expect(page).toHaveURL(at('/'))
    await expect.poll(async () => (await readSaved()).length).toBeGreaterThanOrEqual(30)
  })
})

test.describe('a text that is too large', () => {
  test('for the server is in this browser, as the screen says', async ({ page }) => {
    await type(page)
    await page.getByLabel('Meta Description').fill('x'.repeat(10_001))
    await expect(
      page.getByText('A field is too long to be saved. This browser keeps your text.'),
    ).toBeVisible()
    await page.reload()
    await page.getByRole('link', { name: 'Go on with it' }).click()
    await expect(page.getByLabel('Meta Description')).toHaveValue('x'.repeat(10_001))
  })

  test('for the browser too is not left without a question', { tag: '@deep' }, async ({ page, context }) => {
    await cutSaves(context)
    await page.evaluate(() => {
      for (let size = 2 ** 24, count = 0; size >= 1; count += 1)
        try {
          localStorage.setItem(`other ${count}`, 'x'.repeat(size))
        } catch {
          size /= 2
        }
    })
    const text = await type(page)
    await expect(page.getByText('Copy your text before you close this page.')).toBeVisible()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Pictures' }).first().click()
    await expect.poll(() => asked).toEqual(['confirm'])
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toEqual(['confirm', 'beforeunload'])
    await expectContent(page, text)
    await logOut(page)
    await expect(question(page)).toContainText(TITLE)
  })
})

const save = (page: Page) => page.getByRole('button', { name: /^Update/ }).click()

/** Publishes an article without a screen. Returns the path of its form. */
async function publish(content: string): Promise<string> {
  const form = { draftId: uuidv7(), title: TITLE, content, author: 'Ines', siteIds: MAIN_SITE_ID }
  expect((await server.ask('/publisher', { form, headers: { cookie } })).status).toBe(200)
  const [article] = await queryStore<{ id: string }>(
    server,
    'select id from blog_posts order by id desc limit 1',
  )
  return `/articles/${article?.id}`
}

async function openArticle(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await editorOf(page)
}

/** Sends the form by keys, types on, and lets the answer come. */
async function typeOn(page: Page, added: string): Promise<void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/*.data*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await contentOf(page).press('Control+Enter')
  await expect(page.getByRole('button', { name: /^(?:Publishing|Saving)\.\.\.$/ }).first()).toBeDisabled()
  await contentOf(page).press('Control+End')
  await page.keyboard.insertText(added)
  letGo()
}

test.describe('a text that is typed until a sent form is answered', () => {
  test('is a draft of its own after a publish', { tag: '@deep' }, async ({ page }) => {
    const text = await type(page)
    await openDetails(page)
    await page.getByLabel('Author *').fill('Ines')
    await typeOn(page, ' Then it rained.')
    await expect(page.getByText('Post created and published to 1 site(s)')).toBeVisible()
    await expect(page.getByText('which only this browser has')).toBeVisible()
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Go on with it' }).click()
    await expectContent(page, `${text} Then it rained.`)
    await expectSaved(`${text} Then it rained.`)
  })

  test('is in the form of the article that was saved', { tag: '@deep' }, async ({ page }) => {
    await openArticle(page, await publish('One.'))
    await fillContent(page, 'One. Two.')
    await typeOn(page, ' Three.')
    await expect(page.getByText('Saved, and up to date on 1 site(s)')).toBeVisible()
    await expectContent(page, 'One. Two. Three.')
    await expectSaved('One. Two. Three.')
    expect(await queryStore(server, 'select content from blog_posts order by id desc limit 1')).toEqual([
      { content: 'One. Two.' },
    ])
  })
})

test(
  'a file that is dropped beside the editor takes no text away',
  { tag: '@deep' },
  async ({ page }, info) => {
    const file = info.outputPath('notes.txt')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, 'Not a picture.')
    const text = await type(page)
    const box = await titleOf(page).boundingBox()
    const cdp = await page.context().newCDPSession(page)
    for (const step of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', {
        type: step,
        x: (box?.x ?? 0) + 20,
        y: (box?.y ?? 0) + 10,
        data: { items: [], files: [file], dragOperationsMask: 1 },
      })
    await expectSaved(text)
  },
)

test(
  'a draft that was discarded in another tab becomes one of its own',
  { tag: '@deep' },
  async ({ page }) => {
    const text = await type(page)
    await expectSaved(text)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await (await otherAction(other, 'Discard draft')).click()
    await other.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(other.getByText(`Deleted “${TITLE}”`)).toBeVisible()
    await contentOf(page).press('Control+End')
    await page.keyboard.insertText(' Then it rained.')
    await expect(page.getByText('What you type here is a draft of its own now.')).toBeVisible()
    await expectSaved(`${text} Then it rained.`)
  },
)

test(
  'a text whose article was deleted in another tab can be a new draft',
  { tag: '@deep' },
  async ({ page }) => {
    const path = await publish('One.')
    await openArticle(page, path)
    await server.ask(path, { form: { intent: 'delete' }, headers: { cookie } })
    await fillContent(page, 'One. Two.')
    await expect(page.getByText('This browser keeps your text.')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Make it a new draft' }).click()
    await expectContent(page, 'One. Two.')
    await expectSaved('One. Two.')
    expect(await stored(page)).toBe('{}')
  },
)

test.describe('an article that was saved in another tab', () => {
  const LINES = ['One.', 'Two.', 'Three.']
  const write = (first: string, last: string) => [first, LINES[1], last].join('\n\n')
  const SAVED = 'Saved, and up to date on 1 site(s)'

  /** Publishes an article, and opens it in two tabs. The second one saves another first line. */
  async function saveElsewhere(page: Page): Promise<void> {
    const path = await publish(LINES.join('\n\n'))
    const other = await page.context().newPage()
    for (const tab of [page, other]) await openArticle(tab, path)
    await fillContent(other, write('First.', 'Three.'))
    await save(other)
    await expect(other.getByText(SAVED)).toBeVisible()
    await other.close()
  }

  test('is merged when it is saved at once, with one instruction', async ({ page }) => {
    await saveElsewhere(page)
    await fillContent(page, write('One.', 'Third.'))
    await save(page)
    await expect(page.getByText('Not saved: the article was changed meanwhile')).toBeVisible()
    await expectContent(page, write('First.', 'Third.'))
    await expect(page.getByText('Both texts are put together here.')).toBeVisible()
    await expect(page.getByText('Restored what you had typed')).toBeHidden()
    await save(page)
    await expect(page.getByText(SAVED)).toBeVisible()
    await expectContent(page, write('First.', 'Third.'))
  })

  test('is merged while it is written', { tag: '@deep' }, async ({ page }) => {
    await saveElsewhere(page)
    await fillContent(page, write('One.', 'Third.'))
    await expect(page.getByText('Both texts are put together here.')).toBeVisible()
    await expectContent(page, write('First.', 'Third.'))
    await expect(page.getByText('Reload to go on')).toBeHidden()
    await save(page)
    await expect(page.getByText(SAVED)).toBeVisible()
  })

  test('asks where both changed the same line', { tag: '@deep' }, async ({ page }) => {
    await saveElsewhere(page)
    await fillContent(page, write('Once.', 'Three.'))
    await save(page)
    await expect(page.getByText('Two texts for the same lines')).toBeVisible()
    await page.getByRole('radio', { name: 'Yours', exact: true }).check()
    await page.getByRole('button', { name: 'Use the chosen texts' }).click()
    await save(page)
    await expect(page.getByText(SAVED)).toBeVisible()
    await expectContent(page, write('Once.', 'Three.'))
  })
})
