import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, MAIN_SITE_ID, makeOperator } from '../../../../tests/support/fixtures.ts'
import { takePicture } from '../../../../tests/support/pictures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { toZip } from '../../../../tests/support/zip.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveUpload } from '../../articles/pictures/commands.server.ts'
import { UPLOAD_LIMITS } from '../../articles/pictures/pictures.ts'
import { continueImport, discardImport, startImport, startPictures, stopImport } from './commands.server.ts'
import { keepFiles } from './keep-files.server.ts'
import { findImport } from './queries.server.ts'
import { importRun } from './work-on-import.server.ts'
import { picturesRun } from './work-on-pictures.server.ts'

type Files = Record<string, string | Uint8Array>

let ines: Operator
let shots: Buffer[]

useQueue()
beforeAll(async () => {
  shots = await Promise.all(
    Array.from({ length: 80 }, (_, shade) => takePicture({ width: 6, height: 4, format: 'png', shade })),
  )
})
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const shot = (number: number) => shots[number] ?? Buffer.alloc(0)
const page = (text: string, head = '') => `---\ndate: 2024-05-06\n${head}---\n${text}\n`

async function* inPieces(bytes: string | Uint8Array) {
  yield await Promise.resolve(Buffer.from(bytes as Uint8Array))
}

async function* toParts(files: Files) {
  for (const [name, bytes] of Object.entries(files))
    yield await Promise.resolve({ name, pieces: inPieces(bytes) })
}

const toFolder = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`my-blog/${name}`, bytes]))

async function findCurrent(operator = ines) {
  const current = await findImport(operator, 'UTC')
  if (!current) throw new Error('There is no import.')
  return current
}

const AS_IN_FILE = { asDrafts: false, updates: true, author: null, siteIds: [MAIN_SITE_ID] }

/** Reads files, and starts their import; its run has not begun. */
async function begin(files: Files, { from = '', bringsPictures = false, operator = ines } = {}) {
  expect(await keepFiles(operator, toParts(files), { readFrom: () => from })).toEqual({ ok: true })
  const current = await findCurrent(operator)
  await startImport(operator, current.id, { ...AS_IN_FILE, bringsPictures })
  return current
}

async function work(operator = ines, sliceMs?: number) {
  await importRun.work((await findCurrent(operator)).run?.id ?? '', sliceMs)
  return findCurrent(operator)
}

async function importAll(files: Files, options: Parameters<typeof begin>[1] = {}) {
  await begin(files, options)
  return work(options.operator)
}

const listArticles = () =>
  db
    .selectFrom('blogPosts')
    .select(['slug', 'content', 'contentHtml', 'cover', 'imageUrl', 'userId'])
    .orderBy('slug')
    .execute()

const countRows = async (table: 'importChunks' | 'uploads') =>
  (await db.selectFrom(table).selectAll().execute()).length

const listLost = ({ lostPictures }: Awaited<ReturnType<typeof findCurrent>>) =>
  lostPictures.articles.flatMap(({ title, pictures }) =>
    pictures.map(({ address, problem }) => [title, address, problem]),
  )

const UPLOAD = String.raw`/uploads/[\w-]+\.webp`

/** A folder of Hugo with 60 posts and 80 pictures: beside the posts, in `static`, and one in each way to write it. */
function makeBlog(): Files {
  const files: Files = {}
  for (let number = 0; number < 60; number += 1) {
    const bundle = `content/posts/post-${number}`
    const [own, shared] = [shot(number), shot(60 + (number % 20))]
    files[`${bundle}/index.md`] = page(
      `![Own](own-${number}.png "A caption")\n\n<img src="../../../static/img/shared-${number % 20}.png">\n\n{{< figure src="/img/shared-${number % 20}.png" >}}\n\n![ref][1]\n\n[1]: <own-${number}.png>`,
      `title: Post ${number}\ncover:\n  image: own-${number}.png\n`,
    )
    files[`${bundle}/own-${number}.png`] = own
    files[`static/img/shared-${number % 20}.png`] = shared
  }
  return files
}

