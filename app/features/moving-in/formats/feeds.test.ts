// Exports of Blogger, and feeds of any site.
import { describe, expect, test } from 'vitest'
import { fieldsOf, listLost, readFiles, readOne } from '../../../../tests/support/source-files.ts'
import { toZip } from '../../../../tests/support/zip.ts'
import { escapeHtml } from '../../../shared/text.ts'

const kind = (name: string) =>
  `<category scheme='http://schemas.google.com/g/2005#kind' term='http://schemas.google.com/blogger/2008/kind#${name}'/>`

const toBlogger = (...entries: string[]) =>
  `<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="http://www.blogger.com/styles/atom.css" type="text/css"?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:gd='http://schemas.google.com/g/2005'><id>tag:blogger.com,1999:blog-1.archive</id><title>Quay notes</title><generator version='7.00' uri='https://www.blogger.com'>Blogger</generator>${entries.map((each) => `<entry>${each}</entry>`).join('')}</feed>`

const post = (number: number, rest: string, of = 'post') =>
  `<id>tag:blogger.com,1999:blog-1.post-${number}</id><published>2013-05-01T10:00:00.001+01:00</published><updated>2013-05-02T10:00:00.001+01:00</updated>${kind(of)}<title type='text'>The fish market</title><content type='html'>${escapeHtml('<p>Words & <em>more</em></p><pre>a\n  b</pre>')}</content><author><name>Nora</name><uri>x</uri></author>${rest}`

const reply = (to: number, state = '') =>
  `<thr:in-reply-to xmlns:thr='http://purl.org/syndication/thread/1.0' href='x' ref='tag:blogger.com,1999:blog-1.post-${to}'/>${state && `<blogger:status>${state}</blogger:status>`}`

const page = `<link rel='replies' type='application/atom+xml' href='https://quay.example/feeds/1/comments'/><link rel='alternate' type='text/html' href='https://quay.example/2013/05/the-fish-market.html' title='x'/>`

const toTakeout = (id: number, rest: string) =>
  `<entry><id>tag:blogger.com,1999:blog-1.post-${id}</id>${rest}<author><name>Nora</name><blogger:type>BLOGGER</blogger:type></author><title>The fish market</title><content type='html'>&lt;p&gt;Words&lt;/p&gt;</content><blogger:metaDescription>Said</blogger:metaDescription><blogger:created>2012-01-01T10:00:00Z</blogger:created><published>2013-05-01T10:00:00Z</published><category scheme='tag:blogger.com,1999:blog-1' term='Markets'/><blogger:filename>/2013/05/the-fish-market.html</blogger:filename><blogger:trashed/></entry>`
const toStatus = (type: string, state: string) =>
  `<blogger:type>${type}</blogger:type><blogger:status>${state}</blogger:status>`

