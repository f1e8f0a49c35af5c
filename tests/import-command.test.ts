// What our own export writes, and files with dates, encodings and pictures, imported with the command.
// @store server
// @seconds 20
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { expectRoundTrip } from './support/round-trip.ts'
import { takePicture } from './support/pictures.ts'
import { ended, queryStore, runTool, signUp, startServer, type TestServer } from './support/server.ts'
import { writeFilesIn } from './support/written-files.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-interchange-'))
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

const importAll = (...args: string[]) => ended(runTool(server, 'tools/import.ts', ...args))

const writeFiles = (files: Record<string, string | Buffer>) => writeFilesIn(folder, files)

test('the import of an export restores the same content in an empty database, and changes nothing in the same one', async () => {
  await importAll(...sampleFiles())
  await signUpAndPublish()
  await expectRoundTrip(server, 2)
})

function sampleFiles(): string[] {
  const record = {
    source: 'odd',
    path: 'a:b: c',
    title: '~',
    content: '---\r\n',
    tags: ['#x', 'null'],
    draft: true,
  }
  const records = [
    { ...record, aliases: ['/old/caf%C3%A9 b'], lang: 'no' },
    { ...record, path: 'plain', title: 'Plain', content: 'Text.', draft: false },
  ]
  const lines = records.map((one) => JSON.stringify(one)).join('\n')
  return [join(writeFiles({ 'odd.ndjson': lines }), 'odd.ndjson')]
}

async function signUpAndPublish(): Promise<void> {
  const { cookie } = await signUp(server)
  const form = { draftId: uuidv7(), title: 'Written here', content: 'Text', author: 'Ines', tags: 'Sea' }
  await server.ask('/publisher', { headers: { cookie }, form })
}

test('a draft that was never published is exported as Markdown; it comes back as a draft, and only once', async () => {
  const own = await startServer()
  const { cookie } = await signUp(own)
  const id = uuidv7()
  const form = {
    intent: 'save',
    draftId: id,
    draftVersion: '0',
    title: 'Begun',
    content: 'Low *water*.\n',
    author: 'Ines',
    tags: 'Sea, Ports',
  }
  expect((await own.ask('/publisher', { headers: { cookie }, form })).status).toBe(302)
  const dir = mkdtempSync(join(tmpdir(), 'broadsheet-export-'))
  expect((await ended(runTool(own, 'tools/export.ts', dir, '--force'))).code).toBe(0)
  const file = readFileSync(join(dir, 'articles', `draft-${id}.md`), 'utf8')
  expect(file).toContain('draft: true')
  const only = writeFiles({ 'draft.md': file })
  expect((await ended(runTool(own, 'tools/import.ts', only))).output).toContain(
    '0 imported, 0 updated, 1 unchanged',
  )
  const other = await startServer()
  expect((await ended(runTool(other, 'tools/import.ts', only))).output).toContain('1 imported')
  expect(await queryStore(other, 'select title, content, tags, published_at from blog_posts')).toEqual([
    { title: 'Begun', content: 'Low *water*.\n', tags: ['Sea', 'Ports'], published_at: null },
  ])
  await other.end()
  await own.end()
})

test('what is dated in the future is planned once, and a dry run and the report say so, with words that are lost', async () => {
  await signUp(server) // plans need the account that owns the site
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000)
  const dir = writeFiles({
    'later.md': `---\ntitle: Later\ndate: ${at.toISOString()}\n---\nText {{< aside "for no one" >}}`,
    'never.md': '---\ntitle: Never\ndate: 2199-01-01\n---\nText',
    'undated.md': '---\ntitle: Undated\n---\nText',
  })
  const said = [
    `planned for ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC: later.md, Later`,
    '1 article with a date in the future (a draft now: its date is more than 3 years ahead)',
    'readers do not find: later.md, Later: “for no one”',
    'loses: undated.md, Undated: article without a date (a draft now)',
  ]
  const plans = `select title, due_at, site_ids from plans join blog_posts on blog_posts.id = article_id where title in ('Later', 'Never')`
  const foreseen = await importAll(dir, '--dry-run')
  for (const line of said) expect(foreseen.output).toContain(line)
  expect(await queryStore(server, plans)).toEqual([])
  const report = join(dir, 'report.json')
  const { output } = await importAll(dir, '--report', report)
  for (const line of said) expect(output).toContain(line)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    planned: [{ place: 'later.md', title: 'Later', plannedFor: at.toISOString() }],
    lostWords: [{ place: 'later.md', title: 'Later', words: ['for no one'] }],
    losses: expect.arrayContaining([
      expect.objectContaining({
        place: 'undated.md',
        title: 'Undated',
        lost: [{ what: 'article without a date (a draft now)', count: 1 }],
      }),
    ]) as unknown,
  })
  expect((await importAll(dir)).output).toContain('3 unchanged')
  const [planned, ...others] = await queryStore(server, plans)
  expect(planned).toMatchObject({ title: 'Later', site_ids: [MAIN_SITE_ID] })
  expect(others).toEqual([])
  expect((await server.ask('/article/later')).status).toBe(404)
})

