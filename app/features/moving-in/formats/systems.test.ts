// Notion, Pelican, Nikola, Movable Type, Tumblr, Write.as, Squarespace, and what no reader knows.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fieldsOf, listLost, readFiles, readOne, toWxr } from '../../../../tests/support/source-files.ts'
import { toZip } from '../../../../tests/support/zip.ts'
import type { Found } from './formats.ts'
import { UnsupportedFile } from './unsupported-files.ts'

const ID = '0123456789abcdef0123456789abcdef'
const OTHER = 'fedcba9876543210fedcba9876543210'

const of = (found: Found[], title: string) => found.find((each) => fieldsOf(each).title === title)

describe('an export of Notion', () => {
  const pages = {
    [`Export/Blog ${ID}/Low tide ${ID}.md`]: `# Low tide\n\nDate: May 1, 2013 10:00 AM\nTags: sea, boats\nStatus: Published\nReading time: 4\n\nWords and [another](Another%20page%20${OTHER}.md).\n\n[Posts](Posts%20${ID}.csv)\n`,
    [`Export/Blog ${ID}/Another page ${OTHER}.md`]: '# Another page\n\nNote: no property.\n',
    [`Export/Blog ${ID}/Posts ${ID}.csv`]: 'Name,Tags\n',
  }
  test('has properties as fields; the number is in no slug, but identifies the page', async () => {
    const found = await readFiles(pages)
    expect(fieldsOf(of(found, 'Low tide'))).toMatchObject({
      source: 'notion.so',
      path: ID,
      slug: 'low-tide',
      tags: ['sea', 'boats'],
      published_at: '2013-05-01T10:00:00.000Z',
      draft: false,
      aliases: expect.arrayContaining([`/Low-tide-${ID}`, `/${ID}`]) as string[],
    })
    expect(listLost(found)).toMatchObject({
      'property Reading time (no field)': 1,
      'link to a database (its pages are articles)': 1,
    })
  })

  test('has links that lead to the articles, and text that looks like a property', async () => {
    const found = await readFiles(pages)
    const [, target] = /\[another\]\(([^)]+)\)/.exec(String(fieldsOf(of(found, 'Low tide')).content)) ?? []
    expect(fieldsOf(of(found, 'Another page')).aliases).toContain(decodeURI(target ?? ''))
    expect(fieldsOf(of(found, 'Another page'))).toMatchObject({
      content: 'Note: no property.\n',
      draft: true,
    })
  })

  test.each(['Status: In progress', 'Published: No', 'Created: May 1, 2013 10:00 AM', 'Tags: x'])(
    'has drafts, if nothing says that a page was public: %s',
    async (line) => {
      const date = line.startsWith('Status') || line.startsWith('Published') ? 'Date: May 1, 2013\n' : ''
      const [found] = await readOne(`T ${ID}.md`, `# T\n\n${date}${line}\n\nWords\n`)
      expect(fieldsOf(found)).toMatchObject({ title: 'T', content: 'Words\n', draft: true })
    },
  )

  test('in HTML is named, with the export that would do', async () => {
    const found = await readFiles({
      [`T ${ID}.html`]: '<html><body><article class="page sans"></article></body></html>',
    })
    expect(listLost(found)).toEqual({ 'page of Notion in HTML (export it as “Markdown & CSV”)': 1 })
  })

  test('is read from an archive in an archive, once and up to the limits', async () => {
    const inner = await toZip(pages)
    const found = await readOne('export.zip', await toZip({ 'Export-1-Part-1.zip': inner }))
    expect(of(found, 'Low tide')).toBeDefined()
    const twice = await toZip({ 'a-Part-1.zip': await toZip({ 'b-Part-1.zip': inner }) })
    await expect(readOne('export.zip', twice)).rejects.toThrow('There is no article in it.')
    const large = await toZip({ 'a-Part-1.zip': Buffer.alloc(1.2 * 1024 * 1024) })
    await expect(readOne('export.zip', large)).rejects.toThrow(
      'The archives in this one are larger than 1 MB',
    )
    const climbing = Buffer.from(
      (await toZip({ 'xxxxxxx/a.md': '# A' })).toString('latin1').replaceAll('xxxxxxx', '../../b'),
      'latin1',
    )
    await expect(readOne('export.zip', await toZip({ 'a-Part-1.zip': climbing }))).rejects.toThrow('unsafe')
    const bomb = await toZip({ 'a.md': 'x'.repeat(1.5 * 1024 * 1024) })
    const bombs = await toZip({ 'a-Part-1.zip': bomb, 'a-Part-2.zip': bomb })
    await expect(readOne('export.zip', bombs)).rejects.toThrow('larger than 2 MB')
  })
})