describe('an export of Blogger', () => {
  test('has posts with labels, authors, dates and old addresses', async () => {
    const label = `<category scheme='http://www.blogger.com/atom/ns#' term='Markets'/>`
    const [found] = await readOne('blog.xml', toBlogger(post(2, label + page)))
    expect(fieldsOf(found)).toEqual({
      source: 'tag:blogger.com,1999:blog-1',
      path: 'tag:blogger.com,1999:blog-1.post-2',
      title: 'The fish market',
      slug: 'the-fish-market',
      content: 'Words & *more*\n\n```\na\n  b\n```\n',
      description: '',
      author: 'Nora',
      tags: ['Markets'],
      image_url: undefined,
      published_at: '2013-05-01T09:00:00.001Z',
      updated_at: '2013-05-02T09:00:00.001Z',
      draft: false,
      aliases: ['https://quay.example/2013/05/the-fish-market.html'],
    })
  })

  test('has drafts, pages that become drafts, and comments and settings, which are counted', async () => {
    const draft = `<app:control xmlns:app='http://purl.org/atom/app#'><app:draft>yes</app:draft></app:control>`
    const found = await readOne(
      'blog.xml',
      toBlogger(
        post(1, '', 'settings'),
        post(2, draft),
        post(3, page, 'page'),
        post(4, page, 'comment'),
        post(5, page, 'comment'),
      ),
    )
    expect(found.flatMap((each) => ('fields' in each ? [each.fields.draft] : []))).toEqual([true, true])
    expect(listLost(found)).toEqual({
      'settings of the blog (no article)': 1,
      'comment of a reader': 1, // each is one
      'page (a draft now)': 1,
    })
    expect(found.filter((each) => 'leftOut' in each && each.leftOut.startsWith('comment'))).toHaveLength(2)
  })

  test('has its comments counted by article, wherever they stand; those that were thrown away are not', async () => {
    const found = await readOne(
      'blog.xml',
      toBlogger(
        post(9, reply(2), 'comment'),
        post(2, page),
        post(3, page),
        post(4, '<blogger:status>SOFT_TRASHED</blogger:status>'),
        post(10, reply(2), 'comment'),
        post(11, reply(4), 'comment'),
        post(12, reply(2, 'SPAM'), 'comment'),
      ),
    )
    expect(found.flatMap((each) => ('fields' in each ? [each.counted] : []))).toEqual([
      [['comment of a reader', 2]],
      undefined,
    ])
    expect(found.slice(2)).toMatchObject([
      { leftOut: 'post (trash)' },
      { leftOut: 'comment of a reader' }, // of the post in the trash
      { leftOut: 'comment of a reader', count: 2 },
    ])
  })

  test('comes from Google Takeout, too', async () => {
    const feed = `<?xml version='1.0' encoding='utf-8'?>\n<feed xmlns='http://www.w3.org/2005/Atom' xmlns:blogger='http://schemas.google.com/blogger/2018'><id>tag:blogger.com,1999:blog-1</id><title>Quay</title>${toTakeout(3, toStatus('POST', 'LIVE'))}${toTakeout(4, toStatus('POST', 'DRAFT'))}${toTakeout(5, toStatus('POST', 'SOFT_TRASHED'))}${toTakeout(6, toStatus('COMMENT', 'LIVE'))}${toTakeout(7, `<blogger:parent>tag:blogger.com,1999:blog-1.post-3</blogger:parent>${toStatus('COMMENT', 'LIVE')}`)}</feed>`
    const found = await readOne(
      'takeout.zip',
      await toZip({
        'Takeout/Blogger/Blogs/Quay/feed.atom': feed,
        'Takeout/Blogger/Blogs/Quay/theme-layouts.xml':
          '<?xml version="1.0"?><!DOCTYPE html><html><head/></html>',
        'Takeout/Blogger/Blogs/Quay/settings.csv': 'a,b\n1,2\n',
      }),
    )
    expect(fieldsOf(found[0])).toMatchObject({
      source: 'tag:blogger.com,1999:blog-1',
      slug: 'the-fish-market',
      description: 'Said',
      tags: ['Markets'],
      published_at: '2013-05-01T10:00:00.000Z',
      draft: false,
      aliases: ['/2013/05/the-fish-market.html'],
    })
    expect(fieldsOf(found[1]).draft).toBe(true)
    expect(found[0]).toMatchObject({ counted: [['comment of a reader', 1]] })
    expect(found.slice(2)).toMatchObject([
      { leftOut: 'post (trash)' },
      { leftOut: 'comment of a reader' },
      { leftOut: expect.stringContaining('theme-layouts.xml is a page of a website.') as string },
      { leftOut: 'comment of a reader', count: 1 },
    ])
  })

  test('that is cut off, or has broken XML, says so', async () => {
    const whole = toBlogger(post(2, page), post(3, '<b></i>'))
    expect((await readOne('a.xml', whole))[1]).toMatchObject({
      problem: expect.stringContaining('broken') as string,
    })
    const cut = await readOne('a.xml', whole.slice(0, -60))
    expect(cut.at(-1)).toMatchObject({ problem: 'The file ends in the middle. Export it again.' })
  })
})

