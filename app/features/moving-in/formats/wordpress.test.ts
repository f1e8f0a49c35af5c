import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Found } from './formats.ts'
import { readWordpress } from './wordpress.ts'

const SAMPLES = '../shared/corpus/interchange/wxr'

/** Reads an export in pieces of a few characters, because their boundaries must not matter. */
async function readAll(xml: string, { types = [] as string[], size = 7 } = {}): Promise<Found[]> {
  const open = async function* () {
    for (let at = 0; at < xml.length; at += size) yield xml.slice(at, at + size)
  }
  const found: Found[] = []
  for await (const each of readWordpress(open, { file: 'export.xml', types })) found.push(each)
  return found
}

const wrap = (items: string, end = '</channel></rss>') => `<?xml version="1.0"?>
<rss><channel><link>https://old.example</link><language>de</language>
<wp:author><wp:author_login>ines</wp:author_login><wp:author_display_name><![CDATA[Ines H.]]></wp:author_display_name></wp:author>
${items}${end}`

const item = (parts: Record<string, string>) => {
  const all = { title: 'Tides', 'wp:post_id': '7', 'wp:post_type': 'post', 'wp:status': 'publish', ...parts }
  return `<item>${Object.entries(all)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('\n')}</item>`
}

describe('a WordPress export', () => {
  test('has each post with all its fields', async () => {
    const xml = wrap(
      item({
        title: 'Tom &amp;amp; Jerry',
        link: 'https://old.example/2013/tides/',
        'content:encoded': '<![CDATA[<p>a &amp; b</p> & <b>c</b>]]>',
        'excerpt:encoded': '<![CDATA[<p>Short.</p>]]>',
        'dc:creator': 'ines',
        'wp:post_name': 'tides',
        'wp:post_date_gmt': '2013-06-07 03:00:44',
        'wp:post_modified_gmt': '2014-06-07 03:00:44',
        category: 'Sea',
        'wp:postmeta': '<wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value>',
      }) +
        item({
          'wp:post_id': '9',
          'wp:post_type': 'attachment',
          'wp:attachment_url': 'https://old.example/a?b=1&c=2&d',
        }),
    )
    expect((await readAll(xml)).slice(0, 1)).toEqual([
      {
        place: 'line 4',
        html: 'lines',
        pictures: [],
        lost: [],
        site: 'https://old.example',
        fields: {
          source: 'https://old.example',
          path: '7',
          title: 'Tom & Jerry',
          slug: 'tides',
          content: '<p>a &amp; b</p> & <b>c</b>',
          description: 'Short.',
          author: 'Ines H.',
          tags: ['Sea'],
          image_url: 'https://old.example/a?b=1&c=2&d',
          lang: 'de',
          published_at: '2013-06-07T03:00:44.000Z',
          updated_at: '2014-06-07T03:00:44.000Z',
          draft: false,
          aliases: ['https://old.example/2013/tides/', '/?p=7'],
        },
      },
    ])
  })

  test.each([
    [{ 'wp:status': 'draft' }],
    [{ 'wp:status': 'pending' }],
    [{ 'wp:status': 'private' }],
    [{ 'wp:status': 'future' }],
    [{ 'wp:post_password': 'secret' }],
  ])('has a draft for a post that was not public: %j', async (parts) => {
    expect(await readAll(wrap(item(parts)))).toMatchObject([{ fields: { draft: true } }])
  })

  test('leaves out deleted items and items that are not articles, with the reason', async () => {
    const xml = wrap(
      item({ 'wp:status': 'trash' }) +
        item({ 'wp:post_type': 'nav_menu_item' }) +
        item({ 'wp:post_type': 'wp_block' }),
    )
    expect(await readAll(xml)).toEqual([
      { place: 'line 4', leftOut: 'post (trash)' },
      { place: 'line 7', leftOut: 'nav_menu_item (no article)' },
      { place: 'line 10', leftOut: 'wp_block (no article)' },
    ])
    const asked = await readAll(xml, { types: ['post', 'wp_block'] })
    expect(asked).toMatchObject([{ leftOut: 'post (trash)' }, { leftOut: /./ }, { fields: { draft: false } }])
  })

  test('has articles of the site’s own post types; those without a public URL are drafts', async () => {
    const own = { 'wp:post_type': 'sermon' }
    const xml = wrap(
      item({ ...own, link: 'https://old.example/sermons/tides/' }) +
        item({ ...own, link: 'https://old.example/?post_type=sermon&#038;p=7' }),
    )
    expect(await readAll(xml)).toMatchObject([{ fields: { draft: false } }, { fields: { draft: true } }])
  })

  test('reports an item with broken XML by its line, and keeps the others', async () => {
    const xml = wrap(item({ 'wp:post_id': '1' }) + item({ title: '<b>x</i>' }) + item({ 'wp:post_id': '3' }))
    const found = await readAll(xml)
    expect(found.map((each) => ('fields' in each ? each.fields.path : each.place))).toEqual([
      '1',
      'line 7',
      '3',
    ])
  })

  test('may contain characters that XML forbids, and HTML entities', async () => {
    const xml = wrap(item({ title: 'a\u0008b&nbsp;c', 'content:encoded': '<![CDATA[x\u0000y]]>' }))
    expect(await readAll(xml)).toMatchObject([{ fields: { title: 'ab c', content: 'xy' } }])
  })

  test('does not expand entities that it defines itself', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    const xml = wrap(item({ title: '&b;' })).replace('<rss>', `${bomb}<rss>`)
    expect(await readAll(xml)).toMatchObject([{ fields: { title: '&b;' } }])
  })

  test('may have two articles with the same id', async () => {
    const xml = wrap(item({}) + item({ title: 'Ebb', link: 'https://old.example/ebb/' }))
    expect(await readAll(xml)).toMatchObject([
      { fields: { path: '7', title: 'Tides' } },
      { fields: { path: '7 https://old.example/ebb/', title: 'Ebb' } },
    ])
  })

  test('that is cut off has its whole items and then a problem', async () => {
    const found = await readAll(wrap(`${item({})}<item><title>cut`, ''))
    expect(found).toMatchObject([
      { fields: { path: '7' } },
      { problem: 'The file ends in the middle. Export it again.' },
    ])
  })

  test('is read the same in pieces of any size', async () => {
    const xml = wrap(item({ 'content:encoded': '<![CDATA[a & b ]] &amp; c]]>', title: 'a & b &amp; c ]' }))
    const whole = await readAll(xml, { size: xml.length })
    for (let size = 1; size < 40; size += 1) expect(await readAll(xml, { size })).toEqual(whole)
  })
})

