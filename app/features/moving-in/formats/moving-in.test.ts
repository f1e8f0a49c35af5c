// What people bring from other platforms, and what must become of it. Each input is small, and its kind is real.
import { describe, expect, test } from 'vitest'
import {
  fieldsOf,
  listLost,
  READ_OPTIONS,
  readAll,
  readFiles,
  readOne,
  toFile,
  toWxr,
} from '../../../../tests/support/source-files.ts'
import type { Found } from './formats.ts'
import { renderText } from '../../articles/commands.server.ts'
import { readFolder } from './queries.server.ts'
import { collectParts } from './read-documents.server.ts'

const readPost = async (content: string, item: Record<string, string> = {}, head = '') =>
  readOne('export.xml', toWxr([{ 'content:encoded': content, ...item }], head))

const contentOf = async (content: string) => fieldsOf((await readPost(content))[0]).content

const meta = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value], index) => [
      `+${index}`,
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    ]),
  )

const term = (domain: string, slug: string, name: string) =>
  `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`

const readMarkdown = async (text: string, name = 'a.md') => (await readOne(name, text))[0]
const western = (value: string) => Buffer.from(value.replaceAll('–', '\u0096'), 'latin1')
const utf16 = (value: string) => Buffer.from(`\uFEFF${value}`, 'utf16le')
const toWindows1251 = (code: number) => {
  if (code === 0x451) return 0xb8 // ё
  return code >= 0x410 ? code - 0x350 : code
}

const listWords = (found: Found[]) =>
  found.flatMap((each) => ('fields' in each ? [[each.fields.title, each.lostWords]] : []))

const toReusable = (id: string, content: string, more = {}) => ({
  'wp:post_type': 'wp_block',
  'wp:post_id': id,
  'content:encoded': content,
  ...more,
})

const page = (head: string, text = 'Text.') => `---\ntitle: T\n${head}\n---\n${text}\n`