const toRss = (items: string, head = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Quay</title><link>https://quay.example</link><language>en</language>${head}${items}</channel></rss>`
const item = (inner: string) =>
  `<item><title>The &lt;em&gt;fish&lt;/em&gt; market</title><link>https://quay.example/2013/market/</link><guid>g-1</guid><pubDate>Wed, 01 May 2013 10:00:00 GMT</pubDate>${inner}</item>`
const whole = '<content:encoded><![CDATA[<p>Words</p><p>More</p>]]></content:encoded>'
const FEW = 'older articles (a feed has the newest ones only; the export of the old site has all of them)'

const toEntry = (content: string) =>
  `<entry><id>a</id><title>T</title><link href="https://quay.example/a/"/><published>2013-05-01T10:00:00Z</published>${content}</entry>`

describe('a feed', () => {
  test('in RSS has what it says of each article, and says that it has few', async () => {
    const found = await readOne(
      'feed.xml',
      toRss(
        item(
          `${whole}<description>Short words</description><dc:creator>Nora</dc:creator><category>Markets</category><category>Fish</category><enclosure url="https://quay.example/a.mp3" type="audio/mpeg"/><media:content url="https://quay.example/a.jpg" medium="image"/>`,
        ),
      ),
    )
    expect(fieldsOf(found[0])).toEqual({
      source: 'https://quay.example',
      path: 'g-1',
      title: 'The fish market',
      slug: 'market',
      content: '[Listen to the episode](https://quay.example/a.mp3)\n\nWords\n\nMore\n',
      description: 'Short words',
      author: 'Nora',
      tags: ['Markets', 'Fish'],
      image_url: 'https://quay.example/a.jpg',
      lang: 'en',
      published_at: '2013-05-01T10:00:00.000Z',
      updated_at: undefined,
      draft: false,
      aliases: ['https://quay.example/2013/market/'],
    })
    expect(found[1]).toEqual({ place: 'the whole file', leftOut: FEW })
  })

  test.each([
    ['<description>The beginning of it […]</description>', true],
    ['<description>&lt;p&gt;The beginning of it ...&lt;/p&gt;</description>', true],
    ['<description>&lt;p&gt;All of it.&lt;/p&gt;&lt;p&gt;And more.&lt;/p&gt;</description>', false],
    ['', true],
  ])('with a summary only makes drafts: %s', async (inner, draft) => {
    const found = await readOne('feed.xml', toRss(item(inner)))
    expect(fieldsOf(found[0]).draft).toBe(draft)
    expect(listLost(found)['text of an article (its feed has a summary only; a draft now)']).toBe(
      draft ? 1 : undefined,
    )
  })

  test('in Atom may hold text, HTML or XHTML', async () => {
    const found = await readOne(
      'feed.atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Quay</title><link rel="self" href="https://quay.example/feed.atom"/><link href="https://quay.example/"/>${toEntry('<content>a &lt; b</content>')}${toEntry('<content type="text">a &lt; b</content>')}${toEntry('<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &lt; <em>b</em><br/>c</p></div></content>')}${toEntry('<summary>Only this</summary>')}</feed>`,
    )
    expect(found.map((each) => fieldsOf(each).content)).toEqual([
      'a < b\n',
      'a < b\n',
      'a < *b*  \nc\n',
      'Only this\n',
      undefined,
      undefined,
    ])
    expect(fieldsOf(found[0])).toMatchObject({ source: 'https://quay.example/', slug: 'a', draft: false })
    expect(fieldsOf(found[3]).draft).toBe(true)
  })

  test('in RSS 1.0 and as JSON is read, too', async () => {
    const rdf = `<?xml version="1.0"?><rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>Quay</title><link>https://quay.example</link><items><rdf:Seq><rdf:li rdf:resource="a"/></rdf:Seq></items></channel><item rdf:about="a"><title>T</title><link>https://quay.example/a</link><dc:date>2013-05-01T10:00:00Z</dc:date>${whole}</item></rdf:RDF>`
    expect(fieldsOf((await readOne('feed.rdf', rdf))[0])).toMatchObject({
      path: 'https://quay.example/a',
      published_at: '2013-05-01T10:00:00.000Z',
      content: 'Words\n\nMore\n',
    })
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: 'https://quay.example',
      items: [
        {
          id: 1,
          url: 'https://quay.example/a',
          title: 'T',
          content_html: '<p>Words</p>',
          date_published: '2013-05-01T10:00:00Z',
          authors: [{ name: 'Nora' }],
          tags: ['Fish'],
        },
      ],
    }
    const found = await readOne('feed.json', JSON.stringify(json))
    expect(fieldsOf(found[0])).toMatchObject({
      path: '1',
      author: 'Nora',
      tags: ['Fish'],
      content: 'Words\n',
    })
    expect(listLost(found)).toEqual({ [FEW]: 1 })
  })

  test('in the folder of a blog is not read: it has the same articles', async () => {
    const found = await readFiles({
      'a.md': '---\ndate: 2020-01-01\n---\nText',
      'feed.xml': toRss(item(whole)),
    })
    expect(found).toHaveLength(1)
  })
})
