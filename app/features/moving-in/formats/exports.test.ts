// Exports of Medium and Substack, and ZIP archives.
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fieldsOf, READ_OPTIONS as options, readAll, toFile } from '../../../../tests/support/source-files.ts'
import { toZip } from '../../../../tests/support/zip.ts'
import { UnreadableFile } from './formats.ts'
import { readMedium } from './medium.ts'
import { readArticles, readFolder, type ReadOptions } from './queries.server.ts'

const MB = 1024 * 1024

const readZip = async (files: Record<string, string | Uint8Array>, changed: Partial<ReadOptions> = {}) =>
  readAll(readArticles(toFile('export.zip', await toZip(files)), { ...options, ...changed }))

const post = (body: string, { name = 'A title', footer = '' } = {}) => `<!DOCTYPE html><html><head>
  <title>${name}</title></head><body><article class="h-entry"><header><h1 class="p-name">${name}</h1></header>
  <section data-field="subtitle" class="p-summary">Below it</section>
  <section data-field="body" class="e-content"><section class="section section--body">
  <div class="section-divider"><hr class="section-divider"></div><div class="section-content">${body}</div></section></section>
  <footer>${footer}</footer></article></body></html>`

const copiedFrom = (address: string) =>
  fieldsOf(readMedium(post('x', { footer: `<a class="p-canonical" href="${address}"></a>` }), 'posts/a.html'))

const contentOf = (body: string) => fieldsOf(readMedium(post(body), 'posts/a.html')).content

describe('a post of Medium', () => {
  test('is read with its date, author, tags and URL; its id identifies it', () => {
    const footer = `<p>Tagged in <a class="p-tag">Sea</a>, <a class="p-tag">Boats &amp; more</a></p>
      <p>By <a class="p-author h-card">Ines</a> on <a><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">
      August 11, 2018</time></a>.</p><a href="https://medium.com/@ines/low-water-efefef12121212" class="p-canonical"></a>`
    const found = readMedium(
      post('<p>Text</p>', { footer }),
      'posts/2018-08-11_Low-water-efefef12121212.html',
    )
    expect(fieldsOf(found)).toEqual({
      source: 'medium.com',
      path: 'efefef12121212',
      title: 'A title',
      slug: 'low-water',
      content: 'Text\n',
      description: 'Below it',
      author: 'Ines',
      tags: ['Sea', 'Boats & more'],
      image_url: undefined,
      published_at: '2018-08-11T11:23:34.123Z',
      canonical_url: undefined,
      draft: false,
      aliases: [],
    })
  })

  test('is a draft if its file says so, and keeps its id until it is published', () => {
    const found = readMedium(post('<p>Text</p>'), 'posts/draft_Low-water-efefef12121212.html')
    expect(fieldsOf(found)).toMatchObject({ draft: true, path: 'efefef12121212', slug: 'low-water' })
  })

  test('names its original if it was copied to Medium, and its old URL if it had its own domain', () => {
    expect(copiedFrom('https://blog.example/low-water').canonical_url).toBe('https://blog.example/low-water')
    expect(copiedFrom('https://blog.example/low-water-efefef12')).toMatchObject({
      canonical_url: undefined,
      aliases: ['https://blog.example/low-water-efefef12'],
    })
  })

  test('does not repeat its title and subtitle in its text', () => {
    expect(
      contentOf('<h3 class="graf--title">A title</h3><h4 class="graf--subtitle">Below it</h4><h3>Next</h3>'),
    ).toBe('## Next\n')
    expect(contentOf('<h3 class="graf--title">Another</h3><h4>Below</h4>')).toBe('## Another\n\n### Below\n')
  })

  test.each([
    [
      'a picture with its caption',
      '<figure><img src="/a b.png" alt="Boat [1]"><figcaption>The <em>Ines</em> "at" six</figcaption></figure>',
      '![Boat \\[1\\]](</a b.png> "The Ines \\"at\\" six")',
    ],
    ['code with its lines', '<pre>a &lt; b<br>  c `` ` d</pre>', '```\na < b\n  c `` ` d\n```'],
    ['code with its language and a fence', '<pre data-code-block-lang="js">```</pre>', '````js\n```\n````'],
    [
      'a video',
      '<figure><iframe src="https://www.youtube.com/embed/abc?x=1"></iframe></figure>',
      '<https://www.youtube.com/embed/abc?x=1>',
    ],
    [
      'a gist',
      '<figure><script src="https://gist.github.com/ines/1a2b.js"></script></figure>',
      '<https://gist.github.com/ines/1a2b>',
    ],
    [
      'a card',
      '<div class="graf--mixtapeEmbed"><a href="https://x.example/(a)"><strong>Tides</strong><br>All of them</a><a href="y"></a></div>',
      '[Tides](<https://x.example/(a)>)',
    ],
    ['a table', '<table><tr><td>1</td></tr></table>', '<table><tbody><tr><td>1</td></tr></tbody></table>'],
    ['a list', '<ul><li>One</li><li>Two <b>bold</b></li></ul>', '- One\n- Two **bold**'],
    [
      'a list in a list',
      '<ol start="9"><li>One</li><li><p>Two</p><ul><li>In</li></ul></li></ol>',
      '9. One\n10. Two\n\n    - In',
    ],
    ['signs of Markdown', '<p>1. *no* [list]</p>', '1\\. \\*no\\* \\[list\\]'],
  ])('keeps %s', (_, html, markdown) => expect(contentOf(html)).toBe(`${markdown}\n`))

  test.each(['<script>alert(1)</script>', '<style>p{}</style>', '<form><button>Send</button></form>'])(
    'loses markup that does not belong to a text: %s',
    (html) => expect(contentOf(`<p>Text</p>${html}`)).toBe('Text\n'),
  )
})