describe('the text of WordPress', () => {
  test('has its lines as the classic editor shows them: an empty line is a paragraph, the end of a line is a break', async () => {
    const poem = 'The tide goes out,\nthe gulls walk in.\r\n\r\n<strong>Office</strong>\nQuay Street 4'
    expect(await contentOf(poem)).toBe(
      'The tide goes out,  \nthe gulls walk in.\n\n**Office**  \nQuay Street 4\n',
    )
  })

  test('has no breaks beside blocks and in code', async () => {
    const list = 'Before.\n<ul>\n  <li>One</li>\n\n  <li>Two</li>\n</ul>\n<pre>a\n\nb</pre>\nAfter.'
    expect(await contentOf(list)).toBe('Before.\n\n- One\n- Two\n\n```\na\n\nb\n```\n\nAfter.\n')
    const table = '<table>\n<tr>\n<td>Adult</td>\n\n<td>4 *flat*</td>\n</tr>\n\n</table>'
    expect(await contentOf(table)).toBe(
      '<table><tbody><tr><td>Adult</td><td>4 *flat*</td></tr></tbody></table>\n',
    )
  })

  test('of the block editor has no breaks of its own', async () => {
    const blocks =
      '<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->\n<!-- wp:latest-posts {"n":1} /-->'
    const found = await readPost(blocks)
    expect(fieldsOf(found[0]).content).toBe('One two\n\n<!-- wp:latest-posts {"n":1} -->\n')
    expect(listLost(found)).toEqual({ 'block latest-posts': 1 })
  })

  test.each([
    ['a paragraph', '<!-- wp:paragraph {"align":"center"} -->', '<!-- wp:latest-posts {"n":3} /-->'],
    ['a heading', '<!-- wp:heading {"level":3} -->', '<!-- wp:spacer {"height":"9px"} /-->'],
    ['an embed', '<!-- wp:embed {"url":"https://a.example/"} -->', '<!-- wp:acf/q {"data":{"q":"x"}} /-->'],
    ['a group', '<!-- wp:group {"layout":{"type":"flex"}} -->', '<!-- wp:block {"ref":77} /-->'],
  ])('of the block editor is whole between %s and a block without a text', async (_, open, end) => {
    const name = /wp:(\w+)/.exec(open)?.[1]
    const text = `${open}\n<p>First.</p>\n<!-- /wp:${name} -->\n<!-- wp:paragraph -->\n<p>Second.</p>\n<!-- /wp:paragraph -->\n${end}\n<p>Third.</p>`
    const content = String(await contentOf(text)).replace(/<!--.*?-->/g, '')
    expect(content.split(/\s+/).filter(Boolean)).toEqual(['First.', 'Second.', 'Third.'])
  })

  test('of the block editor shows its reusable blocks and its footnotes', async () => {
    const text =
      '<p>A<sup><a href="#f1">1</a></sup></p>' +
      '<!-- wp:block {"ref":77} /--><!-- wp:block {"ref":79} /--><!-- wp:block {"ref":80} /--><!-- wp:footnotes /-->'
    const notes = '[{"content":"A <em>note</em>.","id":"f1"}]'
    const found = await readOne(
      'export.xml',
      toWxr([
        { 'content:encoded': text, ...meta({ footnotes: notes }) },
        toReusable('77', '<p>Reused <!-- wp:block {"ref":78} /--></p>'),
        toReusable('78', 'twice. <!-- wp:block {"ref":78} /-->'),
        toReusable('79', '<p>Secret.</p>', { 'wp:status': 'draft' }),
      ]),
    )
    expect(
      String(fieldsOf(found[0]).content)
        .replace(/<!--.*?-->/g, '')
        .replace(/\s+/g, ' '),
    ).toBe('A<sup>[1](#f1)</sup> Reused twice. twice. twice. twice. 1. <a id="f1"></a>A *note*. ')
    expect(listLost(found)).toMatchObject({ 'reusable block (not in the export, or not public)': 3 })
  })

  test('of the block editor has its verses as lines, which are no code', async () => {
    const verse =
      '<!-- wp:verse -->\n<pre class="wp-block-verse">  Roses are <em>red</em>,\nviolets 2*3*4\n   \n \t- are blue</pre>\n<!-- /wp:verse -->'
    expect(await contentOf(verse)).toBe(
      '&nbsp;&nbsp;Roses are *red*,  \nviolets 2\\*3\\*4\n\n&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;\\- are blue\n',
    )
  })

  test.each([
    ['1987. What a year', String.raw`1987\. What a year`],
    ['1) one', String.raw`1\) one`],
    ['    Set in by hand.', 'Set in by hand.'],
    ['# is a number, 2*3*4, my_own_file', String.raw`\# is a number, 2\*3\*4, my\_own\_file`],
    ['a < b &lt;div&gt; &amp;amp;', String.raw`a < b \<div> \&amp;`],
    ['Use {{ page }} and {% tag %}', String.raw`Use {\{ page }} and {\% tag %}`],
    ['import x from "y"', '&#105;mport x from "y"'],
    ['wow!<a href="/x">link</a>', String.raw`wow\![link](https://old.example/x)`],
    ['<b>m</b><span></span><b>ake</b> <i>"so"</i>x', '<strong>m</strong><strong>ake</strong> <em>"so"</em>x'],
    ['<b><br>One</b> two', '**One** two'],
    ['<input type="checkbox" checked> done', '<input type="checkbox" checked disabled> done'],
    ['<a id="n"></a>A<sup id="r"><a href="#f">1</a></sup>', '<a id="n"></a>A<sup>[1](#f)</sup>'],
    ['<p><a href="#f">1</a></p><ol start="4"><li id="f">F</li></ol>', '[1](#f)\n\n4. <a id="f"></a>F'],
    ['https://old.example/a_b*c', String.raw`https://old.example/a_b\*c`],
  ])('shows signs of Markdown as they are: %s', async (html, markdown) =>
    expect(await contentOf(html)).toBe(`${markdown}\n`),
  )

  test('has its captions, galleries and media; readers see no shortcode', async () => {
    const text = `[caption id="a" width="640" caption="The crane, 1998"]<img alt="Crane" src="/crane.jpg" />[/caption]
[caption caption="Given"]<img src="/c.jpg" alt="C"> beside[/caption]
[caption id="b"]<a href="/pier.jpg"><img src="/pier.jpg" alt="Pier"></a> The <em>old</em> pier[/caption]
[gallery ids="8,9"]
[embed]https://vimeo.com/1?a=1&amp;b[/embed] [youtube=https://youtu.be/abc] [audio mp3="https://old.example/a.mp3"]
[sourcecode language="php"]&lt;?php
echo 1;[/sourcecode]
[[gallery]] and [sic] and [see below].`
    const picture = {
      'wp:post_id': '8',
      'wp:post_type': 'attachment',
      'wp:attachment_url': 'https://old.example/8.jpg',
      'excerpt:encoded': 'Eight',
      ...meta({ _wp_attachment_image_alt: 'Boat' }),
    }
    const found = await readOne('export.xml', toWxr([{ 'content:encoded': text }, picture]))
    expect(fieldsOf(found[0]).content).toBe(
      [
        '![Crane](https://old.example/crane.jpg "The crane, 1998")',
        '![C](https://old.example/c.jpg "Given")',
        'beside',
        '[![Pier](https://old.example/pier.jpg "The old pier")](https://old.example/pier.jpg)',
        '![Boat](https://old.example/8.jpg "Eight")',
        '<https://vimeo.com/1?a=1&b>',
        '<https://youtu.be/abc>',
        '<https://old.example/a.mp3>',
        '```php\n<?php\necho 1;\n```',
        String.raw`\[gallery\] and \[sic\] and \[see below\].`,
      ].join('\n\n') + '\n',
    )
    expect(listLost(found)).toMatchObject({ 'picture of a gallery (not in the export)': 1 })
  })

  test('keeps unknown shortcodes as comments, and names them', async () => {
    const found = await readPost('Before [contact-form-7 id="1" title="a -- b"] after. [box]In *it*[/box]')
    const content = String(fieldsOf(found[0]).content)
    expect(content).toBe(
      String.raw`Before <!-- [contact-form-7 id="1" title="a - - b"] --> after. <!-- [box] -->In \*it\*<!-- [/box] -->` +
        '\n',
    )
    const { html } = await renderText({ content, canonicalUrl: null, lang: null }, null)
    expect(html).toBe('<p>Before  after. In *it*</p>\n')
    expect(listLost(found)).toEqual({ 'shortcode [contact-form-7]': 1, 'shortcode [box]': 1 })
  })
})

