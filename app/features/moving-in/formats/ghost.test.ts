import { expect, test } from 'vitest'
import { isGhostExport, readGhost } from './ghost.ts'

const POST = {
  id: 'p1',
  title: 'Tides',
  slug: 'tides',
  html: '<p>x</p>',
  status: 'published',
  visibility: 'public',
}

const toExport = (posts: object[], tables: object = {}) => ({ db: [{ data: { posts, ...tables } }] })

const readAll = (document: unknown) => [...readGhost(document, 'ghost.json')]

const readContent = (post: object) => {
  const [found] = readAll(toExport([{ ...POST, html: null, ...post }]))
  return found && 'fields' in found ? found.fields.content : found
}

test('an export has each post with its authors, tags and description', () => {
  const document = toExport(
    [
      {
        ...POST,
        published_at: '2025-01-01T00:00:00.000Z',
        updated_at: '2025-01-02T00:00:00.000Z',
        feature_image: '__GHOST_URL__/a.jpg',
        canonical_url: 'https://first.example/tides',
      },
    ],
    {
      settings: [
        { key: 'title', value: 'The Tide' },
        { key: 'url', value: 'https://tide.example/' },
      ],
      users: [
        { id: 'u1', name: 'Ines' },
        { id: 'u2', name: 'Tomas' },
      ],
      posts_authors: [
        { post_id: 'p1', author_id: 'u2', sort_order: 1 },
        { post_id: 'p1', author_id: 'u1', sort_order: 0 },
      ],
      tags: [
        { id: 't1', name: 'Sea' },
        { id: 't2', name: '#internal' },
      ],
      posts_tags: [
        { post_id: 'p1', tag_id: 't1' },
        { post_id: 'p1', tag_id: 't2' },
      ],
      posts_meta: [{ post_id: 'p1', meta_description: 'About tides.' }],
    },
  )
  expect(readAll(document)).toEqual([
    {
      place: 'post 1',
      html: 'plain',
      lost: [],
      site: 'https://tide.example',
      fields: {
        source: 'https://tide.example',
        path: 'p1',
        title: 'Tides',
        slug: 'tides',
        content: '<p>x</p>',
        description: 'About tides.',
        author: 'Ines, Tomas',
        tags: ['Sea'],
        canonical_url: 'https://first.example/tides',
        image_url: 'https://tide.example/a.jpg',
        lang: undefined,
        published_at: '2025-01-01T00:00:00.000Z',
        updated_at: '2025-01-02T00:00:00.000Z',
        draft: false,
        aliases: ['/tides/'],
      },
    },
  ])
})

test.each([
  [{ status: 'draft' }],
  [{ status: 'scheduled' }],
  [{ status: 'sent' }],
  [{ visibility: 'members' }],
  [{ visibility: 'paid' }],
])('a post that was not public becomes a draft: %j', (overrides) => {
  expect(readAll(toExport([{ ...POST, ...overrides }]))).toMatchObject([{ fields: { draft: true } }])
})