describe('lines above a text without a fence', () => {
  test('are those of Pelican', async () => {
    const text =
      'Title: Low tide\nDate: 2013-05-01 10:20\nModified: 2013-05-02\nCategory: Sea\nTags: boats,\n    quay\nSlug: own\nAuthors: Nora, Tom\nSummary: Short: it is\n\n# Words\n\nText: more\n'
    const [found] = await readOne('content/a.md', text)
    expect(fieldsOf(found)).toMatchObject({
      title: 'Low tide',
      slug: 'own',
      author: 'Nora, Tom',
      tags: ['boats', 'quay', 'Sea'],
      description: 'Short: it is',
      published_at: '2013-05-01T10:20:00.000Z',
      updated_at: '2013-05-02T00:00:00.000Z',
      content: '# Words\n\nText: more\n',
      draft: false,
    })
    const [hidden] = await readOne('a.md', 'Title: T\nDate: 2013-05-01\nStatus: hidden\n\nText\n')
    expect(fieldsOf(hidden).draft).toBe(true)
  })

  test('are those of Nikola, also in a file beside it', async () => {
    const head =
      '.. title: Low tide\n.. slug: own\n.. date: 2012-09-15 19:52:05 UTC\n.. tags: sea, mathjax\n.. category: Quay\n.. description: Short\n.. author: Nora\n'
    const expected = {
      title: 'Low tide',
      slug: 'own',
      tags: ['sea', 'Quay'],
      author: 'Nora',
      description: 'Short',
      published_at: '2012-09-15T19:52:05.000Z',
      draft: false,
    }
    const [found] = await readOne('posts/a.md', `<!--\n${head}-->\n\nText\n`)
    expect(fieldsOf(found)).toMatchObject({ ...expected, content: 'Text\n' })
    expect(fieldsOf((await readOne('posts/a.md', `${head}\nText\n`))[0])).toMatchObject(expected)
    const [beside] = await readFiles({ 'posts/a.md': 'Text\n', 'posts/a.meta': head })
    expect(fieldsOf(beside)).toMatchObject(expected)
    const [hidden] = await readOne('a.md', `<!--\n${head.replace('mathjax', 'private')}-->\n\nText\n`)
    expect(fieldsOf(hidden)).toMatchObject({ draft: true, tags: ['sea', 'Quay'] })
  })

  test('are text without a known one', async () => {
    const text = 'Title: of a book\nAuthor said: hm\n\nText\n'
    expect(fieldsOf((await readOne('a.md', text))[0]).content).toBe(text)
  })
})

const mt = (head: string, sections: string) => `${head}\n-----\n${sections}-----\n--------\n`
const MT_HEAD = `AUTHOR: Nora\nTITLE: The fish market\nBASENAME: fish_market\nSTATUS: Publish\nALLOW COMMENTS: 1\nCONVERT BREAKS: __default__\nDATE: 05/01/2013 10:00:00 PM\nCATEGORY: Markets\nTAGS: "Fresh fish",quay`

