import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyStore, MAIN_SITE_ID, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { makeHostileFiles } from '../../../../tests/support/hostile-files.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { toWxr } from '../../../../tests/support/source-files.ts'
import { toZip } from '../../../../tests/support/zip.ts'
import type { Member } from '../../../platform/own-rows.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { jobs as allJobs } from '../../../jobs.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { continueImport, discardImport, pruneImports, startImport, stopImport } from './commands.server.ts'
import { chooseEncoding, keepFiles } from './keep-files.server.ts'
import { CHUNK_BYTES, type CurrentImport, type ImportChoices } from './imports.ts'
import { toUpload, toUploadSource } from './uploads.ts'
import { findImport } from './queries.server.ts'
import { importRun } from './work-on-import.server.ts'
import { readRun } from './work-on-reading.server.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const toLine = (fields: object) => JSON.stringify({ source: 'blog', content: 'Six.', ...fields })
const toLines = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    toLine({ path: `${index}`, title: `Title ${index}`, ...fields }),
  )

async function* inPieces(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece))
}

async function* failLate(reason: Error): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await Promise.resolve(CHUNK_BYTES))
  throw reason
}

const breakOff = () => failLate(new Error('Part terminated early due to unexpected end of multipart data'))

async function* repeatPiece(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(Buffer.alloc(100_000, ' '))
}

const toFile = (title: string, rest = '') => `---\ntitle: ${title}\n${rest}---\nText`

const zipBlog = () =>
  toZip({
    'a.md': toFile('A'),
    'b.md': toFile('B', 'draft: true\n'),
    'c.md': toFile('C', 'date: 2024-05-06\naliases: [/x]\n'),
  })

const age = (days: number) =>
  db
    .updateTable('imports')
    .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
    .execute()

interface SentFile {
  name: string
  pieces: AsyncIterable<Uint8Array>
}

async function* inTurn(files: SentFile[]): AsyncGenerator<SentFile> {
  for (const file of files) yield await Promise.resolve(file)
}

const keepFile = (operator: Operator, ...files: SentFile[]) => keepFiles(operator, inTurn(files))

const send = (lines: string[], { operator = ines, name = 'articles.ndjson' } = {}) =>
  keepFile(operator, { name, pieces: inPieces(lines.join('\n')) })

async function findCurrent(operator = ines): Promise<CurrentImport> {
  const current = await findImport(operator, 'UTC')
  if (!current) throw new Error('There is no import.')
  return current
}

const TOO_LONG = Array.from({ length: 2000 }, (_, index) =>
  String.fromCodePoint(0x4e_00 + ((index * 7919) % 20_000)),
).join('')

const AS_IN_FILE = {
  asDrafts: false,
  updates: true,
  author: null,
  siteIds: [MAIN_SITE_ID],
  bringsPictures: false,
}

async function start(choice: Partial<ImportChoices> = {}, operator = ines) {
  const { id } = await findCurrent(operator)
  return startImport(operator, id, { ...AS_IN_FILE, ...choice })
}

/** Works on the current run until its end. */
async function work(operator = ines): Promise<CurrentImport> {
  const { run, state } = await findCurrent(operator)
  await (state === 'reading' ? readRun : importRun).work(run?.id ?? '')
  return findCurrent(operator)
}

/** Lets an editor act for the account of Ines. */
async function joinAsEditor(): Promise<Operator & { member: Member }> {
  const theo = await makeOperator()
  const member = { personId: theo.id, role: 'editor' as const, siteIds: null }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...member })
    .execute()
  return { ...theo, id: ines.id, member }
}

const listArticles = () =>
  db
    .selectFrom('blogPosts')
    .select(['title', 'content', 'userId', 'publishedAt', 'author'])
    .orderBy('importKey')
    .execute()

/** Returns a text; two of them are longer than a row of the store. */
const long = (letter: string) => letter.repeat(400_000)

const toPart = (name: string, text: string) => ({ name: `my-blog/${name}`, pieces: inPieces(text) })

/** Returns the title of each article with the ids of the sites that should have it. */
async function listPlaces(): Promise<string[][]> {
  const rows = await db
    .selectFrom('blogPosts')
    .leftJoin('deliveries', (join) =>
      join.onRef('articleId', '=', 'blogPosts.id').on('wantedHash', 'is not', null),
    )
    .select(['title', 'deliveries.siteId'])
    .where('originId', 'is', null)
    .orderBy('title')
    .orderBy('deliveries.siteId')
    .execute()
  const byTitle = Map.groupBy(rows, ({ title }) => title)
  return [...byTitle].map(([title, places]) => [title, ...places.flatMap(({ siteId }) => siteId ?? [])])
}

const comment = (approved: string, type = 'comment') =>
  `<wp:comment><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type></wp:comment>`

const countRows = async (table: 'importChunks' | 'importRecords' | 'imports') =>
  (await db.selectFrom(table).selectAll().execute()).length

const stoppedUnexpectedly = 'An unexpected error stopped this. What was done stands; start again to go on.'

/** Makes the job of the current run fail for good. */
async function failForGood(): Promise<void> {
  await db
    .updateTable('runs')
    .set({ createdAt: new Date(Date.now() - 120_000) })
    .execute()
  const { run } = await findCurrent()
  await sql`update pgboss.job set state = 'failed' where data->>'runId' = ${run?.id}`.execute(db)
  await allJobs.find(({ name }) => name === 'resume-runs')?.work({})
}

