import { describe, expect, test } from 'vitest'
import {
  countFound,
  type PageListItem,
  parsePage,
  takePage,
  toListUrl,
  toPageList,
  toPageRange,
  toPageUrl,
} from './page-list.ts'

const show = (items: PageListItem[]) => items.map((item) => (item === 'ellipsis' ? '…' : item)).join(' ')

describe('the pages that a pagination control shows', () => {
  test.each([1, 2, 6, 7])('are all of %i, on every page, up to seven', (pageCount) => {
    const all = Array.from({ length: pageCount }, (_, index) => index + 1)
    for (const current of all) expect(toPageList(current, pageCount)).toEqual(all)
  })

  test.each([
    [1, '1 2 3 4 … 8'],
    [2, '1 2 3 4 … 8'],
    [3, '1 2 3 4 … 8'],
    [4, '1 … 3 4 5 … 8'],
    [5, '1 … 4 5 6 … 8'],
    [6, '1 … 5 6 7 8'],
    [7, '1 … 5 6 7 8'],
    [8, '1 … 5 6 7 8'],
  ])('follow the rule of the spec on page %i of 8', (current, shown) =>
    expect(show(toPageList(current, 8))).toBe(shown),
  )

  test.each([
    [3, '1 2 3 4 … 100'],
    [4, '1 … 3 4 5 … 100'],
    [50, '1 … 49 50 51 … 100'],
    [97, '1 … 96 97 98 … 100'],
    [98, '1 … 97 98 99 100'],
  ])('follow the rule of the spec on page %i of 100', (current, shown) =>
    expect(show(toPageList(current, 100))).toBe(shown),
  )

  test('always include the current one, the first and the last, each once and in order', () => {
    for (let pageCount = 1; pageCount <= 20; pageCount += 1) {
      for (let current = 1; current <= pageCount; current += 1) {
        const numbers = toPageList(current, pageCount).filter((item) => item !== 'ellipsis')
        expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
        expect(numbers).toEqual(expect.arrayContaining([1, current, pageCount]))
      }
    }
  })
})

describe('the page number of a URL', () => {
  test.each([
    ['1', 1],
    ['2', 2],
    ['10', 10],
    ['999999', 999_999],
  ])('is read from %j', (value, page) => expect(parsePage(value)).toBe(page))

  test.each([
    null,
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.5',
    '1e3',
    '0x10',
    ' 2',
    '2 ',
    '2\n',
    'two',
    '٢',
    '1000000',
    'NaN',
    'Infinity',
    '2,3',
  ])('is 1 where it is no positive whole number: %j', (value) => expect(parsePage(value)).toBe(1))
})

test('the first page of a list has the URL of the list; the others add their number', () => {
  expect(toPageUrl('/category/travel', 1)).toBe('/category/travel')
  expect(toPageUrl('/category/travel', 2)).toBe('/category/travel?page=2')
})

test('the URL of a list has the values that filter it', () => {
  expect(toListUrl('/tags', { q: '', tag: undefined })).toBe('/tags')
  expect(toListUrl('/tags', { q: 'a b', band: 0, tag: 'a/b' })).toBe('/tags?q=a+b&band=0&tag=a%2Fb')
})

test('a page behind the end of a list is its last page', () => {
  expect(toPageRange(0, 3, 50)).toEqual({ page: 1, pageCount: 1 })
  expect(toPageRange(100, 3, 50)).toEqual({ page: 2, pageCount: 2 })
  const all = ['Ebb', 'Flood', 'Spring']
  expect(takePage({ all, found: all }, 9, 2)).toEqual({
    rows: ['Spring'],
    found: 3,
    total: 3,
    page: 2,
    pageCount: 2,
  })
})

const toCount = (count: number) => `${count} tags`

test('a count names all rows too if a filter finds only some of them', () => {
  expect(countFound({ found: 20, total: 20 }, toCount)).toBe('20 tags')
  expect(countFound({ found: 1200, total: 2000 }, toCount)).toBe('1,200 of 2000 tags')
  expect(countFound({ found: 20, total: 20 }, toCount, true)).toBe('20 of 20 tags')
})