describe('an export of Movable Type', () => {
  test('has entries with both of their texts, and comments, which are counted', async () => {
    const sections =
      'BODY:\nWords\nin lines\n-----\nEXTENDED BODY:\n<p>More</p>\n-----\nEXCERPT:\nShort\n-----\nKEYWORDS:\na, b\n-----\nCOMMENT:\nAUTHOR: X\nHello\n'
    const found = await readOne('mt.txt', mt(MT_HEAD, sections))
    expect(found[0]).toMatchObject({ place: 'line 1', counted: [['comment of a reader', 1]] })
    expect(listLost(found)).toEqual({ 'comment of a reader': 1 })
    expect(fieldsOf(found[0])).toEqual({
      source: 'mt.txt',
      path: 'fish_market 2013-05-01T22:00:00.000Z',
      title: 'The fish market',
      slug: 'fish-market',
      content: 'Words  \nin lines\n\nMore\n',
      description: 'Short',
      author: 'Nora',
      tags: ['Markets', 'Fresh fish', 'quay'],
      keywords: ['a', 'b'],
      image_url: undefined,
      published_at: '2013-05-01T22:00:00.000Z',
      draft: false,
      aliases: ['/2013/05/fish_market.html', '/2013/05/fish-market.html'],
    })
  })

  test.each([
    ['CONVERT BREAKS: 0', '<p>a</p>\nb', 'a\n\nb\n'],
    ['CONVERT BREAKS: markdown', '# A\n\n*b*', '# A\n\n*b*'],
    ['CONVERT BREAKS: richtext', '<p>a<br>b</p>', 'a  \nb\n'],
  ])('is HTML or Markdown, as it says: %s', async (line, body, content) => {
    const head = MT_HEAD.replace('CONVERT BREAKS: __default__', line)
    expect(fieldsOf((await readOne('mt.txt', mt(head, `BODY:\n${body}\n`)))[0]).content).toBe(content)
  })

  test('has several entries, drafts, and the addresses of Hatena', async () => {
    const draft = MT_HEAD.replace('Publish', 'Draft').replace('fish_market', '2025/01/15/123456')
    const found = await readOne('mt.txt', mt(MT_HEAD, 'BODY:\nA\n') + mt(draft, 'BODY:\nB\n'))
    expect(found.map((each) => [each.place, fieldsOf(each).draft])).toEqual([
      ['line 1', false],
      ['line 15', true],
    ])
    expect(fieldsOf(found[1]).aliases).toEqual(['/entry/2025/01/15/123456'])
  })
})

describe('an export of Tumblr', () => {
  const html =
    '<html><body><h1>Low tide</h1><p>Words</p><div id="footer"><span id="timestamp"> May 1st, 2013 10:00am </span><span class="tag">sea</span></div></body></html>'

  test.each([
    ['in folders', async () => toZip({ 'posts/html/123.html': html, 'posts_index.html': '<html></html>' })],
    ['in an archive of its own', async () => toZip({ 'posts.zip': await toZip({ 'html/123.html': html }) })],
  ])('has posts %s', async (_, makeZip) => {
    const found = await readOne('tumblr.zip', await makeZip())
    expect(found).toHaveLength(1)
    expect(fieldsOf(found[0])).toEqual({
      source: 'tumblr.com',
      path: '123',
      title: 'Low tide',
      slug: 'low-tide',
      content: 'Words\n',
      tags: ['sea'],
      published_at: '2013-05-01T10:00:00.000Z',
      draft: false,
      aliases: ['/post/123'],
    })
  })
})