describe('work that fails for good', () => {
  test('ends the reading of a file with its reason, and another file can be sent', async () => {
    await send(toLines(2))
    const { id } = await findCurrent()
    await db.updateTable('imports').set({ state: 'reading' }).execute()
    await sql`update runs set finished_at = null, state = 'running'`.execute(db)
    await failForGood()
    expect(await findCurrent()).toMatchObject({ id, state: 'unreadable', problem: stoppedUnexpectedly })
    expect(await countRows('importChunks')).toBe(0)
    expect(await countRows('importRecords')).toBe(0)
    expect(await send(toLines(1))).toEqual({ ok: true })
  })

  test('stops an import with its reason, and it can be continued', async () => {
    await send(toLines(2))
    await start()
    await failForGood()
    expect(await findCurrent()).toMatchObject({ state: 'stopped', problem: stoppedUnexpectedly })
    const { id } = await findCurrent()
    expect(await continueImport(ines, id)).toEqual({ ok: true })
    expect(await work()).toMatchObject({ state: 'done', problem: null, counts: { created: 2 } })
  })
})

describe('a file', () => {
  test('with a line that is nested too deep is read: the line is refused, and the next one comes in', async () => {
    const tags = '['.repeat(100_000) + ']'.repeat(100_000)
    const line = `{"source":"blog","path":"a","title":"A","content":"A","tags":${tags}}`
    expect(await send([line, ...toLines(1)])).toEqual({ ok: true })
    expect(await findCurrent()).toMatchObject({
      state: 'read',
      counts: { new: 1, refused: 1 },
      refused: [{ place: 'line 1', problem: 'It is nested deeper than 32 levels.' }],
    })
  })

  test('is read when it has arrived, and its articles are shown; then it is deleted', async () => {
    await send(toLines(1))
    await start()
    await work()
    const lines = [
      ...toLines(2),
      toLine({ path: '2', title: 'A draft', draft: true }),
      toLine({ path: '3' }),
      toLine({ path: '4', title: 'Twice' }),
      toLine({ path: '4', title: 'Twice, later' }),
      '{ broken',
    ]
    expect(await send(lines)).toEqual({ ok: true })
    const current = await findCurrent()
    expect(current).toMatchObject({ state: 'read', fileName: 'articles.ndjson', problem: null })
    expect(current.counts).toMatchObject({
      new: 3,
      newPublic: 2,
      changed: 0,
      same: 1,
      refused: 2,
      leftOut: 1,
      waiting: 3,
    })
    expect(current.samples.map(({ title, isPublic }) => [title, isPublic])).toEqual([
      ['Title 1', true],
      ['A draft', false],
      ['Twice, later', true],
    ])
    expect(current.refused.map(({ place }) => place)).toEqual(['line 4', 'line 7'])
    expect(current.refused[0]?.problem).toMatch(/^title: /)
    expect(current.leftOut).toEqual([{ problem: 'twice in the file: the later one counts', count: 1 }])
    expect(await countRows('importChunks')).toBe(0)
  })

  test('that is not an export is refused with a sentence, and leaves nothing', async () => {
    expect(await send(['<!doctype html>'], { name: 'page.html' })).toEqual({ ok: true })
    expect(await findCurrent()).toMatchObject({
      state: 'unreadable',
      problem: expect.stringMatching(/^page\.html is a page of a website\. Import /) as string,
    })
    await send(['\n'])
    expect((await findCurrent()).problem).toMatch(/^It has no line with an article\./)
    expect([await countRows('importChunks'), await countRows('importRecords')]).toEqual([0, 0])
  })

  test('that an earlier version read keeps the sentences that it stored', async () => {
    await send([...toLines(1), '{ broken'])
    await db.updateTable('imports').set({ problem: 'It was stopped.' }).execute()
    await db
      .updateTable('importRecords')
      .set({ problem: 'It is broken.' })
      .where('found', '=', 'refused')
      .execute()
    expect(await findCurrent()).toMatchObject({
      problem: 'It was stopped.',
      refused: [{ place: 'line 2', problem: 'It is broken.' }],
    })
  })

  test('that is hostile leaves nothing: neither an article, nor a row, nor a piece of itself', async () => {
    for (const { what, name, bytes } of await makeHostileFiles()) {
      expect(await keepFile(ines, { name, pieces: inPieces(bytes) }), what).toEqual({ ok: true })
      const { state, problem, counts } = await findCurrent()
      expect(counts.new, what).toBe(0)
      if (counts.refused + counts.leftOut === 0)
        expect([state, problem], what).toEqual(['unreadable', expect.stringMatching(/\.$|\?$/)])
      expect(await countRows('importChunks'), what).toBe(0)
    }
    expect(await listArticles()).toEqual([])
  })

  test('is kept in pieces, and refused if it is too large, empty, or broken off', async () => {
    const endless = { name: 'a.ndjson', pieces: repeatPiece() }
    const most = 3 * 1024 * 1024
    expect(await keepFiles(ines, inTurn([endless]), { most })).toEqual({ ok: false, reason: 'too-large' })
    const empty = { name: 'a', pieces: inPieces() }
    expect(await keepFile(ines, empty)).toEqual({ ok: false, reason: 'empty-file' })
    const unchosen = { name: '', pieces: inPieces() }
    expect(await keepFile(ines, unchosen)).toEqual({ ok: false, reason: 'no-file' })
    expect(await keepFile(ines, { name: 'a', pieces: breakOff() })).toEqual({
      ok: false,
      reason: 'broken-off',
    })
    const failing = { name: 'a', pieces: failLate(new TypeError('The code is wrong.')) }
    await expect(keepFile(ines, failing)).rejects.toThrow('The code is wrong.')
    expect([await countRows('imports'), await countRows('importChunks')]).toEqual([0, 0])
  })

  test('may be an archive that is larger than one piece', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => index * 7919).join(' ')
    const parts = [1, 2, 3].map((part) => [`blog/${part}.md`, `# Part ${part}\n\n${text.slice(0, 400_000)}`])
    const bytes = await toZip(Object.fromEntries(parts) as Record<string, string>)
    await keepFile(ines, {
      name: 'my-blog (1).zip',
      pieces: inPieces(bytes.subarray(0, 700_000), bytes.subarray(700_000)),
    })
    expect((await findCurrent()).counts).toMatchObject({ new: 3, refused: 0 })
    const rows = await db.selectFrom('importRecords').select('importKey').orderBy('position').execute()
    expect(rows[0]?.importKey).toBe('my-blog:blog/1.md')
  })

  test('may be several: each is read, and one that cannot be read is named', async () => {
    const zip = { name: 'blog.zip', pieces: inPieces(new Uint8Array(await zipBlog())) }
    const lines = { name: 'more.ndjson', pieces: inPieces([...toLines(2), '{ broken'].join('\n')) }
    const text = { name: 'a.md', pieces: inPieces(toFile('A')) }
    const empty = { name: 'none.md', pieces: inPieces() }
    const page = { name: 'page.html', pieces: inPieces('<!doctype html>') }
    const blank = { name: 'blank.ndjson', pieces: inPieces('\n') }
    expect(await keepFile(ines, zip, text, empty, page, blank, lines)).toEqual({ ok: true })
    const { fileName, counts, refused } = await findCurrent()
    expect(fileName).toBe('blog.zip and 5 more')
    expect(counts).toMatchObject({ new: 6, refused: 4 })
    expect(refused.map(({ place, problem }) => [place, problem.slice(0, 20)])).toEqual([
      ['none.md', 'none.md is empty: it'],
      ['page.html', 'page.html is a page '],
      ['blank.ndjson', 'It has no line with '],
      ['more.ndjson, line 3', expect.any(String)],
    ])
    const rows = await db.selectFrom('importRecords').select('importKey').orderBy('position').execute()
    expect(rows.map(({ importKey }) => importKey)).toEqual(
      expect.arrayContaining(['blog:a.md', 'upload:a.md', 'blog:0']),
    )
  })

  test('may be several of one WordPress export, which share their pictures', async () => {
    const post = {
      '+cover':
        '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta>',
    }
    const picture = {
      'wp:post_id': '7',
      'wp:post_type': 'attachment',
      'wp:attachment_url': 'https://old.example/7.jpg',
    }
    const posts = { name: 'posts.xml', pieces: inPieces(toWxr([post])) }
    const damaged = { name: 'damaged.xml.gz', pieces: inPieces(new Uint8Array([0x1f, 0x8b, 8, 0, 1])) }
    const pictures = { name: 'pictures.xml', pieces: inPieces(toWxr([picture])) }
    await keepFile(ines, posts, damaged, pictures)
    expect((await findCurrent()).counts).toMatchObject({ new: 1, refused: 1, leftOut: 1 })
    const cell = sql<string>`record->>'image_url'`.as('cover')
    const rows = await db.selectFrom('importRecords').select(cell).where('found', '=', 'new').execute()
    expect(rows).toEqual([{ cover: 'https://old.example/7.jpg' }])
  })

  test('may be a folder, whose articles have its name as their source', async () => {
    await keepFile(
      ines,
      toPart('2024/b.md', toFile('B') + long('x')),
      toPart('a.md', toFile('A') + long('y')),
      toPart('.git/c.md', 'C'),
    )
    expect((await findCurrent()).counts).toMatchObject({ new: 2, refused: 0 })
    const rows = await db
      .selectFrom('importRecords')
      .select(['importKey', sql<string>`record->>'content'`.as('content')])
      .where('found', '=', 'new')
      .orderBy('position')
      .execute()
    expect(rows).toEqual([
      { importKey: 'my-blog:2024/b.md', content: `Text${long('x')}` },
      { importKey: 'my-blog:a.md', content: `Text${long('y')}` },
    ])
    expect((await findCurrent()).fileName).toBe('my-blog/')
  })

  test.each([
    '../a.md',
    '/etc/a.md',
    'blog/../../a.md',
    'blog/./a.md',
    String.raw`blog\..\a.md`,
    'c:/a.md',
    'blog//a.md',
  ])('is refused if its name leads out of the folder: %s', (name) =>
    expect(toUpload([{ name, bytes: 1 }])).toEqual({ ok: false, reason: 'unsafe-name' }),
  )

  test('replaces an earlier one, unless that is being imported', async () => {
    await send(toLines(3))
    await send(toLines(2))
    expect((await findCurrent()).counts.new).toBe(2)
    await start()
    expect(await send(toLines(1))).toEqual({ ok: false, reason: 'running' })
    await work()
    expect(await send(toLines(1))).toEqual({ ok: true })
  })

  test('of another account is not seen, imported or discarded', async () => {
    const tomas = await makeOperator()
    await send(toLines(1))
    const { id } = await findCurrent()
    expect(await findImport(tomas, 'UTC')).toBeUndefined()
    expect(await startImport(tomas, id, AS_IN_FILE)).toEqual({ ok: false, reason: 'gone' })
    expect(await continueImport(tomas, id)).toEqual({ ok: false, reason: 'gone' })
    expect(await discardImport(tomas, id)).toEqual({ ok: false, reason: 'gone' })
    await stopImport(tomas)
    expect((await findCurrent()).state).toBe('read')
  })
})