describe('an article of WordPress', () => {
  test.each([
    ['de', meta({ _wpml_import_language_code: 'de', _wpml_import_source_language_code: 'en' }), ''],
    ['pt-br', meta({ _icl_lang_code: 'pt_br' }), ''],
    ['fr', meta({ _wpml_word_count: '{"total":6}' }), 'https://old.example/fr/marees/'],
    ['fr', meta({ _icl_lang_duplicate_of: '7' }), 'https://old.example/tides/?lang=fr'],
    ['fr', { '+': term('translation_priority', 'optional', 'Optional') }, 'https://old.example/fr/marees/'],
    ['en-US', meta({ _wpml_word_count: '{"total":6}' }), 'https://old.example/tides/'],
    ['en-US', {}, 'https://old.example/fr/marees/'], // a section of its own
  ])('of WPML has its language: %s', async (lang, parts, link) => {
    const found = await readOne('export.xml', toWxr([{ link, ...parts }]))
    expect(fieldsOf(found[0])).toMatchObject({ lang, tags: [] })
  })

  test('has the terms of categories and tags as tags; those of plugins are named', async () => {
    const names = [
      term('category', 'weather', 'Weather'),
      term('post_tag', 'fog', 'Fog'),
      term('product_cat', 'shirts', 'T-shirts'),
      term('post_format', 'post-format-aside', 'Aside'),
      term('post_translations', 'pll_5f', 'pll_5f'),
      term('product_type', 'simple', 'simple'),
      term('language', 'fr', 'Français'),
      term('author', 'cap-mara', 'mara'),
      term('author', 'cap-guest', 'guest'),
    ]
    const head =
      '<wp:author><wp:author_login>mara</wp:author_login><wp:author_display_name>Mara L.</wp:author_display_name></wp:author>'
    const guest = {
      'wp:post_type': 'guest-author',
      ...meta({ 'cap-user_login': 'guest', 'cap-display_name': 'A guest' }),
    }
    const found = await readOne('export.xml', toWxr([{ '+': names.join('') }, guest], head))
    expect(fieldsOf(found[0])).toMatchObject({
      tags: ['Weather', 'Fog', 'T-shirts'],
      lang: 'fr',
      author: 'Mara L., A guest',
    })
    expect(listLost(found)).toMatchObject({
      'term of post_format (no tag)': 1,
      'term of post_translations (no tag)': 1,
      'term of product_type (no tag)': 1,
    })
  })

  test.each([
    [
      {
        _yoast_wpseo_metadesc: 'D',
        _yoast_wpseo_canonical: 'https://e.example/c',
        '_yoast_wpseo_meta-robots-noindex': '1',
      },
    ],
    [
      {
        rank_math_description: 'D',
        rank_math_canonical_url: 'https://e.example/c',
        rank_math_robots: 'a:1:{i:0;s:7:"noindex";}',
      },
    ],
    [{ _aioseo_description: 'D', _aioseo_canonical_url: 'https://e.example/c', _aioseop_noindex: 'on' }],
    [
      {
        _seopress_titles_desc: 'D',
        _seopress_robots_canonical: 'https://e.example/c',
        _seopress_robots_index: 'yes',
      },
    ],
  ])('has the description and the canonical URL of a plugin for search engines: %j', async (values) => {
    const found = await readPost('x', {
      'excerpt:encoded': 'Another',
      ...meta({ ...values, _yoast_wpseo_title: 'T' }),
    })
    expect(fieldsOf(found[0])).toMatchObject({ description: 'D', canonical_url: 'https://e.example/c' })
    expect(Object.keys(listLost(found))).toEqual([
      'title for search engines (its article’s title counts)',
      'noindex (search engines may list the article)',
    ])
  })

  test('that is scheduled is planned, unless it has a password', async () => {
    const item = { 'wp:status': 'future', 'wp:post_date_gmt': '2199-01-01 08:00:00' }
    const found = await readOne(
      'export.xml',
      toWxr([item, { ...item, 'wp:post_password': 'x' }, { ...item, 'wp:status': 'draft' }]),
    )
    expect(found.slice(0, 3).map((each) => [fieldsOf(each).draft, fieldsOf(each).planned_at])).toEqual([
      [true, '2199-01-01T08:00:00.000Z'],
      [true, undefined],
      [true, undefined],
    ])
    expect(listLost(found)).toEqual({ 'article with a password (a draft now)': 1 })
  })

  test('has no description that a plugin would fill in', async () => {
    const found = await readPost('x', {
      'excerpt:encoded': 'Own',
      ...meta({ _yoast_wpseo_metadesc: '%%excerpt%% more' }),
    })
    expect(fieldsOf(found[0]).description).toBe('Own')
    expect(listLost(found)).toEqual({ 'description for search engines (made of variables)': 1 })
  })

  test('has its cover from another file of the same export', async () => {
    const picture = {
      'wp:post_id': '7',
      'wp:post_type': 'attachment',
      'wp:attachment_url': 'https://old.example/7.jpg',
    }
    const found = await readFiles({
      'a.xml': toWxr([picture]),
      'b.xml': toWxr([
        { ...meta({ _thumbnail_id: '7' }) },
        { ...meta({ _thumbnail_id: '9' }), 'wp:post_id': '2' },
      ]),
    })
    expect(found.map((each) => fieldsOf(each).image_url)).toContain('https://old.example/7.jpg')
    expect(listLost(found)).toMatchObject({ 'cover picture (not in the export)': 1 })
  })

  test.each([
    ['When x < y and y > z', 'When x < y and y > z'],
    ['I <3 the harbour -> really', 'I <3 the harbour -> really'],
    ['<em>Stressed</em> &amp; plain', 'Stressed & plain'],
  ])('has its whole title: %s', async (title, whole) =>
    expect(fieldsOf((await readPost('x', { title }))[0]).title).toBe(whole),
  )

  test('without a title or a date is a draft, and named', async () => {
    const found = await readPost('<p>The first words count.</p>', {
      title: '',
      'wp:status': 'draft',
      'wp:post_date_gmt': '0000-00-00 00:00:00',
      pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000',
    })
    expect(fieldsOf(found[0])).toMatchObject({
      title: 'The first words count.',
      draft: true,
      published_at: undefined,
    })
    expect(listLost(found)).toEqual({ 'article without a title (a draft now)': 1 })
  })

  test.each([
    ['WordPress', 'export.xml', toWxr([{ 'wp:post_date_gmt': '0000-00-00 00:00:00', pubDate: '' }])],
    [
      'Ghost',
      'ghost.json',
      '{"data":{"posts":[{"id":1,"title":"T","html":"<p>x</p>","status":"published"}]}}',
    ],
    [
      'Medium',
      'posts/a.html',
      '<article class="h-entry"><h1 class="p-name">T</h1><section data-field="body">x</section></article>',
    ],
  ])('of %s that is public without a date is a draft, and named', async (_, name, text) => {
    const found = await readOne(name, text)
    expect(fieldsOf(found[0])).toMatchObject({ draft: true, published_at: undefined })
    expect(listLost(found)).toEqual({ 'article without a date (a draft now)': 1 })
  })

  test('is found under its number too, and is read behind a notice of PHP', async () => {
    const notice = `\n<br />\n<b>Warning</b>: Undefined array key "x" in <b>a.php</b> on line <b>3</b><br />\n`
    const [found] = await readOne('export.xml', notice + toWxr([{ link: 'https://old.example/?p=1' }]))
    expect(found).toMatchObject({
      place: 'line 6',
      fields: { aliases: ['https://old.example/?p=1', '/?p=1'] },
    })
  })
})

