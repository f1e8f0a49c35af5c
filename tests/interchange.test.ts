// Exports of other publishing tools, imported with the command while the product runs.
// @store server
// @seconds 20
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, queryStore, runTool, startServer, type TestServer } from './support/server.ts'
import { isDeep } from './support/tier.ts'
import { writeFilesIn } from './support/written-files.ts'

const SAMPLES = '../shared/corpus/interchange'

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

describe.skipIf(!existsSync(SAMPLES))('the samples of the collection', () => {
  const samples: [string, number][] = [
    ['wxr/mg-wp-xml_sample.xml', 5],
    ['wxr/mg-wp-xml_sample-with-alt.xml', 1],
    ['wxr/mg-wp-xml_has-meta.xml', 1],
    ['ghost/mg-assetscraper-db_ghost.json', 3],
    ['ghost/mg-ghost-api_posts.json', 1],
    ['jekyll', 1],
  ]
  // Every day only the samples that the other tests need.
  const chosen = samples.filter(([name]) => isDeep || /sample\.xml|jekyll/.test(name))
  test.each(chosen)('%s is imported completely, and a second import changes nothing', async (name, count) => {
    const file = join(SAMPLES, name)
    expect((await importAll(file)).output).toContain(`${count} imported, 0 updated, 0 unchanged, 0 skipped`)
    expect((await importAll(file)).output).toContain(`0 imported, 0 updated, ${count} unchanged, 0 skipped`)
  })

  test('items that are no articles are counted and named', async () => {
    const { output } = await importAll(join(SAMPLES, 'wxr/mg-wp-xml_sample.xml'), '--dry-run')
    expect(output).toMatch(/^ {2}left out: 1 attachment \(no article\)$/m)
  })

  test.each(['/blog/basic-post.html', '/blog/basic-post.html/', '/blog/basic-post.html?utm=1'])(
    'the old URL %s redirects to the article permanently',
    async (path) => {
      const answer = await server.ask(path)
      expect(answer.status).toBe(301)
      expect(answer.headers.location).toBe('/article/basic-post')
      expect((await server.ask('/article/basic-post')).body).toContain('My excerpt in content')
    },
  )

  test('drafts are imported, but have no public URL', async () => {
    expect(await queryStore(server, `select published_at from blog_posts where slug = 'draft-post'`)).toEqual(
      [{ published_at: null }],
    )
    expect((await server.ask('/article/draft-post')).status).toBe(404)
    expect((await server.ask('/draft-post')).status).toBe(404)
  })
})

test('an old path under /article/ redirects to its article, unless another article has this path', async () => {
  const files = {
    'moved.md':
      '---\ntitle: Moved here\ndate: 2024-05-06\naliases: [/article/An%20Old-Name.html, /article/taken]\n---\nText',
    'taken.md': '---\ntitle: Taken\ndate: 2024-05-06\n---\nAnother text',
  }
  expect((await importAll(writeFiles(files))).output).toContain('2 imported')
  for (const path of ['/article/An%20Old-Name.html', '/article/An%20Old-Name.html/']) {
    const answer = await server.ask(path)
    expect(answer.status, path).toBe(301)
    expect(answer.headers.location).toBe('/article/moved')
  }
  expect((await server.ask('/article/taken')).body).toContain('Another text')
  expect((await server.ask('/article/an-old-name')).status).toBe(404)
})

