import { expect, test } from 'vitest'
import { CATEGORIES_LIMIT } from '../../articles/articles.ts'
import { addNewName, parseCategories, readCategories, toCategoryLines } from './categories.ts'

const LINES = 'NASA | nasa, space | All about rockets | and more\niPhone\nSea |  | Tides'

test('categories are read as they are written, with their tags and their descriptions, and shown again', () => {
  const { categories, refusal } = parseCategories(`\n${LINES}\n`)
  expect(refusal).toBeUndefined()
  expect(categories).toEqual([
    { name: 'NASA', tags: ['nasa', 'space'], description: 'All about rockets | and more' },
    { name: 'iPhone', tags: ['iphone'], description: '' },
    { name: 'Sea', tags: ['sea'], description: 'Tides' },
  ])
  expect(parseCategories(toCategoryLines(categories)).categories).toEqual(categories)
  expect(readCategories(JSON.parse(JSON.stringify(categories)))).toEqual(categories)
  expect(parseCategories(' \n').categories).toBeNull()
  expect(readCategories([{ name: 'NASA' }])).toBeNull()
})

test.each([
  ['NASA\n | nasa', { reason: 'no-category', line: 2 }],
  ['NASA\nnasa', { reason: 'no-category', line: 2 }],
  [
    `NASA | ${Array.from({ length: 11 }, (_, index) => `t${index}`).join()}`,
    { reason: 'no-category', line: 1 },
  ],
  [
    Array.from({ length: CATEGORIES_LIMIT.categories + 1 }, (_, index) => `C${index}`).join('\n'),
    { reason: 'too-many' },
  ],
])('categories are refused with the line of the first wrong one: %#', (text, refusal) =>
  expect(parseCategories(text).refusal).toEqual(refusal),
)

test('a new name of a tag stands beside the old one, or in its place where there is no room', () => {
  const moved = { from: 'space', to: 'cosmos' }
  const rename = (tags: string[], names = moved) =>
    addNewName([{ name: 'NASA', tags, description: '' }], names)?.[0]?.tags
  expect(rename(['space', 'nasa'])).toEqual(['space', 'cosmos', 'nasa'])
  expect(rename(['nasa'])).toEqual(['nasa'])
  expect(rename(['cosmos', 'space'])).toEqual(['cosmos', 'space'])
  const rest = Array.from({ length: CATEGORIES_LIMIT.tags - 1 }, (_, index) => `t${index}`)
  expect(rename(['space', ...rest])).toEqual(['cosmos', ...rest])
  expect(rename(['space'], { ...moved, to: 'a|b' })).toEqual(['space']) // the form has no place for a bar
  expect(addNewName(null, moved)).toBeNull()
})