describe('an export of Ghost', () => {
  test('of the first versions has its author, date, picture and tags', async () => {
    const data = {
      posts: [
        {
          id: 1,
          title: 'First',
          slug: 'first',
          html: '<p>It is <em>live</em>.</p>',
          markdown: 'It',
          image: 'https://p.example/a.jpg',
          status: 'published',
          author_id: 3,
          published_at: 1388318310783,
          updated_at: 1388318310782,
        },
      ],
      users: [{ id: 3, name: 'Jonna' }],
      tags: [{ id: 5, name: 'Beginnings' }],
      posts_tags: [{ post_id: 1, tag_id: 5 }],
    }
    const [found] = await readOne('ghost.json', JSON.stringify({ meta: {}, data }, null, 2))
    expect(fieldsOf(found)).toMatchObject({
      author: 'Jonna',
      tags: ['Beginnings'],
      image_url: 'https://p.example/a.jpg',
      content: 'It is *live*.\n',
      published_at: '2013-12-29T11:58:30.783Z',
    })
  })

  test.each([
    [
      'bookmark',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/x"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Low &amp; high</div><div class="kg-bookmark-description">All tides</div><img class="kg-bookmark-icon" src="https://a.example/i.png"></div></a><figcaption>A <b>caption</b></figcaption></figure>',
      ['[Low & high](https://a.example/x)  \nAll tides\n\nA **caption**\n', {}],
    ],
    [
      'sign-up form',
      '<div class="kg-card kg-signup-card"><h2>Join</h2><form><input type="email"><button><span>Subscribe</span></button></form></div>',
      ['## Join\n', { form: 1 }],
    ],
    [
      'player',
      '<div class="kg-card kg-audio-card"><audio src="https://a.example/a.mp3"></audio><div class="kg-audio-title">Talk</div><div class="kg-audio-player"><button></button><span>0:00</span><button>1×</button></div></div>',
      ['<https://a.example/a.mp3>\n\nTalk\n', {}],
    ],
    [
      'button of a page',
      '<p>Text</p><button>Press <b>me</b></button>',
      ['Text\n', { 'button “Press me”': 1 }],
    ],
  ])('has the text of a card, and names what is lost: %s', async (_, html, after) => {
    const posts = [{ id: 1, title: 'T', html, status: 'published', published_at: 1388318310783 }]
    const found = await readOne('ghost.json', JSON.stringify({ data: { posts } }, null, 2))
    expect([fieldsOf(found[0]).content, listLost(found)]).toEqual(after)
  })

  test('has its code and its cards of HTML whole', async () => {
    const code =
      '<p>Here:</p><pre><code class="language-js">a =&gt; {\n\n# no heading\n- no list\n}</code></pre><p>*a star*</p>'
    const card =
      '<!--kg-card-begin: html--><div>\n<table>\n\n<tr><td>North</td></tr>\n\n</table></div><!--kg-card-end: html-->'
    const posts = [code, card].map((html, id) => ({ id, title: 'T', html, status: 'published' }))
    const found = await readOne('ghost.json', JSON.stringify({ data: { posts } }, null, 2))
    expect(found.slice(0, 2).map((each) => fieldsOf(each).content)).toEqual([
      'Here:\n\n```js\na => {\n\n# no heading\n- no list\n}\n```\n\n' + String.raw`\*a star\*` + '\n',
      '<table><tbody><tr><td>North</td></tr></tbody></table>\n',
    ])
  })
})