describe('an export of Write.as', () => {
  const post = {
    id: 'abc123def4',
    slug: 'low-tide',
    created: '2013-05-01T10:00:00Z',
    updated: '2013-05-02T10:00:00Z',
    title: 'Low tide',
    body: '*Words*',
    tags: ['sea'],
    language: 'en',
  }

  test('as JSON has the posts of blogs; others become drafts', async () => {
    const json = {
      username: 'nora',
      collections: [{ alias: 'quay', posts: [post] }],
      posts: [{ ...post, id: 'x1', slug: undefined }],
    }
    const found = await readOne('export.json', JSON.stringify(json))
    expect(fieldsOf(found[0])).toMatchObject({
      source: 'write.as',
      path: 'abc123def4',
      title: 'Low tide',
      slug: 'low-tide',
      content: '*Words*',
      tags: ['sea'],
      lang: 'en',
      published_at: '2013-05-01T10:00:00.000Z',
      draft: false,
      aliases: ['/low-tide', '/quay/low-tide', '/abc123def4'],
    })
    expect(fieldsOf(found[1]).draft).toBe(true)
    expect(listLost(found)).toEqual({ 'post of no blog (a draft now)': 1 })
  })

  test('as a table, or as texts in an archive, has them, too', async () => {
    const csv =
      'id,slug,blog,url,created,title,body\nabc123def4,low-tide,quay,https://x.example,2013-05-01T10:00:00Z,,"# Low tide\\n\\nWords, more"\n'
    expect(fieldsOf((await readOne('posts.csv', csv))[0])).toMatchObject({
      title: 'Low tide',
      content: 'Words, more',
    })
    const zip = await toZip({
      'quay/low-tide_abc123def4.txt': '# Low tide\n\nWords',
      'x1y2z3a4b5c6d7e8.txt': 'Words',
    })
    const found = await readOne('export.zip', zip)
    expect(fieldsOf(found[0])).toMatchObject({ title: 'Low tide', slug: 'low-tide', draft: true })
    expect(listLost(found)).toMatchObject({ 'article without a date (a draft now)': 1 })
  })
})

test('an export of Squarespace has posts with their own slugs, authors and relative addresses', async () => {
  const author =
    '<wp:author><wp:author_login>nora@quay.example</wp:author_login><wp:author_display_name>Nora</wp:author_display_name></wp:author>'
  const [found] = await readOne(
    'squarespace.xml',
    toWxr(
      [
        {
          'wp:post_name': 'blog/2023/04/05/low-tide',
          link: '/blog/2023/04/05/low-tide.html',
          'dc:creator': 'nora@quay.example',
          'content:encoded': '<div class="sqs-html-content"><p>Words</p></div>',
        },
      ],
      author,
    ),
  )
  expect(fieldsOf(found)).toMatchObject({
    slug: 'low-tide',
    author: 'Nora',
    content: 'Words\n',
    aliases: ['/blog/2023/04/05/low-tide.html', '/?p=1'],
  })
})

test('an export of Substack has the authors of its list', async () => {
  const zip = await toZip({
    'posts.csv':
      'post_id,post_date,is_published,audience,title,author\n1.a,2019-07-26T20:48:19.814Z,true,everyone,T,"Nora, Tom"\n',
    'posts/1.a.html': '<p>Words</p>',
  })
  expect(fieldsOf((await readOne('substack.zip', zip))[0]).author).toBe('Nora, Tom')
})

test.each([
  ['a.docx', 'PK', 'Save it as Markdown.'],
  ['a.rst', 'Title\n=====\n', 'Convert it to Markdown.'],
  ['a.sql', 'CREATE TABLE posts (id int);', 'Tools → Export'],
  ['dump', '-- MySQL dump\nINSERT INTO wp_posts VALUES (1);', 'Tools → Export'],
  ['a.xml', '<?xml version="1.0"?><urlset><url/></urlset>', 'is a sitemap'],
  ['a.opml', '<opml version="2.0"></opml>', 'is a list of feeds'],
  ['a.xml', '<?xml version="1.0"?><blog xmlns="http://www.blogml.com/2006/09/BlogML"></blog>', 'is BlogML'],
  ['a.json', '{"posts": [{"title": "T", "contentMarkdown": "x"}]}', 'is an export of Hashnode'],
  ['a.json', '{"contentTypes": [], "entries": []}', 'is an export of Contentful'],
  ['a.json', '[{"guid": {}, "slug": "a", "content": {}}]', 'is an answer of WordPress’ API'],
  ['a.json', '{\n"a": 1}', 'no posts of Ghost or Write.as'],
  ['a.csv', 'Name,Slug,Collection ID,Item ID\n', 'is a table of Webflow'],
  ['a.csv', 'a,b\n1,2\n', 'is a table.'],
  ['a.html', '<!doctype html><p>x</p>', 'is a page of a website'],
  ['a.bin', 'x', 'is neither Markdown'],
])('a file that is not read is named, with an export that would do: %s %s', async (name, text, sentence) => {
  const refused = await readOne(name, text).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UnsupportedFile)
  expect(String(refused)).toContain(`${name} `)
  expect(String(refused)).toContain(sentence)
})