test('a post without HTML is rendered from the document of the editor', () => {
  const lexical = {
    root: {
      children: [
        { type: 'heading', tag: 'h2', children: [{ type: 'extended-text', text: 'A <b>', format: 3 }] },
        {
          type: 'paragraph',
          children: [
            { type: 'link', url: 'https://a.example/"', children: [{ type: 'text', text: 'x' }] },
            { type: 'linebreak' },
          ],
        },
        {
          type: 'list',
          tag: 'ol',
          children: [{ type: 'listitem', children: [{ type: 'text', text: 'one' }] }],
        },
        { type: 'image', src: 'https://a.example/i.jpg', alt: 'Tide', caption: 'C' },
        { type: 'codeblock', code: 'a < b', language: 'js' },
        { type: 'file', src: 'https://a.example/f.pdf', fileTitle: 'Tides & ebb', fileName: 'f.pdf' },
        { type: 'video', src: 'https://a.example/v.mp4' },
        { type: 'nobody-knows', children: [{ type: 'text', text: 'kept' }] },
      ],
    },
  }
  expect(readContent({ lexical: JSON.stringify(lexical) })).toBe(
    [
      '<h2><em><strong>A &lt;b&gt;</strong></em></h2>',
      '<p><a href="https://a.example/&quot;">x</a><br></p>',
      '<ol><li>one</li></ol>',
      '<figure><img src="https://a.example/i.jpg" alt="Tide"><figcaption>C</figcaption></figure>',
      '<pre><code class="language-js">a &lt; b</code></pre>',
      '<p><a href="https://a.example/f.pdf">Tides &amp; ebb</a></p>',
      '<p><a href="https://a.example/v.mp4">https://a.example/v.mp4</a></p>',
      'kept',
    ].join('\n'),
  )
  const mobiledoc = {
    markups: [['strong'], ['a', ['href', 'https://a.example']]],
    atoms: [['soft-return', '', {}]],
    cards: [
      ['markdown', { markdown: '*md*' }],
      ['image', { src: 'https://a.example/i.jpg' }],
    ],
    sections: [
      [
        1,
        'p',
        [
          [0, [0, 1], 1, 'bold link'],
          [0, [], 1, ' link'],
          [1, [], 0, 0],
          [0, [], 0, '<i>'],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
      [10, 0],
      [10, 1],
    ],
  }
  expect(readContent({ mobiledoc: JSON.stringify(mobiledoc) })).toBe(
    [
      '<p><strong><a href="https://a.example">bold link</a> link</strong><br>&lt;i&gt;</p>',
      '<ul><li>one</li><li>two</li></ul>',
      '<x-markdown data-text="*md*">x</x-markdown>',
      '<figure><img src="https://a.example/i.jpg" alt=""></figure>',
    ].join('\n'),
  )
  expect(readContent({ plaintext: 'Plain.' })).toBe('<p>Plain.</p>')
})

const CARDS: [type: string, fields: object, after: [html: string, lost: string[]]][] = [
  [
    'product',
    {
      productImageSrc: 'https://a.example/p.png',
      productTitle: 'A <b>gauge</b>',
      productDescription: '<p>It measures.</p>',
      productButtonEnabled: true,
      productButton: 'Buy & go',
      productUrl: 'https://a.example/buy',
    },
    [
      '<figure><img src="https://a.example/p.png" alt=""></figure>\n<h4>A <b>gauge</b></h4>\n<div><p>It measures.</p></div>\n<p><a href="https://a.example/buy">Buy &amp; go</a></p>',
      [],
    ],
  ],
  [
    'header',
    {
      header: 'Tides',
      subheader: 'At noon',
      buttonEnabled: false,
      buttonText: 'Hidden',
      buttonUrl: 'https://a.example',
    },
    ['<h2>Tides</h2>\n<div>At noon</div>', []],
  ],
  [
    'signup',
    { header: 'Join', subheader: '', disclaimer: 'No spam', buttonText: 'Subscribe' },
    ['<h2>Join</h2>\n<div>No spam</div>', ['form']],
  ],
  [
    'call-to-action',
    {
      hasSponsorLabel: true,
      sponsorLabel: '<p>Ad</p>',
      textValue: '<p>Come</p>',
      showButton: true,
      buttonText: 'Here',
      buttonUrl: 'https://a.example/c',
      imageUrl: '',
    },
    ['<div><p>Ad</p></div>\n<div><p>Come</p></div>\n<p><a href="https://a.example/c">Here</a></p>', []],
  ],
  [
    'bookmark',
    { url: 'https://a.example/b', metadata: { title: 'B', description: 'About <b>' }, caption: 'C' },
    ['<p><a href="https://a.example/b">B</a><br>About &lt;b&gt;</p>\n<div>C</div>', []],
  ],
  ['unheard-of', { html: '<p>x</p>' }, ['<p>x</p>', []]],
  ['email', { html: '<p>Dear reader</p>' }, ['<p></p>', ['card email']]],
  ['constructor', {}, ['<p></p>', ['card constructor']]],
]

test.each(CARDS)('a card is its text, or is named among the losses: %s', (type, fields, [html, lost]) => {
  const lexical = { root: { children: [{ type, ...fields }] } }
  const mobiledoc = { cards: [[type, fields]], sections: [[10, 0]] }
  for (const document of [{ lexical: JSON.stringify(lexical) }, { mobiledoc: JSON.stringify(mobiledoc) }]) {
    const [found] = readAll(toExport([{ ...POST, html: null, ...document }]))
    expect(found).toMatchObject({ lost, fields: { content: expect.any(String) as string } })
    expect(found && 'fields' in found && String(found.fields.content).trim()).toBe(html)
  }
})

test('a post that cannot be read is reported by its number, and the others are kept', () => {
  const deep = `${'{"children":['.repeat(500)}${']}'.repeat(500)}`
  const posts = [
    { ...POST, html: '', lexical: '{' },
    { ...POST, html: '', lexical: `{"root":${deep}}` },
    POST,
  ]
  expect(readAll(toExport(posts))).toEqual([
    { place: 'post 1', problem: expect.any(String) as string },
    { place: 'post 2', problem: 'Its text nests too deep.' },
    {
      place: 'post 3',
      html: 'plain',
      lost: [],
      fields: expect.objectContaining({ content: '<p>x</p>' }) as object,
    },
  ])
})

test('a scheduled post is planned; one for members stays a draft', () => {
  const scheduled = { ...POST, status: 'scheduled', published_at: '2199-01-01T08:00:00.000Z' }
  const all = readAll(
    toExport([scheduled, { ...scheduled, visibility: 'members' }, { ...scheduled, status: 'draft' }]),
  )
  expect(all.map((found) => 'fields' in found && [found.fields.draft, found.fields.planned_at])).toEqual([
    [true, '2199-01-01T08:00:00.000Z'],
    [true, undefined],
    [true, undefined],
  ])
  expect(
    all.map((found) => 'lost' in found && found.lost?.includes('article for members (a draft now)')),
  ).toEqual([false, true, false])
})

test('an export is distinguished from other JSON', () => {
  expect([toExport([]), { data: { posts: [] } }, { posts: [] }].map(isGhostExport)).toEqual([
    true,
    true,
    true,
  ])
  expect([{}, [], null, 7, { source: 'a', path: 'b' }].map(isGhostExport)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('a caption of the cover is named', () => {
  const posts = [
    { id: 1, title: 'A', html: '<p>x</p>', status: 'published', published_at: 1388318310783 },
    { id: 2, title: 'B', html: '<p>x</p>', status: 'draft', feature_image_caption: '<b>By Tom</b>' },
    { id: 3, title: 'C', html: '<p>x</p>', status: 'draft', feature_image_caption: '<span> </span>' },
  ]
  const meta = [{ post_id: 1, feature_image_caption: 'The pier' }]
  const found = [...readGhost({ data: { posts, posts_meta: meta } }, 'a.json')]
  expect(found.map((each) => 'lost' in each && each.lost)).toEqual([
    ['caption of the cover'],
    ['caption of the cover'],
    [],
  ])
})