describe('a file that does not say its encoding', () => {
  const polish = Buffer.from(
    '---\ntitle: \xacr\xf3d\xb3o rzeki\ndate: 2018-03-08\n---\n\xaf\xf3\xb3ta \xb3\xf3d\xbc p\xb3yn\xea\xb3a.\n',
    'latin1',
  )
  const sendPolish = async (...more: SentFile[]) => {
    await keepFile(ines, { name: 'a.md', pieces: inPieces(polish) }, ...more)
    return findCurrent()
  }

  test('is shown in several, and comes in as its account chooses', async () => {
    const { id, state, question, counts } = await sendPolish()
    expect([state, counts.new]).toEqual(['asking', 0])
    expect(question).toEqual({
      file: 'a.md',
      samples: expect.arrayContaining([
        { encoding: 'iso-8859-2', text: expect.stringContaining('Źródło rzeki') as string },
      ]) as unknown,
    })
    expect(await startImport(ines, id, AS_IN_FILE)).toEqual({ ok: false, reason: 'gone' })
    expect(await chooseEncoding(ines, id, 'utf-7')).toEqual({ ok: false, reason: 'gone' })
    expect(await chooseEncoding(await makeOperator(), id, 'iso-8859-2')).toEqual({
      ok: false,
      reason: 'gone',
    })
    expect(await chooseEncoding(ines, id, 'iso-8859-2')).toEqual({ ok: true })
    expect(await findCurrent()).toMatchObject({ state: 'read', problem: null, counts: { new: 1 } })
    expect(await countRows('importChunks')).toBe(0)
    await start()
    await work()
    expect(await listArticles()).toMatchObject([{ title: 'Źródło rzeki', content: 'Żółta łódź płynęła.\n' }])
  })

  test('is asked for once, in an archive and among other files', async () => {
    const zip = await toZip({ 'a.md': toFile('A'), 'b.md': polish, 'c.md': polish })
    const archive = { name: 'more.zip', pieces: inPieces(new Uint8Array(zip)) }
    const { id, question } = await sendPolish(archive)
    expect(question?.file).toBe('a.md')
    await chooseEncoding(ines, id, 'iso-8859-2')
    expect(await findCurrent()).toMatchObject({ state: 'read', counts: { new: 4, refused: 0 } })
  })

  test('is deleted after a day, and can be replaced or discarded', async () => {
    await sendPolish()
    await send(toLines(1))
    expect((await findCurrent()).state).toBe('read')
    const { id } = await sendPolish()
    await age(2)
    await pruneImports()
    expect(await countRows('importChunks')).toBe(0)
    expect(await chooseEncoding(ines, id, 'iso-8859-2')).toEqual({ ok: false, reason: 'gone' })
  })

  test('is read by its job after a crash, in the chosen encoding', async () => {
    const { id } = await sendPolish()
    await chooseEncoding(ines, id, 'iso-8859-2')
    await interrupt(0, polish)
    expect(await work()).toMatchObject({
      state: 'read',
      counts: { new: 1 },
      samples: [{ title: 'Źródło rzeki' }],
    })
  })
})