describe('the pictures of a folder', () => {
  test('of 60 posts with 80 pictures come in once each, and no address of a file is left', async () => {
    const { counts, lostPictures } = await importAll(toFolder(makeBlog()))
    expect(counts).toMatchObject({ created: 60, refused: 0 })
    expect(lostPictures.count).toBe(0)
    expect([await countRows('uploads'), await countRows('importChunks')]).toEqual([80, 0])
    const shown = new Set<string>()
    for (const { content, contentHtml, cover, imageUrl } of await listArticles()) {
      expect(content).not.toMatch(/\.png/)
      const sources = [...contentHtml.matchAll(/<img [^>]*?(?<= )src="([^"]*)"/g)].map(([, src = '']) => src)
      expect(sources).toHaveLength(4)
      for (const src of sources) expect(src).toMatch(new RegExp(`^${UPLOAD}$`))
      expect([cover, imageUrl]).toEqual([sources[0], sources[0]])
      for (const src of sources) shown.add(src)
    }
    expect(shown.size).toBe(80)
  })

  test('come in when the folder is a ZIP archive of a repository, too', async () => {
    const files = {
      'blog-main/_posts/2024-05-06-a.md': page('![](/assets/img/a%20b.PNG)\n\n![](../docs/c.png?raw=true)'),
      'blog-main/assets/img/a b.png': shot(1),
      'blog-main/docs/c.png': shot(2),
      'blog-main/docs/unused.png': shot(3),
    }
    const { counts } = await importAll({ 'blog.zip': await toZip(files) })
    expect(counts.created).toBe(1)
    const [article] = await listArticles()
    expect(article?.content).toMatch(new RegExp(`^!\\[\\]\\(${UPLOAD}\\)\n\n!\\[\\]\\(${UPLOAD}\\)\n$`))
    expect([await countRows('uploads'), await countRows('importChunks')]).toEqual([2, 0])
  })

  test('come in beside files that are chosen one by one; names alone count', async () => {
    const { counts, fileName, lostPictures } = await importAll({
      'a.png': shot(1),
      'one.md': page('![A](images/a.png) ![B](b.png) ![C](images/c.png)', 'title: One\n'),
      'b.png': shot(2),
      'two.md': page('![A](./a.png)', 'title: Two\ncover: b.png\n'),
      'three.ndjson': JSON.stringify({ source: 's', path: 'p', title: 'Three', content: '![A](a.png)' }),
    })
    expect(fileName).toBe('a.png and 4 more')
    expect(counts).toMatchObject({ created: 3, refused: 0, leftOut: 0 })
    const [one, three, two] = await listArticles()
    expect(one?.content).toMatch(
      new RegExp(String.raw`^!\[A\]\(${UPLOAD}\) !\[B\]\(${UPLOAD}\) !\[C\]\(images/c\.png\)$`, 'm'),
    )
    for (const article of [two, three])
      expect(article?.content).toMatch(new RegExp(String.raw`!\[A\]\(${UPLOAD}\)`))
    expect(two?.cover).toMatch(new RegExp(UPLOAD))
    expect(lostPictures.count).toBe(1)
    expect(await countRows('uploads')).toBe(2)
  })

  test('that come alone are refused', async () => {
    expect(await keepFiles(ines, toParts({ 'a.png': shot(1), 'b.png': shot(2) }))).toEqual({ ok: true })
    expect((await findCurrent()).counts).toMatchObject({ new: 0, refused: 2 })
  })

  test('that cannot come in are named with their articles, and stay in the text', async () => {
    const files = {
      'a.md': page(
        '![](gone.png) ![](../../etc/passwd) ![](text.png) ![](large.png) [File](paper.pdf)',
        'title: A\n',
      ),
      'b.md': page('![](a.png) ![](https://other.example/gone.png)', 'title: B\ncover: gone.jpg\n'),
      'text.png': 'no picture',
      'large.png': Buffer.concat([shot(1), Buffer.alloc(UPLOAD_LIMITS.bytes)]),
      'a.png': shot(2),
    }
    const noFile = 'It is not in the folder. With the address of your old site, it is fetched from there.'
    const read = await begin(toFolder(files))
    const first = [
      ['A', 'gone.png', noFile],
      ['A', '../../etc/passwd', noFile],
      ['A', 'paper.pdf', 'It is no picture. Put the file on another site, and link to it there.'],
    ]
    expect(listLost(read)).toEqual([...first, ['B', 'gone.jpg', noFile]])
    const done = await work()
    expect(listLost(done)).toEqual([
      ...first,
      ['A', 'text.png', 'It is no JPEG, PNG, WebP, AVIF or GIF picture.'],
      ['A', 'large.png', 'It is larger than 10 MB.'],
      ['B', 'gone.jpg', noFile],
    ])
    const [article, other] = await listArticles()
    expect(article?.content).toBe(
      '![](gone.png) ![](../../etc/passwd) ![](text.png) ![](large.png) [File](paper.pdf)\n',
    )
    expect(other?.content).toMatch(
      new RegExp(`^!\\[\\]\\(${UPLOAD}\\) !\\[\\]\\(https://other.example/gone.png\\)\n$`),
    )
    expect(other?.cover).toBeNull()
    expect(await countRows('uploads')).toBe(1)
  })

  test('change with their files: the same folder changes nothing, another picture of the same name does', async () => {
    const files = { 'a.md': page('![](a.png)'), 'a.png': shot(1) }
    await importAll(toFolder(files))
    const before = await listArticles()
    expect((await begin(toFolder(files))).counts).toMatchObject({ same: 1, new: 0, changed: 0 })
    expect(await countRows('importChunks')).toBe(0)
    const larger = await takePicture({ width: 60, height: 40, format: 'png' })
    const { counts } = await importAll(toFolder({ ...files, 'a.png': larger }))
    expect(counts.updated).toBe(1)
    const [article] = await listArticles()
    expect(article?.content).toMatch(/60x40\.webp/)
    expect(article?.content).not.toBe(before[0]?.content)
  })

  test('for which the account has no room are named, and come in with the next import', async () => {
    const files = { 'a.md': page('![](a.png)', 'title: A\n'), 'a.png': shot(1) }
    await saveUpload(ines, () => Promise.resolve(shot(2)))
    await db.updateTable('uploads').set({ bytes: UPLOAD_LIMITS.accountBytes }).execute()
    const full = await importAll(toFolder(files))
    expect(listLost(full)).toEqual([
      ['A', 'a.png', expect.stringMatching(/^Your account holds as many pictures/)],
    ])
    await db.updateTable('uploads').set({ bytes: 1 }).execute()
    expect((await importAll(toFolder(files))).counts.updated).toBe(1)
    expect((await listArticles())[0]?.content).toMatch(new RegExp(UPLOAD))
  })

  test('come in once each if the run is killed, is stopped, and goes on', async () => {
    const posts = Array.from({ length: 30 }, (_, number) => [
      [`${number}.md`, page(`![](own-${number}.png) ![](shared.png)`)],
      [`own-${number}.png`, shot(number)],
    ])
    const files = { ...Object.fromEntries(posts.flat()), 'shared.png': shot(40) } as Files
    await begin(toFolder(files))
    const runId = (await findCurrent()).run?.id ?? ''
    await importRun.work(runId, 1) // the pictures and the articles of the first batch
    await stopImport(ines)
    expect((await findCurrent()).counts.waiting).toBeGreaterThan(0)
    expect(await continueImport(ines, (await findCurrent()).id)).toEqual({ ok: true })
    const next = (await findCurrent()).run?.id ?? ''
    await Promise.all([importRun.work(next).catch(() => {}), importRun.work(next).catch(() => {})])
    await importRun.work(next)
    expect((await findCurrent()).counts).toMatchObject({ created: 30, refused: 0 })
    expect([await countRows('uploads'), await countRows('importChunks')]).toEqual([31, 0])
    for (const { content } of await listArticles()) expect(content).not.toContain('.png')
  })

  test('are dropped with an import that is discarded, and belong to the account that sent them', async () => {
    const files = toFolder({ 'a.md': page('![](a.png)'), 'a.png': shot(1) })
    await keepFiles(ines, toParts(files))
    expect(await countRows('importChunks')).toBe(1)
    await discardImport(ines, (await findCurrent()).id)
    expect(await countRows('importChunks')).toBe(0)
    const tomas = await makeOperator()
    await importAll(files, { operator: tomas })
    await importAll(files)
    const owners = await db.selectFrom('uploads').select('userId').execute()
    expect(new Set(owners.map(({ userId }) => userId))).toEqual(new Set([ines.id, tomas.id]))
  })
})

