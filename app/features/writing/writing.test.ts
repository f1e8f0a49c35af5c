import { describe, expect, test } from 'vitest'
import { readDraftForm } from './drafts/drafts.ts'
import { toEditRefusal } from './messages.ts'
import { parseDraft } from './writing.ts'

const DRAFT_ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
const SITE_ID = '01a1fd26-8c97-77b6-8309-db0e57169c43'

const FILLED: Record<string, string | string[]> = {
  draftId: DRAFT_ID,
  title: 'A quiet harbour',
  content: 'The *tide* turned at six.',
  metaDescription: 'About tides.',
  author: 'Ines Halloran',
  tags: 'Travel, Health',
  keywords: 'tide',
  canonicalUrl: 'https://blog.example/tides',
  siteIds: [SITE_ID],
}

function makeForm(overrides: Record<string, string | string[]> = {}): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries({ ...FILLED, ...overrides }))
    for (const value of [values].flat()) form.append(name, value)
  return form
}
const parse = (overrides: Record<string, string | string[]> = {}) => parseDraft(makeForm(overrides))
function draftOf(overrides: Record<string, string | string[]> = {}) {
  const parsed = parse(overrides)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.draft
}
function refusalOf(overrides: Record<string, string | string[]>) {
  const parsed = parse(overrides)
  return parsed.ok ? undefined : { reason: parsed.reason, errors: parsed.errors }
}
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index))
const makeId = (index: number) => `01a1fd26-8c97-77b6-8309-${String(index).padStart(12, '0')}`

describe('a valid publish form', () => {
  test('is a draft', () => {
    expect(draftOf()).toEqual({
      draftId: DRAFT_ID,
      generateVariations: false,
      title: 'A quiet harbour',
      content: 'The *tide* turned at six.',
      metaDescription: 'About tides.',
      author: 'Ines Halloran',
      tags: ['Travel', 'Health'],
      keywords: ['tide'],
      canonicalUrl: 'https://blog.example/tides',
      cover: null,
      lang: null,
      translationOf: null,
      siteIds: [SITE_ID],
    })
  })

  test('may leave out all but the title, the text, the author and a site', () => {
    expect(draftOf({ metaDescription: ' ', tags: '', keywords: ' , ', canonicalUrl: ' ' })).toMatchObject({
      metaDescription: null,
      tags: [],
      keywords: [],
      canonicalUrl: null,
    })
  })

  test('has its fields trimmed, except the text', () => {
    const content = '    indented code\n\nText.  \n\n'
    expect(
      draftOf({
        title: ' T ',
        author: '\tA ',
        metaDescription: ' M ',
        canonicalUrl: ' https://a.example ',
        content,
      }),
    ).toMatchObject({
      title: 'T',
      author: 'A',
      metaDescription: 'M',
      canonicalUrl: 'https://a.example',
      content,
    })
  })

  test('has the line ends that were typed, although browsers send others', () => {
    expect(draftOf({ content: 'one\r\n\r\ntwo\r\n' }).content).toBe('one\n\ntwo\n')
  })

  test('has its tags and keywords split on commas, trimmed, without empties and repeats', () => {
    expect(draftOf({ tags: ' Travel,,Health , Travel,', keywords: 'one two,three' })).toMatchObject({
      tags: ['Travel', 'Health'],
      keywords: ['one two', 'three'],
    })
  })

  test('has each site once', () => {
    expect(draftOf({ siteIds: [SITE_ID, makeId(1), SITE_ID] }).siteIds).toEqual([SITE_ID, makeId(1)])
  })

  test('has no effect on other fields', () => {
    const forged = {
      id: makeId(1),
      user_id: makeId(2),
      userId: makeId(2),
      site_id: makeId(3),
      slug: 'admin',
      published_at: '2020-01-01T00:00:00Z',
      publishedAt: '2020-01-01T00:00:00Z',
      content_html: '<script>alert(1)</script>',
      contentHtml: '<script>alert(1)</script>',
      originId: makeId(4),
    }
    expect(draftOf(forged)).toEqual(draftOf())
    expect(draftOf({ constructor: 'x', prototype: 'x' })).toEqual(draftOf())
  })
})