describe('an import', () => {
  test('stores the articles of the account, and reports them with what was refused', async () => {
    const lines = [...toLines(45), toLine({ path: 'x', title: 'x'.repeat(301) })]
    await send(lines)
    expect(await start()).toEqual({ ok: true })
    expect(await findCurrent()).toMatchObject({ state: 'importing', run: { total: 45, done: 0 } })
    const done = await work()
    expect(done).toMatchObject({ state: 'done', run: { state: 'done', done: 45 } })
    expect(done.counts).toMatchObject({ created: 45, refused: 1, waiting: 0, deletable: 45 })
    expect(done.samples[0]).toMatchObject({ title: 'Title 0', articleId: expect.any(String) as string })
    const articles = await listArticles()
    expect(articles).toHaveLength(45)
    expect(new Set(articles.map(({ userId }) => userId))).toEqual(new Set([ines.id]))
    expect(articles[0]?.publishedAt).not.toBeNull()
  })

  test('names the words that readers do not find, with their articles', async () => {
    const content = 'Text {{< aside "for no one" >}}'
    await send([toLine({ path: 'a', title: 'A', content }), ...toLines(1)])
    const { counts, wordless } = await findCurrent()
    expect([counts.wordless, wordless]).toEqual([
      1,
      [{ position: 0, title: 'A', articleId: null, isWaiting: true, lost: ['for no one'] }],
    ])
    await start()
    const [article] = (await work()).wordless
    expect(article).toMatchObject({ title: 'A', articleId: expect.any(String) as string })
    await send([toLine({ path: 'a', title: 'A', content })])
    expect((await findCurrent()).wordless).toEqual([])
  })

  test('names what each article loses, with a link to it afterwards, and the comments of its readers', async () => {
    const wxr = toWxr([
      {
        title: 'A',
        'content:encoded': 'Six. [form id="1"] [form id="2"] [map id="3"]',
        '+c': comment('1').repeat(1200) + comment('0'),
      },
      { title: 'B', 'content:encoded': 'Seven.', '+c': comment('spam') + comment('1', 'pingback') },
      { title: 'C', 'content:encoded': 'Eight.' },
    ])
    await keepFile(ines, { name: 'a.xml', pieces: inPieces(wxr) })
    const lost = [
      'shortcode [form] (2 times)',
      'shortcode [map]',
      'comment of a reader (1,200 times)',
      'comment of a reader (not approved)',
    ]
    expect(await findCurrent()).toMatchObject({
      counts: { lossy: 2, leftOut: 0 },
      losses: [
        { kind: 'comment of a reader', count: 1200 },
        { kind: 'shortcode [form]', count: 2 },
        { kind: 'comment of a reader (not approved)', count: 1 },
        { kind: 'ping of another site', count: 1 },
        { kind: 'shortcode [map]', count: 1 },
      ],
      lossy: [
        { title: 'A', articleId: null, lost },
        { title: 'B', lost: ['ping of another site'] },
      ],
    })
    await start()
    const id = expect.any(String) as string
    expect((await work()).lossy).toMatchObject([
      { title: 'A', articleId: id, lost },
      { title: 'B', articleId: id },
    ])
    await keepFile(ines, { name: 'a.xml', pieces: inPieces(wxr) })
    expect(await findCurrent()).toMatchObject({ counts: { same: 3, lossy: 0 }, lossy: [] })
  })

  test('stores all new articles as drafts, and leaves existing ones, if the account chose that', async () => {
    await send(toLines(1))
    await start({ asDrafts: true })
    await work()
    expect((await listArticles())[0]?.publishedAt).toBeNull()
    await send(toLines(2, { content: 'Seven.' }))
    expect((await findCurrent()).counts).toMatchObject({ new: 1, changed: 1 })
    await start({ updates: false })
    expect((await work()).counts).toMatchObject({ created: 1, updated: 0, same: 1 })
    expect((await listArticles()).map(({ content }) => content)).toEqual(['Six.', 'Seven.'])
  })

  test('gives all new articles the author that the account chose, and is the same file afterwards', async () => {
    await send(toLines(2, { author: 'Tomas' }))
    await start({ author: 'Ines Halloran' })
    await work()
    expect((await listArticles()).map(({ author }) => author)).toEqual(['Ines Halloran', 'Ines Halloran'])
    await send(toLines(3, { author: 'Tomas' }))
    expect((await findCurrent()).counts).toMatchObject({ new: 1, same: 2, changed: 0 })
  })

  test('comes in as drafts alone where a site asks for a second pair of eyes', async () => {
    const harbour = await makeSite('harbour.localhost')
    await db.insertInto('reviewRules').values({ userId: ines.id, siteId: harbour }).execute()
    await send(toLines(1))
    const refused = { ok: false, reason: 'review-needed' }
    expect(await start({ siteIds: [harbour] })).toEqual(refused)
    expect(await start({ siteIds: [harbour], asDrafts: true, updates: true })).toEqual(refused)
    await start({ siteIds: [harbour], asDrafts: true, updates: false })
    await work()
    expect((await listArticles()).map(({ publishedAt }) => publishedAt)).toEqual([null])
  })

  test('places what is public on the chosen sites, together with the jobs that deliver it', async () => {
    const harbour = await makeSite('harbour.localhost')
    await send([...toLines(2), toLine({ path: 'x', title: 'A draft', draft: true })])
    expect(await start({ siteIds: [harbour, uuidv7()] })).toEqual({ ok: false, reason: 'site-unavailable' })
    await start({ siteIds: [harbour] })
    await work()
    expect(await listPlaces()).toEqual([['A draft'], ['Title 0', harbour], ['Title 1', harbour]])
    const { rows } = await sql<{ data: { deliveryId: string } }>`
      select data from pgboss.job where name = 'deliver' and state = 'created'`.execute(db)
    const deliveries = await db.selectFrom('deliveries').select('id').execute()
    const jobs = new Set(rows.map(({ data }) => data.deliveryId))
    expect(deliveries.every(({ id }) => jobs.has(id))).toBe(true)

    // An update changes no sites, except if the article becomes public.
    const published = toLine({ path: 'x', title: 'A draft', published_at: '2024-05-06T00:00:00Z' })
    await send([...toLines(2, { content: 'Seven.' }), published, toLine({ path: 'y', title: 'New' })])
    const ledger = await makeSite('ledger.localhost', 'Ledger')
    await start({ siteIds: [MAIN_SITE_ID, harbour, ledger] })
    await work()
    expect(await listPlaces()).toEqual([
      ['A draft', MAIN_SITE_ID, ...[harbour, ledger].toSorted()],
      ['New', MAIN_SITE_ID, ...[harbour, ledger].toSorted()],
      ['Title 0', harbour],
      ['Title 1', harbour],
    ])
  })

  test('makes drafts if none of its sites is there any more', async () => {
    const harbour = await makeSite('harbour.localhost')
    await send(toLines(1))
    await start({ siteIds: [harbour] })
    await db.deleteFrom('targetSites').where('id', '=', harbour).execute()
    await work()
    expect((await listArticles())[0]?.publishedAt).toBeNull()
  })

  test('adds nothing new when it is repeated, with any fields in a record', async () => {
    const lines = [
      toLine({ path: 'a', title: 'A' }),
      toLine({ path: 'b', title: 'B', draft: true, aliases: ['/b'] }),
      toLine({ path: 'c', title: 'C', published_at: '2024-05-06T00:00:00Z', tags: ['x'], aliases: ['/c'] }),
    ]
    for (const same of [0, 3]) {
      await send(lines)
      expect((await findCurrent()).counts).toMatchObject({ new: 3 - same, same, changed: 0 })
      if (same === 0) await start()
      await work()
      const bytes = new Uint8Array(await zipBlog())
      await keepFile(ines, { name: 'blog.zip', pieces: inPieces(bytes) })
      expect((await findCurrent()).counts).toMatchObject({ new: 3 - same, same, changed: 0 })
      if (same === 0) await start()
      await work()
    }
  })

  test('makes old paths redirect to its articles only for the owner of the site', async () => {
    const tomas = await makeOperator()
    await db.updateTable('installation').set({ ownerId: ines.id }).execute()
    for (const operator of [tomas, ines]) {
      await send(toLines(1, { aliases: [`/old/${operator.id}`] }), { operator })
      await start({}, operator)
      await work(operator)
    }
    const redirects = await db.selectFrom('redirects').select('path').execute()
    expect(redirects).toEqual([{ path: `/old/${ines.id}` }])
  })

  test('never changes an article of another account', async () => {
    const tomas = await makeOperator()
    for (const operator of [ines, tomas]) {
      await send(toLines(1, { content: operator.id }), { operator })
      await start({}, operator)
      await work(operator)
    }
    expect((await listArticles()).map(({ userId, content }) => userId === content)).toEqual([true, true])
  })

  test('keeps the text before an update as a revision of the account', async () => {
    for (const content of ['Six.', 'Seven.']) {
      await send(toLines(1, { content }))
      await start()
      await work()
    }
    const revisions = await db.selectFrom('revisions').select(['userId', 'madeBy', 'text']).execute()
    expect(JSON.stringify(revisions)).toContain('Six.')
    expect(new Set(revisions.map(({ userId }) => userId))).toEqual(new Set([ines.id]))
  })

  test('refuses only the article that cannot be stored', async () => {
    await send([...toLines(3), toLine({ path: TOO_LONG, title: 'Too long a key' })])
    await start()
    const { counts, refused } = await work()
    expect(counts).toMatchObject({ created: 3, refused: 1 })
    expect(refused).toMatchObject([
      { place: 'line 4', title: 'Too long a key', problem: 'It cannot be stored.' },
    ])
  })

  test.each(['40P01', '57014', '53200', '08006'])(
    'refuses no article for an error %s of the store',
    async (state) => {
      await send(toLines(3))
      await start()
      await sql`create sequence failures`.execute(db) // it counts on although the transaction is undone
      await sql`
      create function fail() returns trigger language plpgsql security definer as $$ begin
        if nextval('failures') <= 2 then raise exception using errcode = ${sql.lit(state)}; end if;
        return new;
      end $$`.execute(db)
      await sql`create trigger fails before insert on blog_posts for each row execute function fail()`.execute(
        db,
      )
      try {
        await expect(work()).rejects.toMatchObject({ code: state })
        expect((await findCurrent()).counts).toMatchObject({ created: 0, refused: 0, waiting: 3 })
        await work().catch(() => {}) // as the queue does
        expect((await work()).counts).toMatchObject({ created: 3, refused: 0 })
      } finally {
        await sql`drop function fail cascade`.execute(db)
        await sql`drop sequence failures`.execute(db)
      }
    },
  )

  test('refuses no article because the role of its person was changed in the meantime', async () => {
    const editor = await joinAsEditor()
    await send([toLine({ path: TOO_LONG, title: 'Too long a key' }), ...toLines(3)], { operator: editor })
    await start({}, editor)
    await sql`
      create function demote() returns trigger language plpgsql as $$ begin
        update members set role = 'author' where person_id = ${sql.lit(editor.member.personId)} and account_id <> person_id;
        return null;
      end $$`.execute(db)
    await sql`create trigger demotes after insert on run_items for each row execute function demote()`.execute(
      db,
    )
    try {
      await expect(work()).rejects.toMatchObject({ data: { isAllowed: false } })
    } finally {
      await sql`drop function demote cascade`.execute(db)
    }
    expect((await findCurrent()).counts).toMatchObject({ created: 0, refused: 1, waiting: 3 })
    const stopped = await work() // as the queue does
    expect(stopped).toMatchObject({ state: 'stopped', counts: { refused: 1, waiting: 3 } })
    expect(await continueImport(ines, stopped.id)).toEqual({ ok: true })
    expect((await work()).counts).toMatchObject({ created: 3, refused: 1 })
  })

  test('is stopped immediately, and continues later with the rest and the same choices', async () => {
    await send(toLines(30, { author: 'Tomas' }))
    await start({ author: 'Ines Halloran' })
    const { run } = await findCurrent()
    await importRun.work(run?.id ?? '', 0)
    await importRun.work(run?.id ?? '', 1)
    await stopImport(ines)
    await importRun.work(run?.id ?? '')
    const stopped = await findCurrent()
    expect(stopped).toMatchObject({ state: 'stopped', run: { state: 'done' } })
    expect(stopped.counts).toMatchObject({ created: 20, waiting: 10 })
    expect(await continueImport(ines, stopped.id)).toEqual({ ok: true })
    expect((await work()).counts).toMatchObject({ created: 30, waiting: 0 })
    expect(new Set((await listArticles()).map(({ author }) => author))).toEqual(new Set(['Ines Halloran']))
  })

  test('is stopped when its person has lost the right, and continued by another person', async () => {
    const editor = await joinAsEditor()
    await send(toLines(2), { operator: editor })
    await start({}, editor)
    await db
      .updateTable('members')
      .set({ role: 'author' })
      .where('personId', '=', editor.member.personId)
      .whereRef('accountId', '!=', 'personId')
      .execute()
    const stopped = await work()
    expect(stopped).toMatchObject({
      state: 'stopped',
      problem: stoppedUnexpectedly,
      run: { state: 'failed' },
    })
    expect(stopped.counts).toMatchObject({ created: 0, waiting: 2 })
    expect(await continueImport(ines, stopped.id)).toEqual({ ok: true })
    expect(await work()).toMatchObject({ state: 'done', counts: { created: 2, waiting: 0 } })
  })

  test('shows nothing unseen if it continues after a site has asked for a second pair of eyes', async () => {
    await send(toLines(1))
    await start()
    await work()
    await send([...toLines(1, { content: 'Seven.' }), toLine({ path: 'y', title: 'New' })])
    await start()
    await stopImport(ines)
    await db.insertInto('reviewRules').values({ userId: ines.id, siteId: MAIN_SITE_ID }).execute()
    expect(await continueImport(ines, (await findCurrent()).id)).toEqual({ ok: true })
    expect((await work()).counts).toMatchObject({ created: 1, updated: 0, same: 1 })
    const articles = await listArticles()
    expect(articles.map(({ title, content }) => [title, content])).toContainEqual(['Title 0', 'Six.'])
    expect(articles.find(({ title }) => title === 'New')?.publishedAt).toBeNull()
  })

  test('does nothing twice if two processes work on it', async () => {
    await send(toLines(60))
    await start()
    const { run } = await findCurrent()
    await Promise.all([importRun.work(run?.id ?? ''), importRun.work(run?.id ?? '')])
    expect(await findCurrent()).toMatchObject({
      state: 'done',
      run: { done: 60 },
      counts: { created: 60, refused: 0 },
    })
    expect(await listArticles()).toHaveLength(60)
  })
})