const toGhost = (html: string, more: object = {}) =>
  JSON.stringify({
    db: [
      {
        data: {
          posts: [
            {
              id: '1',
              title: 'A',
              slug: 'a',
              html,
              status: 'published',
              published_at: '2021-05-05',
              ...more,
            },
            {
              id: '2',
              title: 'Other',
              slug: 'other',
              html: '<p>x</p>',
              status: 'published',
              published_at: '2021-05-05',
            },
          ],
        },
      },
    ],
  })

describe('the address of the old site', () => {
  const html =
    '<p><img src="__GHOST_URL__/content/images/a.jpg"> <a href="__GHOST_URL__/other/#part">other</a> <a href="__GHOST_URL__/tag/x/">tag</a></p>'
  const cover = { feature_image: '__GHOST_URL__/content/images/f.jpg' }

  test('is put before pictures of an export that does not know it; inner links lead to the articles', async () => {
    await importAll({ 'ghost.json': toGhost(html, cover) }, { from: 'old.example' })
    const [article] = await listArticles()
    expect(article?.content).toBe(
      '![](https://old.example/content/images/a.jpg) [other](/article/other#text-part) [tag](https://old.example/tag/x/)\n',
    )
    expect(article?.cover).toBe('https://old.example/content/images/f.jpg')
  })

  test('is asked for: without it each picture is named with its article, and the links still lead', async () => {
    const { counts, ...current } = await importAll({ 'ghost.json': toGhost(html, cover) })
    expect(counts.created).toBe(2)
    const noSite = 'Its address needs that of your old site. Send the file again with this address.'
    expect(listLost({ counts, ...current })).toEqual([
      ['A', '/content/images/a.jpg', noSite],
      ['A', '/content/images/f.jpg', noSite],
    ])
    expect((await listArticles())[0]?.content).toContain('[other](/article/other#text-part)')
  })

  test('in a private network is not asked for its pictures', async () => {
    await importAll({ 'ghost.json': toGhost(html) }, { from: 'http://10.0.0.1', bringsPictures: true })
    await picturesRun.work((await findCurrent()).run?.id ?? '')
    const { pictures } = await findCurrent()
    expect(pictures?.lines).toMatchObject([
      { path: null, problem: expect.stringContaining('private network') },
    ])
    expect(await startPictures(ines, (await findCurrent()).id)).toEqual({ ok: true })
  })

  test.each(['javascript:alert(1)', 'ftp://old.example', 'https://a:b@old.example', 'old site', 'x'])(
    'is refused if it is none: %s',
    async (from) => {
      const sent = keepFiles(ines, toParts({ 'ghost.json': toGhost(html) }), { readFrom: () => from })
      expect(await sent).toEqual({ ok: false, reason: 'no-web-address' })
      expect(await findImport(ines, 'UTC')).toBeUndefined()
    },
  )
})

