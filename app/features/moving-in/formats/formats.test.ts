import { describe, expect, test } from 'vitest'
import { toOldPath } from '../../articles/articles.ts'
import { readRecord } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'
import { toMoment } from './dates.ts'

describe('a date', () => {
  test.each([
    ['2021-08-23', '2021-08-23T00:00:00.000Z'],
    ['2021-8-3', '2021-08-03T00:00:00.000Z'],
    ['2021-08-23 10:20', '2021-08-23T10:20:00.000Z'],
    ['2021-08-23 10:20:30 +0200', '2021-08-23T08:20:30.000Z'],
    ['2021-08-23T10:20:30-05:00', '2021-08-23T15:20:30.000Z'],
    ['2021-08-23T10:20:30.123456Z', '2021-08-23T10:20:30.123Z'],
    ['Fri, 07 Jun 2013 03:00:44 +0000', '2013-06-07T03:00:44.000Z'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    ['Jul 08 2022', '2022-07-08T00:00:00.000Z'],
    ['8 July 2022', '2022-07-08T00:00:00.000Z'],
    ['July 8th, 2022 at 3:04 pm', '2022-07-08T15:04:00.000Z'],
    ['2020-5-6 7:8:9', '2020-05-06T07:08:09.000Z'],
    ['2020-05-06T07:08:09+02:00[Europe/Berlin]', '2020-05-06T05:08:09.000Z'],
    ['2013/7/13 20:46:25', '2013-07-13T20:46:25.000Z'],
    ['2020-03-05 10:00:00 EST', '2020-03-05T15:00:00.000Z'],
    ['2012-03-04 09:00:00.000000000 +01:00', '2012-03-04T08:00:00.000Z'],
    ['Fri Jul 08 2022 10:00:00 GMT+0200 (Central European Summer Time)', '2022-07-08T08:00:00.000Z'],
    ['Fri Jul  8 10:00:00 CEST 2022', '2022-07-08T08:00:00.000Z'],
    ['13/07/2022', '2022-07-13T00:00:00.000Z'],
    ['08/08/2022', '2022-08-08T00:00:00.000Z'],
    ['20220708', '2022-07-08T00:00:00.000Z'],
    [1_583_402_400, '2020-03-05T10:00:00.000Z'],
    ['1388318310783', '2013-12-29T11:58:30.783Z'],
  ])('%s is read as UTC in any time zone of this computer', (written, read) => {
    expect(toMoment(written)).toBe(read)
  })

  test.each([undefined, null, '', ' ', '0000-00-00 00:00:00', 'Mon, 30 Nov -0001 00:00:00 +0000', {}])(
    '%j is not a date',
    (written) => {
      expect(toMoment(written)).toBeUndefined()
    },
  )

  test.each([
    'yesterday',
    '2021-13-01',
    '2022-02-30',
    '2021-08-23 25:00',
    'May 2021',
    '07/08/2022',
    '2022',
    '2020-03-05 10:00 XYZ',
  ])('%s cannot be read and is returned as it is, to be refused later', (written) =>
    expect(toMoment(written)).toBe(written),
  )
})

test.each([
  ['post-name.html', 'post-name'],
  ['Über_uns', 'ber-uns'],
  ['грипп', 'gripp'],
  ['流感', 'liu-gan'],
  ['', undefined],
  ['...', undefined],
])('the old slug %j becomes %j', (slug, kept) => expect(toKnownSlug(slug)).toBe(kept))

test('plain text has no tags, and characters instead of entities', () => {
  expect(toPlainText('<p>Tom &amp; <b>Jerry</b>&#8217;s\n&#x1F600; &nosuch; &#99999999;</p>')).toBe(
    'Tom & Jerry ’s 😀 &nosuch; \uFFFD',
  )
})

test.each([
  ['https://old.example/2013/a-b.html?x=1#y', '/2013/a-b.html'],
  ['/blog/caf%C3%A9/', '/blog/café'],
  ['blog/post', '/blog/post'],
  ['/bad%zz/', '/bad%zz'],
  ['https://old.example/?p=204', '/?p=204'],
  ['/?page_id=204', '/?p=204'],
  ['/?p=x', undefined],
  ['/', undefined],
  ['', undefined],
  ['mailto:a@b.example', undefined],
  ['/nul%00', undefined],
])('the old URL %j has the path %j', (address, path) => expect(toOldPath(address)).toBe(path))

describe('an NDJSON record', () => {
  test('of another program has entities decoded in its lines, but not in its text', () => {
    const fields = {
      source: 'blog.example',
      title: 'They&#8217;re &amp; we',
      tags: ['R&amp;D'],
      content: '&amp;',
    }
    expect(readRecord(fields)).toEqual({ ...fields, title: 'They’re & we', tags: ['R&D'] })
  })

  test('of our own export is not changed', () => {
    const fields = { source: 'broadsheet', title: 'What &amp; means' }
    expect(readRecord(fields)).toEqual(fields)
  })
})