/** Brings the state back that the last reading had after `steps` of 50 items, as after a crash. */
async function interrupt(steps: number, bytes: Buffer): Promise<void> {
  const { id, run } = await findCurrent()
  const done = steps * 50
  await db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute()
  await db
    .updateTable('runs')
    .set({ state: 'running', finishedAt: null, done, total: done })
    .where('id', '=', run?.id ?? '')
    .execute()
  await db.deleteFrom('importRecords').where('position', '>=', done).execute()
  const kept = Array.from({ length: steps }, (_, step) => String(step * 50))
  await db
    .deleteFrom('runItems')
    .where(sql<boolean>`item_id <> all(${kept}::text[])`)
    .execute()
  for (let number = 0; number * CHUNK_BYTES < bytes.length; number += 1) {
    const piece = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES)
    await db.insertInto('importChunks').values({ importId: id, number, bytes: piece }).execute()
  }
}

function listFound() {
  const rows = db
    .selectFrom('importRecords')
    .select(['title', 'place', 'problem', 'lost'])
    .orderBy('position')
  return rows.execute()
}

test('a reading that is interrupted continues where it stopped', async () => {
  await send(toLines(120))
  await interrupt(1, Buffer.from(toLines(120).join('\n')))
  expect(await work()).toMatchObject({ state: 'read', run: { done: 120 }, counts: { new: 120 } })
  expect((await listFound()).map(({ title }) => title)).toEqual(
    Array.from({ length: 120 }, (_, index) => `Title ${index}`),
  )
})