describe('front matter as people write it', () => {
  test.each([
    ['date: Jul 08 2022'],
    ['pubDate: "8 July 2022"'],
    ['publishDate: 2022/07/08'],
    ['publishedAt: 2022-07-08'],
    ['created: "July 8th, 2022"'],
    ['date: 1657238400'],
    ['date: 1657238400000'],
    ['date: 13/07/2022', '2022-07-13'],
    ['date: 2022-07-08 00:00:00 GMT'],
    ['posted: Fri Jul 08 2022 02:00:00 GMT+0200 (CEST)'],
  ])('has its date: %s', async (head, day = '2022-07-08') =>
    expect(fieldsOf(await readMarkdown(page(head)))).toMatchObject({
      published_at: `${day}T00:00:00.000Z`,
      draft: false,
    }),
  )

  test.each([
    'updated',
    'lastmod',
    'modified',
    'updatedAt',
    'updatedDate',
    'last_modified_at',
    'lastModified',
  ])('has the date of its last change as %s', async (key) =>
    expect(fieldsOf(await readMarkdown(page(`${key}: 2022-07-08`))).updated_at).toBe(
      '2022-07-08T00:00:00.000Z',
    ),
  )

  test.each([
    'image: https://p.example/a.jpg',
    'coverImage: https://p.example/a.jpg',
    'heroImage: https://p.example/a.jpg',
    'featuredImage: https://p.example/a.jpg',
    'featured_image: https://p.example/a.jpg',
    'thumbnail: https://p.example/a.jpg',
    'cover: { image: https://p.example/a.jpg }',
    'header: { image: https://p.example/a.jpg, teaser: x }',
    'images: [https://p.example/a.jpg, y]',
    'heroImage: { src: https://p.example/a.jpg, alt: A }',
  ])('has its cover: %s', async (head) =>
    expect(fieldsOf(await readMarkdown(page(head))).image_url).toBe('https://p.example/a.jpg'),
  )

  test('without its first line, as in Hexo, is no text of the article', async () => {
    const found = await readMarkdown(
      'title: Lantern night\ndate: 2013-12-24\ntags:\n- Light\n---\n\n# What we saw\n',
    )
    expect(fieldsOf(found)).toMatchObject({
      title: 'Lantern night',
      tags: ['Light'],
      content: '# What we saw\n',
    })
    const text = fieldsOf(await readMarkdown('Note: a text\n\n---\n\nmay begin so.'))
    expect(text.content).toBe('Note: a text\n\n---\n\nmay begin so.')
  })

  test.each([
    ['JSON', '{\n  "title": "T",\n  "date": "2020-07-08"\n}\n\nText.\n'],
    ['lines that end as on an old Mac', '---\rtitle: T\rdate: 2020-07-08\r---\rText.\r'],
  ])('may be %s', async (_, text) => {
    const found = await readMarkdown(text)
    expect(fieldsOf(found)).toMatchObject({ title: 'T', content: 'Text.\n', draft: false })
  })

  test('that begins with a tag or a brace is text', async () => {
    for (const text of ['{{< note >}}\ntitle\n', '{\nno front matter\n}\n'])
      expect(fieldsOf(await readMarkdown(text)).content).toBe(text)
  })

  test('of Jekyll may have several labels in one text, with spaces; others have one', async () => {
    const found = await readFiles({
      '2015-03-01-welcome.md': page('categories: jekyll update'),
      'other.md': page('date: 2015-03-01\ncategories: sea life\ntags: a b, c'),
    })
    expect(found.slice(0, 2).map((each) => fieldsOf(each).tags)).toEqual([
      ['jekyll', 'update'],
      ['a b', 'c', 'sea life'],
    ])
    expect(fieldsOf(found[0]).aliases).toContain('/jekyll/update/2015/03/01/welcome.html')
  })

  test('of Eleventy may take its date from the file, which no import has', async () => {
    const found = await readFiles({ 'a.md': page('date: git Last Modified'), 'b.md': page('date: Created') })
    expect(listLost(found)).toEqual({ 'article without a date (a draft now)': 2 })
  })

  test('without a date makes a draft, or has the date of the file’s name', async () => {
    const found = await readFiles({ '2020-01-02-a.md': page(''), 'b.md': page('') })
    expect(found.slice(0, 2).map((each) => [fieldsOf(each).draft, fieldsOf(each).published_at])).toEqual([
      [false, '2020-01-02T00:00:00.000Z'],
      [true, undefined],
    ])
    expect(listLost(found)).toEqual({ 'article without a date (a draft now)': 1 })
  })

  test('with a date in the future is a draft with the moment of its plan; a draft or an expired article has no plan', async () => {
    const found = await readFiles({
      'a.md': page('date: 2199-01-01'),
      'b.md': '+++\ntitle = "B"\ndate = 2022-01-01\npublishDate = 2199-01-01T00:00:00Z\n+++\nText',
      'c.md': page('date: 2022-01-01\nexpiryDate: 2022-02-01'),
      'd.md': page('date: 2199-01-01\ndraft: true'),
      'e.md': '---\ndate: 2199-01-01\n---\nIts file names it.',
    })
    const planned = '2199-01-01T00:00:00.000Z'
    expect(found.slice(0, 5).map((each) => [fieldsOf(each).draft, fieldsOf(each).planned_at])).toEqual([
      [true, planned],
      [true, planned],
      [true, undefined],
      [true, undefined],
      [true, planned],
    ])
    expect(listLost(found)).toEqual({ 'expired article (a draft now)': 1 })
  })

  test('of several languages: the folder or the name gives the slug, and sections and lists are no articles', async () => {
    const dated = page('date: 2022-05-06')
    const found = await readFiles({
      'content/_index.md': page(''),
      'content/posts/_index.fr.md': page(''),
      'content/search.md': page('layout: search'),
      'content/archives.md': page(''),
      'content/posts/dredging/index.md': dated,
      'content/posts/dredging/index.fr.md': dated,
      'content/posts/buoys.de.md': dated,
      'content/posts/node.js.md': dated,
    })
    expect(found.flatMap((each) => ('fields' in each ? [[each.fields.slug, each.fields.lang]] : []))).toEqual(
      [
        ['buoys', 'de'],
        ['dredging', undefined],
        ['dredging', 'fr'],
        ['nodejs', undefined],
      ],
    )
    expect(found.filter((each) => 'leftOut' in each)).toHaveLength(4)
    expect(
      fieldsOf(found.find(({ place }) => place.endsWith('fr.md') && place.includes('dredging'))).aliases,
    ).toContain('/fr/posts/dredging')
  })

  test.each([
    ['# How to tie\n\nMake a loop.\n\n## The rabbit\n', 'How to tie', 'Make a loop.\n\n## The rabbit\n'],
    ['How to splice\n====\n\n```sh\n# no title\n```\n', 'How to splice', '```sh\n# no title\n```\n'],
    ['First:\n\n```sh\n# no title\n```\n', 'The file', 'First:\n\n```sh\n# no title\n```\n'],
    ['---\ntitle: Said\n---\n# **Said**\n\nText\n', 'Said', 'Text\n'],
    ['---\ntitle: Said\n---\n{{ page.title }}\n====\n\nText\n', 'Said', 'Text\n'],
    ['---\ntitle: Said\n---\n# Another\n\nText\n', 'Said', '# Another\n\nText\n'],
  ])('has one title, which is never from code: %j', async (text, title, content) =>
    expect(fieldsOf(await readMarkdown(text, 'the-file.md'))).toMatchObject({ title, content }),
  )

  test('comes from files with all their endings, and others are named', async () => {
    const dated = page('date: 2022-05-06')
    const found = await readFiles({
      '_posts/2012-03-04-a.html': `---\ntitle: A\nauthor: { login: m, display_name: Mara }\n---\n<p>In <em>HTML</em>.</p>\n{% include x.html %}`,
      'b.mdx': dated,
      'c.markdown': dated,
      'd.mdown': dated,
      'e.html': '<p>A page</p>',
      'f.rst': 'Text',
      'g.png': 'x',
    })
    expect(found.flatMap((each) => ('fields' in each ? [each.place] : []))).toEqual([
      '_posts/2012-03-04-a.html',
      'b.mdx',
      'c.markdown',
      'd.mdown',
    ])
    expect(fieldsOf(found[0])).toMatchObject({
      content: 'In *HTML*.\n\n{% include x.html %}\n',
      author: 'Mara',
    })
    expect(listLost(found)).toEqual({
      'HTML page without front matter (no article)': 1,
      '.rst file (no format that is read)': 1,
      'template tag include': 1,
    })
  })

  test('leaves the template tags that hold code and pictures as Markdown, and names the others', async () => {
    const text = `{% highlight ruby linenos %}\nputs 1\n\nputs 2\n{% endhighlight %}\n\n{{< figure src="/a.jpg" alt="A" caption="B" >}}
{% asset_img b.png %} {{< tweet 12 >}} {{< youtube abc >}}\n\n\`\`\`\n{{< shown >}}\n\`\`\`\n`
    const found = await readOne('a.md', page('date: 2020-01-01', text))
    expect(fieldsOf(found[0]).content).toBe(
      '```ruby\nputs 1\n\nputs 2\n```\n\n![A](/a.jpg "B")\n![](b.png) {{< tweet 12 >}} {{< youtube abc >}}\n\n```\n{{< shown >}}\n```\n\n',
    )
    expect(listLost(found)).toEqual({ 'template tag tweet': 1 })
  })

  test('leads to the old addresses of other texts of the folder', async () => {
    const text =
      '[a]({{ site.baseurl }}{% post_url 2015-02-01-a-b %}) [b]({% link _posts/2015-02-01-b.md %}) [c]({{< relref "/posts/c.md#d" >}})'
    const found = await readOne('a.md', page('date: 2020-01-01', `${text} {{< ref "e.md" >}}`))
    expect(fieldsOf(found[0]).content).toBe(
      '[a]({{ site.baseurl }}/2015/02/01/a-b.html) [b](/2015/02/01/b.html) [c](/posts/c#text-d) {{< ref "e.md" >}}\n',
    )
    expect(listLost(found)).toEqual({ 'template tag ref': 1 })
  })

  test('that holds text which stands nowhere is named', async () => {
    const head = [
      'date: July 8th, 2022',
      'description: It turned at six today',
      'summary: Another one of it',
      'subtitle: The last boat of the day',
      'cover: { image: https://p.example/a.jpg, caption: "By Tom, from the pier" }',
      'seo: { title: The chart for everyone }',
      'headline: The *Chart*',
      'layout: one of a kind',
      'sidebar_label: The chart in short',
      'expression: "{{ page.title }} of the day"',
      'note: two words',
      'published: 2022-07-08',
    ]
    const found = await readOne('a.md', page(head.join('\n')))
    expect(listLost(found)).toEqual({
      'front matter “summary” (no field)': 1,
      'front matter “subtitle” (no field)': 1,
      'front matter “cover.caption” (no field)': 1,
      'front matter “seo.title” (no field)': 1,
    })
  })

  test('names a cover whose address is not whole', async () => {
    const [found] = await readOne('a.md', page('date: 2020-01-01\ncover: ../a.jpg'))
    expect(found).toMatchObject({ lostPictures: [{ address: '../a.jpg', reason: 'no-site' }] })
  })
})