describe.skipIf(!existsSync(SAMPLES))('the sample exports (skipped without the corpus)', () => {
  test.each([
    ['mg-wp-xml_sample.xml', 5, 1],
    ['mg-wp-xml_sample-with-alt.xml', 1, 1],
    ['mg-wp-xml_has-meta.xml', 1, 0],
  ])('%s has %i articles and %i pictures', async (file, articles, pictures) => {
    const found = await readAll(readFileSync(`${SAMPLES}/${file}`, 'utf8'))
    expect(found.filter((each) => 'fields' in each)).toHaveLength(articles)
    const leftOut = found.flatMap((each) => ('leftOut' in each ? each.leftOut : []))
    expect(leftOut).toEqual(Array(pictures).fill('attachment (no article)'))
    expect(found).toHaveLength(articles + pictures)
  })
})

const long = (length: number) => 'x'.repeat(length)

describe('an export that would fill the memory is refused:', () => {
  test('one with an item that does not end', async () => {
    const endless = wrap(item({ 'content:encoded': `<![CDATA[${long(42_000_000)}]]>` }))
    await expect(readAll(endless, { size: 1_000_000 })).rejects.toThrow('larger than 40 MB')
  })

  test('one with too many pictures', async () => {
    const picture = item({
      'wp:post_type': 'attachment',
      'wp:attachment_url': 'https://old.example/a.png',
      'excerpt:encoded': long(1_000_000),
    })
    await expect(readAll(wrap(picture.repeat(101)), { size: 1_000_000 })).rejects.toThrow('too many pictures')
  })
})
