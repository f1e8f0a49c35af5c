import { expect, test } from 'vitest'
import { DEFAULT_TEMPLATE } from './default-template.ts'
import { toTemplateParts } from './template-parts.ts'

const show = (text: string) =>
  toTemplateParts(text).map(({ text: part, kind, option }) =>
    kind === 'option' ? [part, option] : [part, kind],
  )

test('a template is split into fields, options and text', () => {
  expect(show('In {{city}}: {one|two {{state}}} {no choice}')).toEqual([
    ['In ', 'text'],
    ['{{city}}', 'field'],
    [': {', 'text'],
    ['one', 0],
    ['|', 'text'],
    ['two ', 1],
    ['{{state}}', 'field'],
    ['} {no choice}', 'text'],
  ])
})

test('a choice in a choice has its own options', () => {
  expect(show('{a {b|c}|d}')).toEqual([
    ['{', 'text'],
    ['a {b|', 0],
    ['c', 1],
    ['}', 0],
    ['|', 'text'],
    ['d', 1],
    ['}', 'text'],
  ])
})

test.each(['', '{', '}}|{{', '{a|b', '{{city}', DEFAULT_TEMPLATE.body])(
  'no character of “%.20s” is lost',
  (text) => {
    const joined = toTemplateParts(text)
      .map((part) => part.text)
      .join('')
    expect(joined).toBe(text)
  },
)