const toPost = (id: number, slug: string, text: string) =>
  `<item><title>${slug}</title><link>https://old.example/2024/${slug}/</link><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>${slug}</wp:post_name><wp:post_date_gmt>2024-05-06 08:00:00</wp:post_date_gmt><content:encoded><![CDATA[${text}]]></content:encoded></item>`

const toExport = (text: string) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>${toPost(1, 'first', text)}${toPost(2, 'two', 'Two.')}${toPost(3, 'last', 'Last.')}</channel></rss>`

test('links to posts of the old site lead to their articles for an account that does not own the site', async () => {
  const tomas = await makeOperator()
  const first =
    '<a href="https://old.example/2024/last/?a=b">last</a> <a href="http://www.old.example/?p=2">two</a> <a href="/2024/last">here</a> <a href="https://old.example/about/">about</a> <a href="https://other.example/2024/last/">elsewhere</a>'
  const linked =
    '[last](/article/last) [two](/article/two) [here](/article/last) [about](https://old.example/about/) [elsewhere](https://other.example/2024/last/)\n'
  const { counts } = await importAll({ 'export.xml': toExport(first) }, { operator: tomas })
  expect(counts).toMatchObject({ created: 3, deletable: 3, touched: 0 })
  expect((await listArticles())[0]?.content).toBe(linked)
  // The targets of a later import are there already.
  const again = await importAll({ 'export.xml': toExport(`${first}!`) }, { operator: tomas })
  expect(again.counts).toMatchObject({ updated: 1, same: 2 })
  expect((await listArticles())[0]?.content).toBe(linked.replace('\n', '\\!\n'))
})

test('an import that is stopped when only its links are left can be finished', async () => {
  const text = '<a href="https://old.example/2024/last/">last</a>'
  await begin({ 'export.xml': toExport(text) })
  expect((await work(ines, 1)).counts).toMatchObject({ created: 3, waiting: 0 })
  await stopImport(ines)
  const stopped = await findCurrent()
  expect((await listArticles())[0]?.content).toContain('https://old.example')
  expect(await continueImport(ines, stopped.id)).toEqual({ ok: true })
  expect((await work()).state).toBe('done')
  expect((await listArticles())[0]?.content).toBe('[last](/article/last)\n')
})