test('numbered addresses, and those that a generator gives to a file, redirect to the article permanently', async () => {
  const dir = writeFiles({
    'content/posts/loft/index.md':
      '---\ntitle: The sail loft\ndate: 2021-03-02\npermalink: /?p=2392\n---\nText',
    'content/posts/buoys/index.md': '---\ntitle: Buoys\ndate: 2021-03-02\n---\nText',
    '_posts/2009-05-19-chart.md': '---\ntitle: Chart\n---\nText',
    'blog/2019-02-04-release.md': '---\ntitle: Release\nauthors: [nora]\n---\nText',
    'blog/authors.yml': 'nora:\n  name: Nora Wick\n',
  })
  expect((await importAll(dir)).output).toContain('4 imported')
  expect((await server.ask('/article/release')).body).toContain('Nora Wick')
  const moved = {
    '/?p=2392': 'loft',
    '/?page_id=2392': 'loft',
    '/posts/buoys/': 'buoys',
    '/posts/buoys': 'buoys',
    '/2009/05/19/chart.html': 'chart',
    '/2009/05/19/chart/': 'chart',
    '/Posts/Buoys/amp/': 'buoys',
    '/posts/buoys/index.html': 'buoys',
    '/blog/2019/02/04/release': 'release',
  }
  for (const [path, slug] of Object.entries(moved)) {
    const answer = await server.ask(path)
    expect([answer.status, answer.headers.location], path).toEqual([301, `/article/${slug}`])
  }
  expect(await server.ask('/?p=77')).toMatchObject({ status: 302, headers: { location: '/' } })
  expect((await server.ask('/?utm=77')).status).toBe(200)
})

test.each([
  '/blog/feed/',
  '/comments/feed/',
  '/feed/',
  '/feed',
  '/rss/',
  '/index.xml',
  '/atom.xml',
  '/?feed=rss2',
  '/category/sea/feed/',
  '/author/ines/rss/',
])('the feed of another platform at %s redirects to ours permanently', async (path) => {
  const answer = await server.ask(path)
  expect(answer.status).toBe(301)
  expect((await server.ask(answer.headers.location ?? '')).headers['content-type']).toMatch(/rss|atom/)
})

test('a folder of Markdown is imported with its subfolders; bad files are reported and skipped', async () => {
  const dir = writeFiles({
    'a.md': '---\ntitle: A\ndate: 2024-05-06\n---\nText',
    'sub/b.markdown': "+++\ntitle = 'B'\ndate = 2024-05-06\n+++\nText",
    'sub/bad.md': '---\ntitle: [\n---\n',
    'sub/undated.md': '---\ntitle: C\ndate: yesterday\n---\n',
    '.git/c.md': '# not an article',
    'notes.txt': 'not an article',
  })
  const file = join(folder, 'report.json')
  const foreseen = await importAll(dir, '--dry-run')
  expect(foreseen.code).toBe(1)
  expect(foreseen.output).toContain('2 to import, 0 to update, 0 unchanged, nothing written, 2 skipped')
  const { code, output } = await importAll(dir, '--report', file)
  expect(code).toBe(1)
  expect(output).toContain('2 imported, 0 updated, 0 unchanged, 2 skipped')
  expect(output).toContain('left out: 1 .txt file (no format that is read)')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    isDryRun: false,
    files: [
      {
        file: dir,
        counts: { created: 2, updated: 0, unchanged: 0, skipped: 2 },
        leftOut: [{ what: '.txt file (no format that is read)', count: 1 }],
      },
    ],
    refused: [
      { file: dir, place: 'sub/bad.md', problem: expect.any(String) as string },
      {
        file: dir,
        place: 'sub/undated.md',
        field: 'published_at',
        value: 'yesterday',
        problem: 'This is no date that can be read. Write it like 2024-05-06 or 2024-05-06T07:08:09Z.',
      },
    ],
  })
  expect((await importAll(dir, '--lenient')).code).toBe(0)
  expect(output).toMatch(/^sub\/bad\.md: ./m)
  expect(output).toMatch(/^sub\/undated\.md: published_at: ./m)
  expect((await importAll(join(dir, 'sub/b.markdown'))).output).toContain(
    '0 imported, 1 updated, 0 unchanged', // now its folder is in no address
  )
})

