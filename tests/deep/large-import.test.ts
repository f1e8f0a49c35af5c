// A WordPress export of 200 MB, by the command and by the desk: the same articles come in, memory stays bounded, and a kill
// at any time is survived.
// @seconds 360
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'
import {
  ended,
  queryStore,
  runTool,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from '../support/server.ts'
import { toWxr } from '../support/source-files.ts'

const MB = 1024 * 1024
const POSTS = 2250
const SMALL_POSTS = 30
const PATIENCE = { timeout: 900_000, interval: 500 }
const MOST_MEMORY_MB = 300
// The memory of the embedded store is that of the process, and it takes much longer.
const isOnServer = process.env.TEST_STORE === 'server'

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-large-'))
const large = join(folder, 'large.xml')
const small = join(folder, 'small.xml')

beforeAll(async () => {
  await writeExport(large, POSTS)
  await writeExport(small, SMALL_POSTS)
  expect(statSync(large).size).toBeGreaterThan(200 * MB)
})
afterAll(() => rmSync(folder, { recursive: true }))

const PARAGRAPH = `<p>${'Low water is at noon; the harbour is empty. '.repeat(22)}<b>At last.</b></p>\n`

/** Writes an export with posts of 100 kB. Each of them loses a shortcode, and every third one has a picture. */
const writeExport = (file: string, posts: number) =>
  pipeline(
    Readable.from(
      (function* () {
        const [head = '', end = ''] = toWxr([{ title: 'HERE' }]).split(/<item>[^]*<\/item>/)
        yield head
        for (let number = 1; number <= posts; number += 1) yield toItems(number)
        yield end
      })(),
    ),
    createWriteStream(file),
  )

function toItems(number: number): string {
  const content = `${PARAGRAPH.repeat(100)}[form id="1"]`
  const post = { title: `Post ${number}`, 'wp:post_id': `${number}`, 'content:encoded': content }
  const picture = {
    'wp:post_id': `${POSTS + number}`,
    'wp:post_type': 'attachment',
    'wp:attachment_url': 'https://old.example/a.png',
  }
  const items = number % 3 === 0 ? [post, picture] : [post]
  return (/<item>[^]*<\/item>/.exec(toWxr(items)) ?? []).join('')
}

const BOUNDARY = 'the-end-of-a-part'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.xml"\r\ncontent-type: text/xml\r\n\r\n`
const END = `\r\n--${BOUNDARY}--\r\n`

/** Sends a file to the desk. Returns the status of the response; undefined if the connection was cut. */
function sendFile(server: TestServer, cookie: string, file: string): Promise<number | undefined> {
  const length = HEAD.length + statSync(file).size + END.length
  const headers = {
    host: `localhost:${server.port}`,
    cookie,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': length,
  }
  const sent = request({ host: '127.0.0.1', port: server.port, path: '/import', method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode))
    sent.on('error', () => resolve(undefined))
  })
  const source = async function* () {
    yield HEAD
    yield* createReadStream(file)
    yield END
  }
  void pipeline(Readable.from(source(), { objectMode: false }), sent).catch(() => {}) // the server was killed
  return status
}

const countRows = async (server: TestServer, from: string): Promise<number> =>
  (await queryStore<{ count: number }>(server, `select count(*)::int as count from ${from}`))[0]?.count ?? 0

/** The SQL condition that an item was left out as one of this kind. */
const kindIs = (kind: string) => `problem::jsonb->>'kind' = '${kind}'`

const findState = async (server: TestServer) =>
  (await queryStore<{ state: string }>(server, 'select state from imports'))[0]?.state

const untilState = (server: TestServer, state: string) =>
  expect.poll(() => findState(server), PATIENCE).toBe(state)

const untilRows = (server: TestServer, from: string, least: number) =>
  expect.poll(() => countRows(server, from), PATIENCE).toBeGreaterThan(least)

