import { describe, expect, test } from 'vitest'
import { toOldPath } from '../articles.ts'
import { readRecord, toKnownSlug, toMoment, toPlainText } from './files.ts'

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
  ])('%s is read as UTC in any time zone of this computer', (written, read) => {
    expect(toMoment(written)).toBe(read)
  })

  test.each([undefined, null, '', ' ', '0000-00-00 00:00:00', {}])('%j is not a date', (written) => {
    expect(toMoment(written)).toBeUndefined()
  })

  test.each(['yesterday', '2021-13-01', '2021-08-23 25:00', 'May 2021'])(
    '%s cannot be read and is returned as it is, to be refused later',
    (written) => expect(toMoment(written)).toBe(written),
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
  ['https://old.example/?p=204', undefined],
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