/** Lets the store fail in each reading of an upload beyond its first piece, as if it restarted. */
async function failBehindFirstPiece(): Promise<void> {
  await sql`alter table import_chunks rename to kept_chunks`.execute(db)
  await sql`
    create function fail_behind(number integer) returns boolean language plpgsql as $$ begin
      if number > 0 and current_query() like 'select%' then raise exception using errcode = '57P01'; end if;
      return true;
    end $$`.execute(db)
  await sql`create view import_chunks as select * from kept_chunks where fail_behind(number)`.execute(db)
}

async function failNoMore(): Promise<void> {
  await sql`drop view import_chunks`.execute(db)
  await sql`drop function fail_behind`.execute(db)
  await sql`alter table kept_chunks rename to import_chunks`.execute(db)
}

const largeFiles: [string, () => Promise<Buffer>][] = [
  [
    'a.ndjson.gz',
    () => Promise.resolve(gzipSync(toLines(2, { content: long('x') }).join('\n'), { level: 0 })),
  ],
  ['a.zip', () => toZip({ 'a.md': toFile('A') + long('x'), 'b.md': toFile('B') + long('y') })],
]

test.each(largeFiles)('%s is not called damaged because the store restarted', async (name, make) => {
  const bytes = await make()
  await keepFile(ines, { name, pieces: inPieces(new Uint8Array(bytes)) })
  await interrupt(0, bytes)
  await failBehindFirstPiece()
  try {
    await expect(work()).rejects.toMatchObject({ code: '57P01' })
  } finally {
    await failNoMore()
  }
  expect(await findCurrent()).toMatchObject({ state: 'reading', problem: null })
  expect(await work()).toMatchObject({ state: 'read', counts: { new: 2, refused: 0 } })
})