describe('a note of the author', () => {
  test.each([
    ['MDX', 'One. {/* secret\n\nnote */} Two.'],
    ['Obsidian', 'One. %%secret%% Two.'],
    ['Obsidian, in lines', 'One.\n\n%%\nsecret\n\nnote\n%%\n\nTwo.'],
    ['Obsidian, from a line on', '%% secret\n\nnote %%\nOne. Two.'],
    ['Obsidian, without an end', 'One. Two.\n\n%%\nsecret'],
    ['Liquid', 'One. {% comment %}secret{% endcomment %} Two.'],
    ['Hugo', 'One. {{/* secret */}} Two.'],
    ['Hugo, with a text', 'One. {{% comment %}}secret{{% /comment %}} Two.'],
    ['Nunjucks', 'One. {# secret #} Two.'],
    ['kramdown', 'One. {::comment}secret{:/comment} Two.'],
    ['beside code', '`%%` One. %%secret%% `b` Two.'],
    ['beside an accent', 'It` is. One. %%secret%%\n\nTwo.'],
  ])('of %s is not imported, and named', async (_, text) => {
    const found = await readOne('a.mdx', page('date: 2020-01-01', text))
    const { content } = fieldsOf(found[0])
    expect(content).toMatch(/One\.\s+Two\.|One\.\s+`b` Two\./)
    expect(content).not.toMatch(/secret|note/)
    expect(listLost(found)).toEqual({ 'note of the author (never public)': 1 })
  })

  test('in an HTML post is not imported, too', async () => {
    const found = await readOne(
      'a.html',
      page('date: 2020-01-01', '<p>One {% comment %}secret{% endcomment %}</p>'),
    )
    expect(fieldsOf(found[0]).content).toBe('One\n')
  })

  test.each([
    ['percents', '50%% of a and 60%% of b'],
    ['code', '```js\nf({/* shown */}) // %%\n```\n\n`%%shown%%`'],
    ['code in a list', '- a\n\n    ```js\n    f({/* shown */})\n    ```'],
    ['the id of a heading', '## Part {#part}'],
  ])('is not found in %s', async (_, text) => {
    const found = await readOne('a.md', page('date: 2020-01-01', text))
    expect(fieldsOf(found[0]).content).toBe(`${text}\n`)
  })
})