const CSV =
  'post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url\n' +
  '1.low-water,2019-07-26T20:48:19.814Z,TRUE,,newsletter,everyone,It&#x2019;s low,&#x201C;Short&#x201D;,\n' +
  '2.talk,2022-08-12T12:11:23.230Z,TRUE,,podcast,everyone,Talk,,https://x.example/a.mp3\n' +
  '3.thread,2022-08-12T12:11:23.230Z,TRUE,,thread,everyone,Thread,,\n' +
  '4.paid,2022-08-12T12:11:23.230Z,TRUE,,newsletter,only_paid,Paid,,\n' +
  '5.gone,2022-08-12T12:11:23.230Z,FALSE,,newsletter,everyone,Gone,,\n'

const SUBSTACK = {
  'posts.csv': CSV,
  'posts/1.low-water.html': `<p class="button-wrapper"><a href="/subscribe">Sign up</a></p><p>Text<a class="footnote-anchor"
    href="#footnote-1">1</a></p><div class="footnote"><a class="footnote-number">1</a><div class="footnote-content">
    <p>A <em>note</em></p></div></div>`,
  'posts/2.talk.html': '<p>Heard</p>',
  'posts/4.paid.html': '<p>For members</p>',
}

describe('an export of Substack', () => {
  test('is read by its list; members see nothing in public', async () => {
    const found = await readZip(SUBSTACK)
    expect(found.map((each) => ('fields' in each ? each.fields.title : each))).toEqual([
      'It’s low',
      'Talk',
      { place: 'posts/3.thread.html', leftOut: 'thread (no article)' },
      'Paid',
      { place: 'posts/5.gone.html', problem: 'The file with its text is missing.' },
      { place: 'the whole file', leftOut: 'button “Sign up”', count: 1 },
      { place: 'the whole file', leftOut: 'article for members (a draft now)', count: 1 },
    ])
    expect(fieldsOf(found[0])).toMatchObject({
      source: 'substack.com',
      path: '1',
      slug: 'low-water',
      description: '“Short”',
      content: 'Text[^1]\n\n[^1]: A *note*\n',
      published_at: '2019-07-26T20:48:19.814Z',
      draft: false,
      aliases: ['/p/low-water'],
    })
    expect(fieldsOf(found[1]).content).toBe('[Listen to the episode](<https://x.example/a.mp3>)\n\nHeard\n')
    expect(fieldsOf(found[3]).draft).toBe(true)
  })

  test('is read from a folder too, and from any item on', async () => {
    const files = Object.entries(SUBSTACK).map(([name, content]) => toFile(`my/${name}`, content))
    expect(await readAll(readFolder(files, options))).toHaveLength(7)
    expect(await readAll(readFolder(files, { ...options, skip: 3 }))).toHaveLength(3)
  })
})