describe('a publish form is refused', () => {
  test.each(['https://ines:secret@a.example/', 'https://ines@a.example/', 'https://(a+)+$.test/'])(
    'for a canonical address with a password, or without a real host name: %s',
    (canonicalUrl) => {
      expect(refusalOf({ canonicalUrl })).toMatchObject({
        reason: 'fields-wrong',
        errors: { canonicalUrl: expect.stringMatching(/address/) as string },
      })
    },
  )

  test.each(['title', 'content', 'author'])('first of all without %s, also if it is white space', (field) => {
    for (const empty of ['', '   ', '\n\t\r\n', '\u00A0']) {
      expect(refusalOf({ [field]: empty })).toEqual({
        reason: 'fields-missing',
        errors: { [field]: 'required' },
      })
    }
    const form = makeForm()
    form.delete(field)
    expect(parseDraft(form)).toMatchObject({ ok: false, reason: 'fields-missing' })
  })

  test('for missing fields before a missing site, and for a missing site before other errors', () => {
    const tooLong = 'x'.repeat(301)
    expect(refusalOf({ title: '', siteIds: [], author: tooLong })?.reason).toBe('fields-missing')
    expect(refusalOf({ siteIds: [], title: tooLong })?.reason).toBe('no-site-selected')
    expect(refusalOf({ siteIds: [] })).toEqual({ reason: 'no-site-selected', errors: {} })
    expect(refusalOf({ title: tooLong })?.reason).toBe('fields-wrong')
  })

  test('with all wrong fields named together', () => {
    const refusal = refusalOf({ title: '', canonicalUrl: 'x', tags: 'x'.repeat(51) })
    expect(Object.keys(refusal?.errors ?? {}).toSorted()).toEqual(['canonicalUrl', 'tags', 'title'])
  })

  test('without losing typed text', () => {
    const typed = {
      draftId: 'x',
      title: '  ',
      content: ' a ',
      metaDescription: ' b ',
      author: ' c ',
      tags: ' d,, d',
      keywords: ',e',
      canonicalUrl: 'not an address',
      cover: 'no cover',
      lang: ' no language ',
      translationOf: ' f ',
      slug: ' x ',
      siteIds: ['no id', SITE_ID],
    }
    expect(parse(typed)).toMatchObject({ ok: false, typed })
    expect(readDraftForm(makeForm(typed))).toEqual({ ...typed, generateVariations: false })
  })

  test('and an empty form, or one with files, has empty fields', () => {
    const form = new FormData()
    form.set('title', new File(['x'], 'x.txt'))
    form.set('siteIds', new File(['x'], 'x.txt'))
    expect(readDraftForm(form)).toEqual({
      draftId: '',
      generateVariations: false,
      slug: '',
      title: '',
      content: '',
      metaDescription: '',
      author: '',
      tags: '',
      keywords: '',
      canonicalUrl: '',
      cover: '',
      lang: '',
      translationOf: '',
      siteIds: [],
    })
    expect(parseDraft(form)).toMatchObject({ ok: false, reason: 'fields-missing' })
  })
})

describe('the limits of a publish form', () => {
  test.each([
    ['title', 'x'.repeat(300), 'x'.repeat(301)],
    ['content', 'x'.repeat(500_000), 'x'.repeat(500_001)],
    ['metaDescription', 'x'.repeat(500), 'x'.repeat(501)],
    ['author', 'x'.repeat(120), 'x'.repeat(121)],
    ['tags', times(20, String).join(), times(21, String).join()],
    ['tags', 'x'.repeat(50), 'x'.repeat(51)],
    ['keywords', times(20, String).join(), times(21, String).join()],
    ['keywords', 'x'.repeat(50), 'x'.repeat(51)],
    ['siteIds', times(101, makeId), times(102, makeId)],
    ['canonicalUrl', `https://a.example/${'x'.repeat(2030)}`, `https://a.example/${'x'.repeat(2031)}`],
  ])('hold for each field: %s (%#)', (field, atLimit, beyond) => {
    expect(parse({ [field]: atLimit }).ok).toBe(true)
    const refusal = refusalOf({ [field]: beyond })
    expect(refusal?.reason).toBe('fields-wrong')
    expect(Object.keys(refusal?.errors ?? {})).toEqual([field])
  })

  test('are explained in a sentence', () => {
    expect(refusalOf({ title: 'x'.repeat(301) })?.errors).toEqual({ title: 'At most 300 characters.' })
    expect(refusalOf({ tags: times(21, String).join() })?.errors).toEqual({ tags: 'At most 20 of them.' })
    expect(refusalOf({ canonicalUrl: 'tides' })?.errors).toEqual({
      canonicalUrl: 'A web address such as https://example.com/article.',
    })
  })
})

describe('a canonical URL', () => {
  test.each([
    'https://blog.example',
    'http://blog.example/2020/tides?page=1#top',
    'https://münchen.example/größe',
    'https://blog.example:8443/',
    'HTTPS://BLOG.EXAMPLE/',
  ])('is a web URL: %s', (canonicalUrl) => expect(draftOf({ canonicalUrl }).canonicalUrl).toBe(canonicalUrl))

  test.each([
    'blog.example/tides',
    '/tides',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://blog.example',
    'data:text/html,x',
    'ftp://blog.example/',
    'mailto:desk@blog.example',
    'https://',
    'https:// blog.example',
    'null',
  ])('is not any other URL: %s', (canonicalUrl) =>
    expect(refusalOf({ canonicalUrl })).toMatchObject({
      reason: 'fields-wrong',
      errors: { canonicalUrl: /./ },
    }),
  )
})

test.each([
  ['draftId', ''],
  ['draftId', 'x'],
  ['siteIds', ['x']],
  ['siteIds', [SITE_ID, `${SITE_ID}'--`]],
])('a wrong id is refused: %s = %j', (field, value) =>
  expect(refusalOf({ [field]: value })?.reason).toBe('fields-wrong'),
)

test('a refused change of an article is named after the pressed button', () => {
  expect(toEditRefusal('not-stored', 'save').title).toBe('Failed to save the article')
  expect(toEditRefusal('not-stored', 'redeliver').title).toBe('Failed to try again')
  expect(toEditRefusal('not-stored', 'publish').title).toBe('Failed to publish post')
  expect(toEditRefusal('changed-meanwhile', 'save').title).toBe(
    'Not saved: the article was changed meanwhile',
  )
})