describe('words that readers do not find are named with their article:', () => {
  test('those in a block or a shortcode of WordPress', async () => {
    const text = `<!-- wp:acf/quote {"name":"acf/quote","data":{"quote":"The tide waits","_quote":"field_1"}} /-->
      <p>Before</p>[notice title="For no one"][sic] <script>var a = "no word"</script><form>no field</form>`
    const found = await readOne(
      'export.xml',
      toWxr([
        { title: 'A', 'content:encoded': text },
        { title: 'B', 'content:encoded': '<p>All <b>wo</b>rds.</p><!--more-->' },
        { title: 'C', ...meta({ body: '<p>In a field</p>', _body: 'field_1', note: 'No text' }) },
        { title: 'D', ...meta({ _elementor_data: '[{"settings":{"editor":"<p>On a page</p>"}}]' }) },
      ]),
    )
    expect(listWords(found)).toEqual([
      ['A', ['The tide waits', 'For no one']],
      ['B', undefined],
      ['C', undefined],
      ['D', undefined],
    ])
  })

  test('those in a card of Ghost without a text of its own', async () => {
    const children = [
      { type: 'paragraph', children: [{ type: 'text', text: 'It is so.' }] },
      { type: 'poll', question: 'Do you sail?' },
    ]
    const posts = [{ id: 1, title: 'T', lexical: JSON.stringify({ root: { children } }), status: 'draft' }]
    const found = await readOne('ghost.json', JSON.stringify({ data: { posts } }, null, 2))
    expect(listWords(found)).toEqual([['T', ['Do you sail']]])
  })

  test('those in tags of Markdown, and in a comment without an end', async () => {
    const found = await readFiles({
      'a.md':
        '---\ntitle: A\n---\n# A\n\nText {{< aside text="said aside" >}} [^1]\n\n[^2]: Unused note words\n',
      'b.md':
        '---\ntitle: B\n---\nText [link](/x "y") **bo**ld, `code`.\n\n```js\nlet a\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
      'c.md': '---\ntitle: C\n---\nText\n\n<!-- open\n\nswallowed words\n',
    })
    expect(listWords(found)).toEqual([
      ['A', ['said aside', 'Unused note words']],
      ['B', undefined],
      ['C', ['open', 'swallowed words']],
    ])
  })

  test('those in a record', async () => {
    const record = { source: 's', path: 'p', title: 'T', content: 'Text {{< aside "said aside" >}}' }
    expect(listWords(await readOne('a.ndjson', JSON.stringify(record)))).toEqual([['T', ['said aside']]])
  })
})