test('a text that does not say its encoding is refused with samples, and read as the command says', async () => {
  const dir = writeFiles({
    'polish.md': Buffer.from(
      '---\ntitle: \xacr\xf3d\xb3o\ndate: 2018-03-08\n---\n\xaf\xf3\xb3ta \xb3\xf3d\xbc.\n',
      'latin1',
    ),
  })
  const refused = await importAll(dir)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('polish.md does not say in which encoding it is.')
  expect(refused.output).toMatch(/--encoding iso-8859-2 +Źródło/)
  expect((await importAll(dir, '--encoding', 'iso-8859-2')).output).toContain('1 imported')
  expect(await queryStore(server, `select content from blog_posts where title = 'Źródło'`)).toEqual([
    { content: 'Żółta łódź.\n' },
  ])
})

test('an export refuses a folder that is not empty, unless it has --force', async () => {
  const dir = writeFiles({ 'mine.txt': 'mine' })
  const refused = await ended(runTool(server, 'tools/export.ts', dir))
  expect(refused).toMatchObject({ code: 1, output: `${dir} is not empty. Say --force to write into it.\n` })
  expect(readdirSync(dir)).toEqual(['mine.txt'])
  expect((await ended(runTool(server, 'tools/export.ts', dir, '--force'))).code).toBe(0)
  expect(readdirSync(dir).toSorted()).toEqual(['articles', 'mine.txt', 'revisions.ndjson', 'site.json'])
})

test('pictures of a folder come in with the command, links lead to its articles, and what is missing is named', async () => {
  await signUp(server) // pictures need an account that keeps them
  const dir = writeFiles({
    'content/posts/quay/index.md':
      '---\ntitle: Quay\ndate: 2024-05-06\ncover: boat.png\n---\n![Boat](boat.png) ![](gone.png) [Pier](https://old.example/posts/pier/)',
    'content/posts/quay/boat.png': await takePicture({ width: 6, height: 4, format: 'png' }),
    'content/posts/pier.md': '---\ntitle: Pier\ndate: 2024-05-06\n---\n![](/fake.png)',
    'static/fake.png': 'no picture',
  })
  const report = join(folder, 'pictures.json')
  const first = await importAll(dir, '--from', 'old.example', '--report', report)
  expect(first.output).toContain('2 imported')
  const rows = await queryStore<{ content: string; cover: string }>(
    server,
    `select content, cover from blog_posts where slug = 'quay'`,
  )
  expect(rows[0]?.cover).toMatch(/^\/uploads\//)
  expect(rows[0]?.content).toBe(
    `![Boat](${rows[0]?.cover}) ![](https://old.example/posts/quay/gone.png) [Pier](/article/pier)`,
  )
  const [lost] = (JSON.parse(readFileSync(report, 'utf8')) as { lostPictures: object[] }).lostPictures
  const problem = 'It is no JPEG, PNG, WebP, AVIF or GIF picture.'
  expect(lost).toMatchObject({ title: 'Pier', pictures: [{ address: '/fake.png', problem }] })
  expect(first.output).toContain(`Pier: /fake.png. ${problem}`)
  const loose = writeFiles({
    'one.md': '---\ntitle: One\ndate: 2024-05-06\n---\n![Boat](img/boat.png)',
    'b/boat.png': await takePicture({ width: 6, height: 4, format: 'png' }),
  })
  const beside = await importAll(join(loose, 'one.md'), join(loose, 'b/boat.png'))
  expect(beside.output).toContain('1 imported')
  expect(await queryStore(server, `select content from blog_posts where slug = 'one'`)).toEqual([
    { content: `![Boat](${rows[0]?.cover})` },
  ])
  const again = await importAll(dir, '--from', 'https://old.example/')
  expect(again.output).toContain('0 imported, 0 updated, 2 unchanged')
  expect((await importAll(dir, '--from', 'ftp://old.example')).output).toContain('is no address of a site')
})
