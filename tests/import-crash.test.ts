// After a kill at any step of an import, its run continues: every article is imported, and none of them twice.
// @seconds 20
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { makeMortalProduct } from './support/mortal-product.ts'
import { ended, queryStore, signUp, startAgain, startServer, type TestServer } from './support/server.ts'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { takePicture } from './support/pictures.ts'
import { startPictureServer } from './support/picture-server.ts'
import { byTier, isDeep } from './support/tier.ts'

const ARTICLES = byTier(150, 500)
const SETTLE_MS = 180_000

// The functions that run while a file is read, and while its articles are imported.
const READING = ['openReader', 'insertFound', 'hasItems'] as const
const IMPORTING = ['importTogether', 'orderSites', 'insertAll', 'endImport'] as const
// The functions that run while an import is taken back.
const TAKING_BACK = ['takeBackSome', 'takeBackOne', 'restoreReplaced', 'deletePicturesIn'] as const
// The functions that run while pictures are fetched.
const FETCHING = ['fetchTurn', 'saveOne', 'rewriteOne', 'rewriteArticle'] as const
// The functions that run while the pictures of a folder, and the links of its articles, come in.
const BRINGING = ['savePicture', 'linkNext', 'prepareLinking'] as const
const DAILY: string[] = ['insertAll']
const MORTAL = makeMortalProduct([...READING, ...IMPORTING, ...FETCHING, ...BRINGING, ...TAKING_BACK])

const LINES = Array.from({ length: ARTICLES }, (_, index) =>
  JSON.stringify({ source: 'blog', path: `${index}`, title: `Title ${index}`, content: 'At **noon**.' }),
).join('\n')

const BOUNDARY = 'the-end-of-a-part'
const UPLOAD = {
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.ndjson"\r\ncontent-type: text/plain\r\n\r\n${LINES}\r\n--${BOUNDARY}--\r\n`,
}

