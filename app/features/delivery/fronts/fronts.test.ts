import { describe, expect, test } from 'vitest'
import {
  type Front,
  FRONT_LIMIT,
  type FrontFormValues,
  parseFront,
  readFront,
  toFrontForm,
} from './fronts.ts'

const EMPTY: FrontFormValues = { layout: '', lead: '', sections: '', news: '', topicsFrom: '', topics: '' }
const parse = (typed: Partial<FrontFormValues>) => parseFront({ ...EMPTY, ...typed })
const lines = (count: number, toLine: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => toLine(index)).join('\n')

const FULL: Front = {
  layout: 'even',
  lead: 'high-water',
  sections: [
    { title: 'Science', tag: 'Science', articles: [] },
    { title: 'Our coast', tag: 'sea', articles: [] },
    { title: 'Our choice', tag: null, articles: ['high-water', 'low-water'] },
  ],
  news: ['low-water'],
  topics: ['NASA', 'Tides'],
}

describe('the form of a front page', () => {
  test('without a choice means the one that edits itself', () => {
    expect(parse({ sections: ' \n', topics: ' , ', layout: 'comic' })).toEqual({ front: null, errors: {} })
    expect(toFrontForm(null)).toEqual(EMPTY)
  })

  test('shows what was chosen, and reads it back', () => {
    const typed = toFrontForm(FULL)
    expect(typed.sections).toBe(
      'Science\nOur coast | sea\nOur choice | /article/high-water /article/low-water',
    )
    expect(parseFront(typed)).toEqual({ front: FULL, errors: {} })
    expect(readFront(JSON.parse(JSON.stringify(FULL)))).toEqual(FULL)
    const lately = parse({ topicsFrom: 'lately', topics: 'left' }).front
    expect(lately?.topics).toBe('lately')
    expect(parseFront(toFrontForm(lately)).front).toEqual(lately)
  })

  test('takes addresses as people paste them', () => {
    const { front, errors } = parse({
      lead: 'https://quay.example/article/high-water/?from=mail#top',
      sections: '/category/sea%20salt\nCoast | https://quay.example/article/a  /articles/b /article/a',
      topics: ' Sea, sea,Tides ,',
    })
    expect(errors).toEqual({})
    expect(front).toMatchObject({ lead: 'high-water', topics: ['Sea', 'Tides'] })
    expect(front?.sections).toEqual([
      { title: 'sea salt', tag: 'sea salt', articles: [] },
      { title: 'Coast', tag: null, articles: ['a', 'b'] },
    ])
  })

  test('takes from the address of a category what a tag may have', () => {
    const { front } = parse({ sections: `/category/sea%00%0Asalt\n/category/${'a'.repeat(99)}` })
    expect(front?.sections).toEqual([
      { title: 'sea salt', tag: 'sea salt', articles: [] },
      { title: 'a'.repeat(FRONT_LIMIT.title), tag: 'a'.repeat(FRONT_LIMIT.tag), articles: [] },
    ])
    expect(readFront(JSON.parse(JSON.stringify(front)))).toEqual(front)
  })

  test.each([
    ['lead', 'High water', 1],
    ['lead', '/about', 1],
    ['news', '/article/a\n\njavascript:alert(1)', 3],
    ['sections', 'Science\n| sea', 2],
    ['sections', 'Picked | /article/a /about', 1],
    ['sections', '/article/a', 1],
    ['sections', 'Nothing | /category/%00', 1],
  ] as const)('refuses a line that names nothing: %s, %j', (field, text, line) =>
    expect(parse({ [field]: text }).errors).toEqual({ [field]: { reason: 'no-article', line } }),
  )

  test('has limits', () => {
    const { sections, picks, news, topics } = FRONT_LIMIT
    const cases = {
      sections: [lines(sections + 1, (index) => `Tag ${index}`), sections],
      news: [lines(news + 1, (index) => `/article/a-${index}`), news],
      topics: [lines(topics + 1, (index) => `t${index}`).replaceAll('\n', ','), topics],
    } as const
    for (const [field, [text, limit]] of Object.entries(cases))
      expect(parse({ [field]: text }).errors).toEqual({ [field]: { reason: 'too-many', limit } })
    const many = `Picked | ${lines(picks + 1, (index) => `/article/a-${index}`).replaceAll('\n', ' ')}`
    expect(parse({ sections: many }).errors).toEqual({ sections: { reason: 'too-many', limit: picks } })
  })

  test('is that of a page that edits itself if another release wrote it', () => {
    for (const stored of [null, 'text', { layout: 'wild' }, { ...FULL, sections: [{ title: '' }] }])
      expect(readFront(stored)).toBeNull()
  })
})