test('a call and a job that read one file at once find each item once, in order', async () => {
  await send(toLines(220))
  await interrupt(1, Buffer.from(toLines(220).join('\n')))
  const { run } = await findCurrent()
  await Promise.allSettled([readRun.work(run?.id ?? ''), readRun.work(run?.id ?? '')])
  expect(await findCurrent()).toMatchObject({ state: 'read', run: { done: 220 } })
  expect((await listFound()).map(({ title }) => title)).toEqual(
    Array.from({ length: 220 }, (_, index) => `Title ${index}`),
  )
})

const readers = singleton('upload readers', () => new Map<string, unknown>())

test('a reader stays open during a step of several minutes', async () => {
  await send(toLines(120))
  await interrupt(1, Buffer.from(toLines(120).join('\n')))
  const { run } = await findCurrent()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const working = readRun.work(run?.id ?? '')
  while (readers.size === 0) await new Promise((resolve) => setImmediate(resolve))
  const [close] = timers.mock.calls.find(([, ms]) => ms === 120_000) ?? []
  timers.mockRestore()
  if (!close) throw new Error('No timer closes the reader.')
  close()
  await working
  expect(await findCurrent()).toMatchObject({ state: 'read', counts: { new: 120 } })
})

const toLossy = (count: number) =>
  Buffer.from(
    toWxr(Array.from({ length: count }, () => ({ 'content:encoded': 'Tides. [form id="1"] [map id="2"]' }))),
  )

test('an interrupted reading of one file names all that is lost', async () => {
  const wxr = toLossy(60)
  await keepFile(ines, { name: 'b.xml', pieces: inPieces(wxr) })
  const found = await listFound()
  const { losses, lossy, counts } = await findCurrent()
  expect(losses).toEqual([
    { kind: 'shortcode [form]', count: 60 },
    { kind: 'shortcode [map]', count: 60 },
  ])
  expect([counts.lossy, counts.leftOut, lossy.length]).toEqual([60, 0, 60])
  await interrupt(1, wxr)
  await work()
  expect(await listFound()).toEqual(found)
})