describe.concurrent('killed', () => {
  test.for(byTier(DAILY, [...READING, ...IMPORTING]))(
    'at %s, an import continues, and stores every article once',
    { timeout: 600_000 },
    async (step, { expect }) => {
      let server = await startServer({ KILL_AT: join('/', 'nowhere') })
      const killAt = join(server.dataDir, 'kill-at')
      server.env.KILL_AT = killAt
      const { cookie } = await signUp(server)
      await server.stop()
      server = await startAgain(server, MORTAL)
      const isReading = READING.some((known) => known === step)

      const restart = async () => {
        await ended(server.process)
        expect(server.process.signalCode).toBe('SIGKILL')
        server = await startAgain(server, MORTAL)
      }
      if (isReading) writeFileSync(killAt, step)
      const sending = server
        .ask('/import', { ...UPLOAD, headers: { ...UPLOAD.headers, cookie } })
        .catch(() => {}) // it is killed
      if (isReading) await restart()
      await sending
      await expect.poll(() => findState(server), { timeout: SETTLE_MS, interval: 300 }).toBe('read')

      const [row] = await queryStore<{ id: string }>(server, 'select id from imports')
      const form = { intent: 'import', importId: row?.id ?? '', as: 'file', siteIds: MAIN_SITE_ID }
      if (!isReading) writeFileSync(killAt, step)
      await server.ask('/import', { form, headers: { cookie } }).catch(() => {}) // it may be killed before it answers
      if (!isReading) await restart()
      await expect.poll(() => findState(server), { timeout: SETTLE_MS, interval: 300 }).toBe('done')

      expect(await queryStore(server, COUNTS)).toEqual([
        { articles: ARTICLES, titles: ARTICLES, created: ARTICLES, waiting: 0 },
      ])
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})

describe.runIf(isDeep)('killed while pictures are fetched', () => {
  test.for(FETCHING)(
    'at %s, the run continues, and every article shows its picture from here',
    { timeout: 300_000 },
    async (step, { expect }) => {
      const site = await startPictureServer()
      let server = await startServer({
        KILL_AT: join('/', 'nowhere'),
        OUTBOUND_ALLOW: new URL(site.url).host,
      })
      const killAt = join(server.dataDir, 'kill-at')
      server.env.KILL_AT = killAt
      const { cookie } = await signUp(server)
      await server.stop()
      server = await startAgain(server, MORTAL)
      const lines = Array.from({ length: 20 }, (_, index) =>
        JSON.stringify({
          source: 'blog',
          path: `${index}`,
          title: `Title ${index}`,
          content: `![](${site.url}/p/${'x'.repeat(index % 5)})`,
        }),
      )
      const body = UPLOAD.body.replace(LINES, lines.join('\n'))
      await server.ask('/import', { body, headers: { ...UPLOAD.headers, cookie } })
      await expect.poll(() => findState(server), { timeout: SETTLE_MS }).toBe('read')
      const [row] = await queryStore<{ id: string }>(server, 'select id from imports')
      writeFileSync(killAt, step)
      const form = {
        intent: 'import',
        importId: row?.id ?? '',
        as: 'file',
        siteIds: MAIN_SITE_ID,
        pictures: '1',
      }
      await server.ask('/import', { form, headers: { cookie } }).catch(() => {}) // it may be killed before it answers
      await ended(server.process)
      expect(server.process.signalCode).toBe('SIGKILL')
      server = await startAgain(server, MORTAL)
      const isOver = `select count(*)::int as runs from runs where kind = 'import-pictures' and state = 'done'`
      await expect.poll(() => queryStore(server, isOver), { timeout: SETTLE_MS }).toEqual([{ runs: 1 }])
      const shown = `select count(*)::int as articles from blog_posts where content like '![](/uploads/%'`
      expect(await queryStore(server, shown)).toEqual([{ articles: 20 }])
      const uploads = 'select count(*)::int as pictures from uploads'
      expect(await queryStore(server, uploads)).toEqual([{ pictures: 5 }])
      expect(await server.stop()).toBe(0)
      server.forget()
      await site.close()
    },
  )
})

describe.runIf(isDeep)('killed while it is taken back', () => {
  test.for(TAKING_BACK)(
    'at %s, the run continues, and leaves what was there before',
    { timeout: 300_000 },
    async (step, { expect }) => {
      let server = await startServer({ KILL_AT: join('/', 'nowhere') })
      const killAt = join(server.dataDir, 'kill-at')
      server.env.KILL_AT = killAt
      const { cookie } = await signUp(server)
      await server.stop()
      server = await startAgain(server, MORTAL)
      const importLines = async (lines: string[]) => {
        const body = UPLOAD.body.replace(LINES, lines.join('\n'))
        await server.ask('/import', { body, headers: { ...UPLOAD.headers, cookie } })
        await expect.poll(() => findState(server), { timeout: SETTLE_MS }).toBe('read')
        await act('import', { as: 'file', siteIds: MAIN_SITE_ID, updates: '1' })
        await expect.poll(() => findState(server), { timeout: SETTLE_MS }).toBe('done')
      }
      const act = async (intent: string, fields: Record<string, string> = {}) => {
        const [row] = await queryStore<{ id: string }>(server, 'select id from imports')
        const form = { intent, importId: row?.id ?? '', ...fields }
        await server.ask('/import', { form, headers: { cookie } }).catch(() => {}) // it may be killed before it answers
      }
      const early = LINES.split('\n').slice(0, 20)
      await importLines(early)
      await importLines([
        ...early.map((line) => line.replace('noon', 'six')),
        ...LINES.split('\n').slice(20, 60),
      ])
      writeFileSync(killAt, step)
      await act('take-back')
      await ended(server.process)
      expect(server.process.signalCode).toBe('SIGKILL')
      server = await startAgain(server, MORTAL)
      const ends = `select state, done, counts from runs where kind = 'take-back-import'`
      await expect
        .poll(() => queryStore(server, ends), { timeout: SETTLE_MS })
        .toMatchObject([{ state: 'done', done: 60, counts: { deleted: 40, restored: 20 } }])
      const left = `select count(*)::int as articles, count(distinct content)::int as texts, min(content) as content
        from blog_posts where deletion_asked_at is null`
      expect(await queryStore(server, left)).toEqual([{ articles: 20, texts: 1, content: 'At **noon**.' }])
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})

describe.runIf(isDeep)('killed while the pictures of a folder come in', () => {
  test.for(BRINGING)(
    'at %s, the import continues: every picture is here once, and every link leads to its article',
    { timeout: 300_000 },
    async (step, { expect }) => {
      let server = await startServer({ KILL_AT: join('/', 'nowhere') })
      const killAt = join(server.dataDir, 'kill-at')
      server.env.KILL_AT = killAt
      const { cookie } = await signUp(server)
      await server.stop()
      server = await startAgain(server, MORTAL)
      await server.ask('/import', { body: await toFolder(), headers: { ...UPLOAD.headers, cookie } })
      await expect.poll(() => findState(server), { timeout: SETTLE_MS }).toBe('read')
      const [row] = await queryStore<{ id: string }>(server, 'select id from imports')
      writeFileSync(killAt, step)
      const form = { intent: 'import', importId: row?.id ?? '', as: 'file', siteIds: MAIN_SITE_ID }
      await server.ask('/import', { form, headers: { cookie } }).catch(() => {}) // it may be killed before it answers
      await ended(server.process)
      expect(server.process.signalCode).toBe('SIGKILL')
      server = await startAgain(server, MORTAL)
      await expect.poll(() => findState(server), { timeout: SETTLE_MS, interval: 300 }).toBe('done')
      const shown = `select count(*)::int as articles from blog_posts
        where content like '![](/uploads/%) [Next](/article/post-%)_'`
      expect(await queryStore(server, shown)).toEqual([{ articles: 30 }])
      const left = `select (select count(*)::int from uploads) as pictures,
        (select count(*)::int from import_chunks) as chunks`
      expect(await queryStore(server, left)).toEqual([{ pictures: 5, chunks: 0 }])
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})

/** Returns the form of a folder of 30 posts that share 5 pictures. Each links to the next one. */
async function toFolder(): Promise<Buffer> {
  const posts = Array.from({ length: 30 }, (_, number): [string, string] => [
    `posts/post-${number}.md`,
    `---\ndate: 2024-05-06\ntitle: Post ${number}\n---\n![](../${number % 5}.png) [Next](post-${(number + 1) % 30}.md)\n`,
  ])
  const pictures = await Promise.all(
    Array.from({ length: 5 }, async (_, shade): Promise<[string, Buffer]> => [
      `${shade}.png`,
      await takePicture({ width: 6, height: 4, format: 'png', shade }),
    ]),
  )
  const parts = [...posts, ...pictures].flatMap(([name, bytes]) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="blog/${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes as Uint8Array),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

const findState = async (server: TestServer) =>
  (await queryStore<{ state: string }>(server, 'select state from imports'))[0]?.state

const COUNTS = `select count(*)::int as articles, count(distinct title)::int as titles,
  (select count(*)::int from import_records where outcome = 'created') as created,
  (select count(*)::int from import_records where record is not null) as waiting
  from blog_posts`