async function importFound(server: TestServer, cookie: string): Promise<void> {
  const [row] = await queryStore<{ id: string }>(server, 'select id from imports')
  const form = { intent: 'import', importId: row?.id ?? '', as: 'file', siteIds: MAIN_SITE_ID }
  expect((await server.ask('/import', { form, headers: { cookie } })).status).toBe(302)
}

const restart = async (server: TestServer) => {
  await server.kill()
  return startAgain(server)
}

/** Returns the largest memory of a process so far, in MB. */
const readPeak = ({ process: { pid } }: TestServer) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const ARTICLES = `select count(*)::int as articles, count(distinct title)::int as titles,
  sum(length(content))::int as characters from blog_posts`

async function importByCommand(file: string): Promise<object[]> {
  const server = await startServer()
  await signUp(server)
  const { output } = await ended(runTool(server, 'tools/import.ts', file))
  expect(output).toContain(`${POSTS} imported, 0 updated, 0 unchanged, 0 skipped`)
  const articles = await queryStore(server, ARTICLES)
  await server.end()
  return articles
}

test.runIf(isOnServer)(
  'comes in whole by the desk, like by the command, with kills in the middle',
  { timeout: 3_600_000 },
  async () => {
    let server = await startServer()
    const { cookie } = await signUp(server)

    const cut = sendFile(server, cookie, large)
    await untilRows(server, 'import_chunks', 50)
    server = await restart(server)
    expect(await cut).toBeUndefined()
    expect((await server.ask('/import', { headers: { cookie } })).body).toContain('Bring your articles')

    const sent = sendFile(server, cookie, large)
    await untilRows(server, 'import_records', 400)
    server = await restart(server)
    await sent
    await untilState(server, 'read')
    expect(await countRows(server, `import_records where found = 'new'`)).toBe(POSTS)
    expect(await countRows(server, `import_records where ${kindIs('attachment (no article)')}`)).toBe(
      Math.floor(POSTS / 3),
    )
    const told = `import_records where ${kindIs('shortcode [form]')} and problem::jsonb->>'count' = '${POSTS}'`
    expect(await countRows(server, told)).toBe(1)
    expect(await countRows(server, 'import_chunks')).toBe(0)

    await importFound(server, cookie)
    await untilRows(server, 'blog_posts', 200)
    server = await restart(server)
    await untilState(server, 'done')
    expect(await queryStore(server, ARTICLES)).toEqual(await importByCommand(large))
    await server.end()
  },
)

const TELL_PEAK = `process.on('exit', () => console.log('peak:', process.resourceUsage().maxRSS))`

test.runIf(isOnServer)(
  `takes up to ${MOST_MEMORY_MB} MB more memory by the command than a small one`,
  { timeout: 3_600_000 },
  async () => {
    const server = await startServer()
    const peaks: number[] = []
    for (const file of [small, large]) {
      const hook = `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`
      const { output } = await ended(runTool(server, '--import', hook, 'tools/import.ts', file))
      peaks.push(Number(/peak: (\d+)/.exec(output)?.[1]) / 1024)
    }
    const [before = 0, after = 0] = peaks
    expect(after - before).toBeLessThan(MOST_MEMORY_MB)
    await server.end()
  },
)

test.runIf(isOnServer)(
  `takes up to ${MOST_MEMORY_MB} MB more memory by the desk than a small one`,
  { timeout: 3_600_000 },
  async () => {
    const server = await startServer()
    const { cookie } = await signUp(server)
    const peaks: number[] = []
    for (const file of [small, large]) {
      expect(await sendFile(server, cookie, file)).toBe(302)
      await untilState(server, 'read')
      await importFound(server, cookie)
      await untilState(server, 'done')
      peaks.push(readPeak(server))
    }
    const [before = 0, after = 0] = peaks
    expect(after - before).toBeLessThan(MOST_MEMORY_MB)
    await server.end()
  },
)
