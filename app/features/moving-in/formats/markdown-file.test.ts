import { describe, expect, test, vi } from 'vitest'
import { readMarkdownFile, toMarkdownFile } from './markdown-file.ts'

const KNOWN = { source: '/blog/_posts', path: '2021-08-23-a-tide.md' }

function read(text: string, path = KNOWN.path): Record<string, unknown> {
  const found = readMarkdownFile(text, { ...KNOWN, path })
  if (!('fields' in found)) throw new Error(JSON.stringify(found))
  return found.fields
}

describe('front matter', () => {
  test('of Jekyll: labels as lists or with commas, old URLs, dates with a time zone', () => {
    const text = `---
title: "Tides: a primer"
author: [Ines Halloran, Tomas Reyl]
date: 2021-08-23 10:00:00 +0200
last_modified_at: 2021-09-01
tags: travel, sea
categories: [News, Travel]
permalink: /2021/tides/
redirect_from:
  - /old-tides
image: { path: https://old.example/tides.jpg }
excerpt: About tides.
---
Text`
    expect(read(text)).toEqual({
      ...KNOWN,
      title: 'Tides: a primer',
      slug: 'tides',
      content: 'Text',
      description: 'About tides.',
      author: 'Ines Halloran, Tomas Reyl',
      tags: ['travel', 'sea', 'News', 'Travel'],
      keywords: [],
      canonical_url: undefined,
      image_url: 'https://old.example/tides.jpg',
      lang: undefined,
      published_at: '2021-08-23T08:00:00.000Z',
      updated_at: '2021-09-01T00:00:00.000Z',
      draft: false,
      aliases: ['/old-tides', '/2021/tides/'],
    })
  })

  test('of Hugo and Zola, in TOML', () => {
    const text = `+++
title = 'Tides'
date = 2021-08-23T10:00:00+02:00
lastmod = 2021-09-01
draft = true
authors = ['Ines']
aliases = ['/a', '/b']
canonicalURL = 'https://old.example/tides'
language = 'de'
[taxonomies]
tags = ['sea']
[cover]
image = 'https://old.example/c.jpg'
+++

Text`
    expect(read(text)).toMatchObject({
      title: 'Tides',
      content: 'Text',
      published_at: '2021-08-23T08:00:00.000Z',
      updated_at: '2021-09-01T00:00:00.000Z',
      draft: true,
      author: 'Ines',
      aliases: expect.arrayContaining(['/a', '/b']) as string[],
      canonical_url: 'https://old.example/tides',
      lang: 'de',
      tags: ['sea'],
      image_url: 'https://old.example/c.jpg',
    })
  })

  test('that is missing: date, slug and title come from the file name and the first heading', () => {
    expect(read('# Tides\n\nText')).toMatchObject({
      title: 'Tides',
      slug: 'a-tide',
      published_at: '2021-08-23T00:00:00.000Z',
      content: 'Text',
    })
    expect(read('# Tides', 'posts/tides/index.md')).toMatchObject({ slug: 'tides', published_at: undefined })
  })

  test.each(['draft: yes', 'draft: "true"', 'published: false', 'status: Draft'])('%s is a draft', (line) => {
    expect(read(`---\ntitle: x\n${line}\n---\n`)).toMatchObject({ draft: true })
  })

  test.each([
    'publish: false',
    'isPublished: false',
    'dg-publish: no',
    'draft: maybe',
    'is_draft: 1',
    'published: not yet',
    'hidden: true',
    'private: yes',
    'unlisted: true',
    'hiddenInHomeList: true',
    'headless: true',
    'password: abc',
    'eleventyExcludeFromCollections: true',
    'permalink: false',
    'status: hidden',
    'status: seedling',
    'visibility: private',
    'access: members',
    'params: { private: true }',
    '_build: { render: never }',
    'build: { list: never }',
    'source: s\npath: p\nunlisted: true',
  ])('%s makes a draft, and is named', (lines) => {
    const head = `---\ntitle: x\ndate: 2019-01-01\n${lines}\n---\nText`
    const found = readMarkdownFile(head, KNOWN)
    expect(found).toMatchObject({ fields: { draft: true } })
    if (!lines.startsWith('source'))
      expect(found).toMatchObject({ lost: [expect.stringMatching(/^hidden article \(.+; a draft now\)$/)] })
  })

  test.each([
    'published: true',
    'published: 2019-01-01',
    'publish: Yes',
    'draft: false',
    'hidden: false',
    'password: ""',
    'hide: [toc, navigation]',
    'status: published',
    'visibility: public',
    'state: Maine',
    'permalink: /x/',
    'build: { render: always, list: local }',
    'type: review',
    'public: true',
  ])('%s hides nothing', (line) => {
    expect(read(`---\ntitle: x\ndate: 2019-01-01\n${line}\n---\nText`)).toMatchObject({ draft: false })
  })

  test.each(['_drafts/a.md', 'content/drafts/a.md', 'posts/_a.md', 'posts/a.draft.md'])(
    'is a draft in %s',
    (path) => expect(read('---\ndate: 2019-01-01\n---\nText', path)).toMatchObject({ draft: true }),
  )

  test('that cannot be read is a problem of its file', () => {
    for (const text of ['---\na: [\n---\n', '+++\na = \n+++\n', `---\na: &a [x]\nb: *nobody\n---\n`])
      expect(readMarkdownFile(text, KNOWN)).toEqual({
        place: KNOWN.path,
        problem: expect.any(String) as string,
      })
  })

  test.each([
    ['js', 'const title = "Tides";\nconst date = "2023-01-23";\nconst tags = ["sea", \'quay\'];', false],
    ['js', '{\n  title: "Tides",\n  date: new Date("2023-01-23"),\n  tags: ["sea", "quay"],\n}', false],
    [
      'js',
      'const title = "Tides", x = 1;\nconst date = "2023-01-23";\nconst tags = ["sea", "quay"];\nconst draft = isDraft();',
      true,
    ],
    ['json', '{ "title": "Tides", "date": "2023-01-23", "tags": ["sea", "quay"] }', false],
    ['yaml', 'title: Tides\ndate: 2023-01-23\ntags: [sea, quay]', false],
    ['toml', 'title = "Tides"\ndate = 2023-01-23\ntags = ["sea", "quay"]', false],
  ])('may name its language, %s; a program is not run: %s', (language, head, draft) =>
    expect(read(`---${language}\n${head}\n---\nText`)).toMatchObject({
      title: 'Tides',
      published_at: '2023-01-23T00:00:00.000Z',
      tags: ['sea', 'quay'],
      content: 'Text',
      draft,
    }),
  )

  test('with YAML tags of other programs is read as plain text, without a warning', () => {
    const warn = vi.spyOn(process, 'emitWarning')
    expect(read('---\ntitle: !!js/function "function () {}"\n---\n')).toMatchObject({
      title: 'function () {}',
    })
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('ends only at its own fence, and may be empty', () => {
    expect(read('---\ntitle: x\n# ---\n---\nText\n---\n')).toMatchObject({ content: 'Text\n---\n' })
    expect(read('---\r\n---\r\nText')).toMatchObject({ content: 'Text' })
    expect(read('\uFEFF---\ntitle: x\n---')).toMatchObject({ title: 'x', content: '' })
  })

  test('with a pattern as permalink has the old URL that the pattern gives', () => {
    expect(read('---\npermalink: /:year/:title/\n---\n')).toMatchObject({
      aliases: ['/2021/a-tide/'],
      slug: 'a-tide',
    })
  })
})

test('an exported article is read back unchanged, with any characters in its texts', () => {
  const odd = `"quoted": yes\n  two lines - # no comment 'x' 🎉 \u2028 \\n 1.10`
  const article = {
    source: 'https://old.example',
    path: odd,
    title: '1.10',
    slug: 'a-tide',
    content: '\uFEFF---\r\n\r\ntext\n---\n',
    metaDescription: odd,
    author: 'Halloran, Ines',
    tags: ['a, b', 'true', '~'],
    keywords: ['null'],
    canonicalUrl: null,
    cover: 'https://old.example/a.jpg',
    lang: 'no',
    translationOf: null,
    publishedAt: new Date('2021-08-23T08:00:00.123Z'),
    updatedAt: new Date('2021-08-24T08:00:00.456Z'),
    oldPaths: ['/café/a b%', '/x'],
  }
  expect(read(toMarkdownFile(article))).toEqual({
    source: article.source,
    path: odd,
    title: '1.10',
    slug: 'a-tide',
    content: article.content,
    description: odd,
    author: article.author,
    tags: article.tags,
    keywords: ['null'],
    canonical_url: undefined,
    image_url: article.cover,
    lang: 'no',
    published_at: '2021-08-23T08:00:00.123Z',
    updated_at: '2021-08-24T08:00:00.456Z',
    draft: false,
    aliases: ['/caf%C3%A9/a%20b%25', '/x'],
  })
  expect(read(toMarkdownFile({ ...article, publishedAt: null }))).toMatchObject({ draft: true })
})

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const block = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')

test.each([
  ['YAML in brackets', `---\ntitle: A\ntags: ${nest(33)}\n---\nText`],
  ['YAML in very many brackets', `---\ntitle: A\ntags: ${nest(5_000)}\n---\nText`],
  ['YAML of lines', `---\ntitle: A\n${block} 1\n---\nText`],
  ['YAML of open brackets', `---\ntitle: A\ntags: ${'['.repeat(10_000)}\n---\nText`],
  ['TOML in brackets', `+++\ntitle = "A"\ntags = ${nest(33)}\n+++\nText`],
  ['TOML with dots', `+++\ntitle = "A"\n${Array(40).fill('a').join('.')} = 1\n+++\nText`],
  ['JSON', `{\n"title": "A",\n"tags": ${nest(5_000)}\n}\nText`],
  ['the JSON of Hexo', `;;;\n"title": "A",\n"tags": ${nest(5_000)}\n;;;\nText`],
])('front matter that is nested too deep is refused: %s', (_, text) => {
  expect(readMarkdownFile(text, KNOWN)).toMatchObject({
    place: KNOWN.path,
    problem: expect.stringMatching(/^Its front matter cannot be read: /) as string,
  })
})

test('front matter may be nested as deep as a request body', () => {
  expect(read(`---\ntitle: A\ndate: 2024-05-06\nmore: ${nest(31)}\n---\nText`)).toMatchObject({ title: 'A' })
})