test('an article whose record names no author has the name of the site as its author', async () => {
  const records = [{}, { author: null }, { author: '' }, { author: ' ' }, { author: 'Ines' }]
  const lines = records.map((record, index) =>
    JSON.stringify({ source: 'nameless', path: `${index}`, title: 'T', content: 'Text', ...record }),
  )
  const dir = writeFiles({ 'a.ndjson': lines.join('\n'), 'b.md': '---\ntitle: Nameless\n---\nText' })
  await importAll(join(dir, 'a.ndjson'))
  await importAll(join(dir, 'b.md'), '--source', 'nameless')
  const stored = `select author from blog_posts where import_key like 'nameless:%' order by import_key`
  const authors = (await queryStore<{ author: string }>(server, stored)).map(({ author }) => author)
  const [site] = await queryStore<{ name: string }>(
    server,
    `select name from target_sites where kind = 'main'`,
  )
  expect(authors).toEqual([...Array.from({ length: 4 }, () => site?.name), 'Ines', site?.name])
})

const toLine = (path: string, title: string) =>
  JSON.stringify({ source: 'batch', path, title, content: title })

test('a record that the database refuses is skipped with its line; of two records with one key the later one wins', async () => {
  // Too long for an index: each letter has 3 bytes, and the text cannot be compressed.
  const letters = Array.from({ length: 2000 }, () => String.fromCodePoint(0x4e_00 + randomInt(0x51_00)))
  const tooLong = letters.join('')
  const lines = [
    toLine('1', 'First'),
    toLine(tooLong, 'Spoiler'),
    toLine('2', 'Second'),
    toLine('1', 'Third'),
  ]
  const { code, output } = await importAll(
    join(writeFiles({ 'batch.ndjson': lines.join('\n') }), 'batch.ndjson'),
  )
  expect(code).toBe(1)
  expect(output).toMatch(/^line 2: .*index/m)
  expect(output).toContain('2 imported, 1 updated, 0 unchanged, 1 skipped')
  const stored = `select title from blog_posts where import_key like 'batch:%' order by import_key`
  expect(await queryStore(server, stored)).toEqual([{ title: 'Third' }, { title: 'Second' }])
})

test('a folder comes in as drafts with --drafts', async () => {
  const dir = writeFiles({ 'quiet.md': '---\ntitle: Quiet\ndate: 2024-05-06\n---\nText' })
  expect((await importAll(dir, '--drafts')).output).toContain('1 imported')
  expect((await server.ask('/article/quiet')).status).toBe(404)
})

test.runIf(isDeep)('with --source, a moved folder is recognised', async () => {
  const files = { 'posts/a.md': '---\ntitle: Moved\n---\nText' }
  expect((await importAll(writeFiles(files), '--source', 'blog')).output).toContain('1 imported')
  expect((await importAll(writeFiles(files), '--source', 'blog')).output).toContain('1 unchanged')
})

test.runIf(isDeep)('a file is recognised by its content, compressed or not', async () => {
  const record = JSON.stringify({ source: 's', path: 'p', title: 'Line', content: 'x', draft: true })
  const ghost = JSON.stringify({
    posts: [{ id: '1', title: 'Ghost', slug: 'g', html: 'x', status: 'published' }],
  })
  const dir = writeFiles({
    'lines.json': `${record}\n{ broken\n`,
    'export.json.gz': gzipSync(ghost),
    'export.txt': `<?xml version="1.0"?><rss><channel><link>https://x.example</link></channel></rss>`,
    'cut.json': ghost.slice(0, 50),
    'page.html': '<!doctype html>',
  })
  expect((await importAll(join(dir, 'lines.json'))).output).toMatch(/line 2: .*\n.*1 imported.* 1 skipped/)
  expect((await importAll(join(dir, 'export.json.gz'))).output).toContain('1 imported')
  for (const file of ['export.txt', 'cut.json', 'page.html']) {
    const { code, output } = await importAll(join(dir, file))
    expect(code, file).toBe(1)
    expect(output.trim().split('\n'), file).toHaveLength(1)
  }
  expect(await queryStore(server, `select published_at from blog_posts where slug = 'line'`)).toEqual([
    { published_at: null },
  ])
})