test('among several files, one that is not read is named, and the others are read', async () => {
  const found = await readFiles({ '1.xml': toWxr([{ title: 'One' }]), '2.xml': '<urlset></urlset>' })
  expect(fieldsOf(found[0]).title).toBe('One')
  expect(found[1]).toMatchObject({
    place: '2.xml',
    leftOut: expect.stringMatching(/^2\.xml is a sitemap/) as string,
  })
})

describe('a document of an archive that cannot be read', () => {
  const post = toWxr([{ title: 'One' }])

  test.each([
    [
      'is no export',
      { 'a.json': '{"a": 1}' },
      { leftOut: expect.stringContaining('a.json is no whole') as string },
    ],
    ['is nested too deeply', { 'a.json': '['.repeat(5000) }, { problem: expect.any(String) as string }],
    ['is no text', { 'a.xml': Buffer.from([60, 255, 0, 1, 254]) }, { problem: 'a.xml is no text.' }],
    [
      'is damaged',
      { 'a.xml.gz': Buffer.from([0x1f, 0x8b, 8, 0, 1]) },
      { problem: expect.stringContaining('damaged') as string },
    ],
  ])('is named, and the others come in: it %s', async (_, files, named) => {
    for (const name of ['0.xml', 'z.xml']) {
      const found = await readOne('a.zip', await toZip({ ...files, [name]: post }))
      expect(found.flatMap((each) => fieldsOf(each).title ?? [])).toEqual(['One'])
      expect(found).toEqual(
        expect.arrayContaining([expect.objectContaining({ ...named, place: Object.keys(files)[0] })]),
      )
    }
  })

  test('is named beside Markdown, too', async () => {
    const found = await readFiles({
      'a.md': '---\ntitle: A\ndate: 2020-01-01\n---\nA',
      'old.xml': Buffer.concat([Buffer.from(post), Buffer.from([255, 0, 1, 254])]),
    })
    expect(found).toMatchObject([
      { fields: { title: 'A' } },
      { place: 'old.xml', problem: 'old.xml is no text.' },
    ])
  })

  test('does not hide an export that is a plain text, or posts in HTML', async () => {
    const entry =
      'TITLE: Two\nSTATUS: publish\nDATE: 05/01/2013 10:00:00 AM\n-----\nBODY:\nWords\n-----\n--------\n'
    const html = '---\ntitle: Three\ndate: 2013-05-01\n---\n<p>Words</p>'
    const plain = { 'manifest.json': '{"a": 1}', 'README.txt': 'No export' }
    for (const [files, title] of [
      [{ ...plain, 'export.txt': entry }, 'Two'],
      [{ ...plain, '_posts/2013-05-01-a.html': html, 'page.html': '<p>x</p>' }, 'Three'],
    ] as const) {
      const found = await readOne('a.zip', await toZip(files))
      expect(found.flatMap((each) => fieldsOf(each).title ?? [])).toEqual([title])
    }
  })

  test('refuses the archive if there is nothing else', async () => {
    const zip = await toZip({ 'a.json': '{"a": 1}', 'b.xml': '<urlset></urlset>', 'c.png': 'x' })
    await expect(readOne('a.zip', zip)).rejects.toThrow('a.json is no whole export')
  })

  test('refuses the archive if all files unpack to too much together', async () => {
    const big = gzipSync('x'.repeat(900_000))
    const zip = await toZip({ '0.xml': post, 'a.ndjson.gz': big, 'b.ndjson.gz': big, 'c.ndjson.gz': big })
    await expect(readOne('a.zip', zip)).rejects.toThrow('The files are larger than')
  })
})