const wxr = (title: string) =>
  `<?xml version="1.0"?><rss><channel><link>https://x.example</link><item><title>${title}</title><wp:post_type>post</wp:post_type><wp:post_id>${title}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt><wp:status>publish</wp:status></item></channel></rss>`

describe('a ZIP archive', () => {
  test('contains Markdown, with its folders; hidden files are not articles', async () => {
    const found = await readZip({
      'blog/a.md': '---\ntitle: A\ndate: 2024-05-06\n---\nText',
      '__MACOSX/blog/._a.md': 'x',
      'blog/.git/b.md': 'x',
      'blog/_drafts/c.md': '# C',
      'blog/a.png': new Uint8Array(10),
    })
    expect(found.map((each) => [each.place, fieldsOf(each).title, fieldsOf(each).path])).toEqual([
      ['blog/_drafts/c.md', 'C', 'blog/_drafts/c.md'],
      ['blog/a.md', 'A', 'blog/a.md'],
    ])
  })

  test('holds exports of other programs, such as the WordPress files of a large site', async () => {
    const found = await readZip({ 'site/1.xml': wxr('One'), 'site/2.xml.gz': gzipSync(wxr('Two')) })
    expect(found.map((each) => [each.place, fieldsOf(each).title])).toEqual([
      ['site/1.xml, line 1', 'One'],
      ['site/2.xml.gz, line 1', 'Two'],
    ])
  })

  test('holds posts of Medium', async () => {
    const found = await readZip({
      'posts/a.html': post('<p>Text</p>'),
      'posts/b.html': '<p>No post</p>',
      'README.html': 'x',
    })
    expect(found).toMatchObject([
      { place: 'posts/a.html', fields: { title: 'A title' } },
      { place: 'posts/b.html', problem: 'This is no post of Medium.' },
      { leftOut: 'article without a date (a draft now)' },
    ])
  })

  test('is refused if it unpacks to too much, or has too many files, or no article', async () => {
    const bomb = { 'a.md': 'x'.repeat(1.5 * MB), 'b.md': 'x'.repeat(1.5 * MB) }
    await expect(readZip(bomb)).rejects.toThrow('This file is larger than 2 MB when it is unpacked.')
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.md`, 'x']))
    await expect(readZip(many)).rejects.toThrow('more than 100 files')
    await expect(readZip({ 'a.png': 'x', 'b.PNG': 'x', LICENSE: 'x' })).rejects.toThrow(
      'There is no article in it. It has 2 .png files, 1 file without an ending.',
    )
  })

  test('is refused if its directory has a wrong size, or a name that leads out of it', async () => {
    const bytes = Buffer.from(await toZip({ 'posts/a.html': post('<p>Text</p>'), 'posts/abc.html': 'x' }))
    const lies = Buffer.from(bytes)
    const at = lies.indexOf('PK\u0001\u0002')
    lies.writeUInt32LE(10, at + 24) // the unpacked size in the directory
    await expect(readAll(readArticles(toFile('a.zip', lies), options))).rejects.toThrow(UnreadableFile)
    const leads = Buffer.from(
      bytes.toString('latin1').replaceAll('posts/abc.html', '../../ab.html.'),
      'latin1',
    )
    await expect(readAll(readArticles(toFile('a.zip', leads), options))).rejects.toThrow('damaged or unsafe')
    await expect(readAll(readArticles(toFile('a.zip', bytes.subarray(0, 400)), options))).rejects.toThrow(
      'damaged',
    )
  })

  test('reports a file that is too large for one article, and reads the others', async () => {
    const found = await readZip({ 'a.md': 'x'.repeat(1.2 * MB), '2024-05-06-b.md': '# B' })
    expect(found).toMatchObject([
      { place: '2024-05-06-b.md', fields: { title: 'B' } },
      { place: 'a.md', problem: 'The file is too large for one article.' },
    ])
  })
})

test('a post that takes too long to convert, or is nested too deeply, is refused alone', async () => {
  const found = await readZip({
    'posts/a.html': post(`${'<div>'.repeat(50_000)}x`),
    'posts/b.html': post('<p>Text</p>'),
    'posts/c.html': post('<b><i><u>x<p>'.repeat(15_000)),
  })
  expect(found.map((each) => ('problem' in each ? 'problem' : fieldsOf(each).title))).toEqual([
    'problem',
    'A title',
    'problem',
    undefined,
  ])
  expect(found[0]).toMatchObject({ problem: expect.stringMatching(/^It(s HTML is nested| takes)/) as string })
})

test('a compressed file is unpacked by its content, up to the limit', async () => {
  const line = JSON.stringify({ source: 's', path: 'p', title: 'T' })
  const found = await readAll(readArticles(toFile('a.ndjson', gzipSync(line)), options))
  expect(found).toMatchObject([{ place: 'line 1', fields: { title: 'T' } }])
  const bomb = gzipSync('x'.repeat(3 * MB))
  await expect(readAll(readArticles(toFile('a.ndjson', bomb), options))).rejects.toThrow('larger than 2 MB')
  const lines = toFile('a.ndjson', gzipSync('\n'.repeat(1.1 * MB)))
  await expect(readAll(readArticles(lines, options))).rejects.toThrow('more than a million lines')
  const cut = gzipSync(line).subarray(0, 30)
  await expect(readAll(readArticles(toFile('a.ndjson', cut), options))).rejects.toThrow('damaged')
})

test('XML with recursive entities is read without expanding them', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel>
    <item><title>&b;</title><wp:post_type>post</wp:post_type><wp:post_id>1</wp:post_id></item></channel></rss>`
  expect(fieldsOf((await readAll(readArticles(toFile('a.xml', bomb), options)))[0]).title).toBe('&b;')
})

const SAMPLES = '../shared/corpus/interchange'
const sample = (name: string) => readFileSync(`${SAMPLES}/${name}`, 'utf8')

test.runIf(existsSync(SAMPLES))('the samples of Medium and Substack are read completely', async () => {
  const medium = await readZip({
    'posts/advanced.html': sample('medium/mg-medium-export_export_posts_advanced-post.html'),
    'posts/basic.html': sample('medium/mg-medium-export_export_posts_basic-post.html'),
  })
  expect(fieldsOf(medium[0])).toMatchObject({ title: 'Advanced Post Title', author: 'Joe Bloggs' })
  expect(fieldsOf(medium[0]).content).toMatchInlineSnapshot(`
    "![This is image alt text](https://cdn-images-1.medium.com/max/2000/abc123.jpeg "This is an image caption")

    *This is a subtitle of some sort*

    This is a paragraph of text and stuff.

    ![](https://cdn-images-1.medium.com/max/600/def123.jpeg)

    ![](https://cdn-images-1.medium.com/max/600/ghi123jpeg)

    Some more text

    ### Another header

    - Single item list

    ![](https://cdn-images-1.medium.com/max/800/xyz123.jpeg "Test a marked up caption")

    - This is a list item
    - And a second list item with a [link to Ghost](https://ghost.org)

    ---

    ### One last section

    🎉 This is a [call to action](https://twitter.com/)
    "
  `)
  expect(fieldsOf(medium[1]).content).toBe(
    'This is a paragraph of text and stuff.\n\nThis is a another paragraph of text and stuff.\n',
  )
  const substack = await readZip({
    'posts.csv': sample('substack/mg-substack_posts.csv'),
    'posts/123401.plain-text.html': sample('substack/mg-substack_posts_123401.plain-text.html'),
    'posts/123402.podcast.html': sample('substack/mg-substack_posts_123402.podcast.html'),
  })
  expect(substack.flatMap((found) => ('leftOut' in found ? found.leftOut : []))).toEqual([
    'thread (no article)',
    'button “Sign up now”',
    'button “Sign up”',
    'button “Leave a comment”',
  ])
  expect(substack).toHaveLength(8)
  expect(fieldsOf(substack[0]).content).toMatchInlineSnapshot(`
    "## Lorem Ipsum

    Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt.

    Dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.

    ---
    "
  `)
})