test('a file of our own export comes in unchanged', async () => {
  const head = 'source: https://old.example\npath: "7"\npublished_at: 2199-01-01\naliases: [/x]'
  const found = await readFiles({ 'articles/t.md': page(head, '# T\n\n{{< figure src="/a.jpg" >}}') })
  expect(found).toHaveLength(1)
  expect(fieldsOf(found[0])).toMatchObject({
    content: '# T\n\n{{< figure src="/a.jpg" >}}\n',
    draft: false,
    aliases: ['/x'],
    published_at: '2199-01-01T00:00:00.000Z',
  })
})

describe('old addresses', () => {
  test.each([
    ['_posts/2009-05-19-chart.md', '', ['/2009/05/19/chart.html', '/2009/05/19/chart']],
    ['_posts/2009-05-19-chart.md', 'categories: [Sea Life]', ['/sea-life/2009/05/19/chart.html']],
    ['source/_posts/chart.md', 'date: 2009-05-19 10:00:00', ['/2009/05/19/chart']],
    ['content/posts/chart/index.md', 'date: 2009-05-19', ['/posts/chart']],
    ['src/content/blog/chart.mdx', 'date: 2009-05-19', ['/blog/chart']],
    ['a.md', 'date: 2009-05-19\npermalink: /:year/:i_month/:title.html', ['/2009/5/a.html']],
    ['a.md', 'date: 2009-05-19\npermalink: /?page_id=12', ['/?page_id=12']],
  ])('are those that the generator gives to %s %s', async (name, head, addresses) => {
    const [found] = await readFiles({ [name]: page(head) })
    expect(fieldsOf(found).aliases).toEqual(expect.arrayContaining(addresses))
  })
})

test('an export of WordPress in the folder of a blog is read; its feed is not', async () => {
  const found = await readFiles({
    'a.md': page('date: 2020-04-05'),
    'old/export.xml': toWxr([{ title: 'Ebb' }]),
    'feed.xml': '<?xml version="1.0"?><rss><channel><item><title>T</title></item></channel></rss>',
  })
  expect(found.map((each) => fieldsOf(each).title)).toEqual(['T', 'Ebb'])
})

test('several files and folders of one export share its pictures', async () => {
  const picture = {
    'wp:post_id': '7',
    'wp:post_type': 'attachment',
    'wp:attachment_url': 'https://old.example/a.jpg',
  }
  const parts = await collectParts([toFile('x.xml', toWxr([]))], READ_OPTIONS.limits)
  const files = [toFile('0.xml', toWxr([picture])), toFile('1.xml', toWxr([meta({ _thumbnail_id: '7' })]))]
  const found = await readAll(readFolder(files, { ...READ_OPTIONS, parts }))
  expect(found.map((each) => fieldsOf(each).image_url)).toEqual([undefined, 'https://old.example/a.jpg'])
})

describe('bytes', () => {
  const text = page('date: 2020-04-05\nauthor: Jürgen Groß', 'Das Café öffnet um neun – täglich.')

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16', utf16(text)],
    ['UTF-16 of the other order', utf16(text).swap16()],
    ['UTF-16 without its mark', utf16(text).subarray(2)],
  ])('of %s are read', async (_, bytes) => {
    const [found] = await readOne('a.md', bytes)
    expect(fieldsOf(found)).toMatchObject({
      author: 'Jürgen Groß',
      content: 'Das Café öffnet um neun – täglich.\n',
    })
  })

  test('are read as the file declares them, or as somebody chose', async () => {
    const xml = toWxr([{ title: 'Über den Kai', 'content:encoded': 'Größe' }]).replace(
      '?>',
      ' encoding="ISO-8859-1"?>',
    )
    expect(fieldsOf((await readOne('a.xml', western(xml)))[0])).toMatchObject({
      title: 'Über den Kai',
      content: 'Größe\n',
    })
    const russian = 'Привет из порта. Туман пришёл в шесть часов утра, и паром стоял у причала до полудня.'
    const bytes = Buffer.from(Array.from(russian, (letter) => toWindows1251(letter.codePointAt(0) ?? 0)))
    const head = Buffer.from(page('date: 2020-01-01', '').trimEnd())
    const whole = Buffer.concat([head, Buffer.from('\n'), bytes])
    await expect(readOne('a.md', whole)).rejects.toMatchObject({
      file: 'a.md',
      samples: expect.arrayContaining([
        { encoding: 'windows-1251', text: expect.stringContaining('Привет из порта.') as string },
      ]) as unknown,
    })
    const [found] = await readOne('a.md', whole, 'windows-1251')
    expect(fieldsOf(found).content).toBe(russian)
    expect(await readOne('a.md', whole, 'shift_jis')).toMatchObject([
      { problem: expect.stringContaining('a.md is not in the encoding shift_jis.') as string },
    ])
    expect(fieldsOf((await readOne('a.md', western(text), 'windows-1252'))[0])).toMatchObject({
      author: 'Jürgen Groß',
      content: 'Das Café öffnet um neun – täglich.\n',
    })
  })

  test('of another encoding within UTF-8 harm nothing else', async () => {
    const mixed = Buffer.concat([
      Buffer.from(text.replace('---\ntitle', '---\ndescription: "äöüßéèàçñø"\ntitle')),
      western('é\n'),
    ])
    expect(fieldsOf((await readOne('a.md', mixed))[0]).content).toBe(
      'Das Café öffnet um neun – täglich.\né\n',
    )
  })
})