describe('an interrupted reading of several files', () => {
  const lines = Buffer.from(toLines(50).join('\n'))
  const wxr = toLossy(60)
  const broken = Buffer.from('<!doctype html>')
  const all = Buffer.concat([lines, wxr, broken])

  const sendAll = () =>
    keepFile(
      ines,
      { name: 'a.ndjson', pieces: inPieces(lines) },
      { name: 'b.xml', pieces: inPieces(wxr) },
      { name: 'c.html', pieces: inPieces(broken) },
    )

  test.each([1, 2])('after %i steps names all that is lost, and nothing twice', async (steps) => {
    await sendAll()
    const found = await listFound()
    expect(found.slice(-3).map(({ problem }) => problem)).toEqual([
      expect.stringContaining('shortcode [form]","count":60'),
      expect.stringContaining('shortcode [map]","count":60'),
      expect.stringContaining('c.html is a page of a website'),
    ])
    await interrupt(steps, all)
    expect(await work()).toMatchObject({ state: 'read', counts: { new: 110, refused: 1, lossy: 60 } })
    expect(await listFound()).toEqual(found)
  })

  test('does not read a finished file again', async () => {
    await sendAll()
    const found = await listFound()
    await interrupt(1, Buffer.concat([Buffer.alloc(lines.length), wxr, broken]))
    await work()
    expect(await listFound()).toEqual(found)
  })
})

test('files that were not imported are deleted after a day, reports after 90 days', async () => {
  const tomas = await makeOperator()
  await send(toLines(1))
  await send(toLines(1), { operator: tomas })
  await start({}, tomas)
  await work(tomas)
  await db.updateTable('imports').set({ state: 'uploading' }).where('userId', '=', ines.id).execute()
  await age(1 / 8)
  await pruneImports()
  expect(await countRows('imports')).toBe(1)
  await send(toLines(1))
  await age(2)
  await pruneImports()
  expect(await findImport(ines, 'UTC')).toBeUndefined()
  expect((await findCurrent(tomas)).state).toBe('done')
  await age(91)
  await pruneImports()
  expect(await countRows('importRecords')).toBe(0)
})

test.each([
  ['my-blog.zip', 'my-blog'],
  ['my-blog (1).zip', 'my-blog'],
  ['.zip', 'upload'],
  ['my-blog/', 'my-blog'],
  ['my-blog.zip and 2 more', 'upload'],
  ['low-water.md', 'upload'],
])('the articles of %s are known by %s', (name, source) => expect(toUploadSource(name)).toBe(source))

const DAY_MS = 86_400_000
const NOW = Date.now()
const inDays = (days: number) => new Date(NOW + days * DAY_MS)
const listPlans = () =>
  db
    .selectFrom('plans')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .select(['plans.id', 'articleId', 'title', 'dueAt', 'siteIds', 'publishedAt', 'result'])
    .orderBy('dueAt')
    .execute()
const dated = (days: number, fields: object = {}) =>
  toLine({ path: `${days}`, title: `In ${days} days`, published_at: inDays(days).toISOString(), ...fields })

describe('an article with a date in the future', () => {
  test('is planned for it on the chosen sites; the preview and the report say so', async () => {
    const harbour = await makeSite('harbour.example', 'Harbour')
    await send([dated(-1), dated(2), dated(3, { draft: true })])
    const time = /^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d$/
    const preview = await work()
    expect(preview.counts).toMatchObject({ new: 3, newPublic: 1, newPlanned: 1, unplanned: 0 })
    expect(preview.samples.map(({ plannedFor }) => plannedFor)).toEqual([
      null,
      expect.stringMatching(time),
      null,
    ])
    await start({ siteIds: [harbour] })
    const report = await work()
    expect(report.counts).toMatchObject({ created: 3, planned: 1, unplanned: 0, deletable: 3 })
    expect(report.samples.map(({ plannedFor }) => plannedFor)).toEqual([
      null,
      expect.stringMatching(time),
      null,
    ])
    expect(await listPlans()).toMatchObject([
      { title: 'In 2 days', dueAt: inDays(2), siteIds: [harbour], publishedAt: null, result: null },
    ])
  })

  test('has one plan after a repeated import, and none if all come in as drafts', async () => {
    for (const asDrafts of [false, false, true]) {
      await send([dated(2), dated(5, { path: `${asDrafts}` })])
      await work()
      await start({ asDrafts })
      await work()
    }
    expect(await listPlans()).toMatchObject([{ title: 'In 2 days' }, { title: 'In 5 days' }])
    expect(await listArticles()).toHaveLength(3)
  })

  test('is a draft with a reason if it cannot be planned', async () => {
    await send([dated(2000), dated(2), dated(4)])
    const preview = await work()
    expect(preview.counts).toMatchObject({ newPlanned: 2, unplanned: 1 })
    expect(preview.unplanned).toMatchObject([
      { place: 'line 1', problem: 'A draft: its date is more than 3 years ahead.' },
    ])
    await db // the user confirms the import days later
      .updateTable('importRecords')
      .set({ record: sql`record || jsonb_build_object('planned_at', '2026-01-01T00:00:00Z')` })
      .where('position', '=', 1)
      .execute()
    await start()
    const report = await work()
    expect(report.counts).toMatchObject({ created: 3, planned: 1, unplanned: 2 })
    expect(report.unplanned.map(({ problem }) => problem)).toEqual([
      'A draft: its date is more than 3 years ahead.',
      'A draft: its date is over by now.',
    ])
    expect((await listArticles()).map(({ publishedAt }) => publishedAt)).toEqual([null, null, null])
  })
})
