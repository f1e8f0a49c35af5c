import { describe, expect, test } from 'vitest'
import { DEFAULT_TEMPLATE } from './default-template.ts'
import { fillLine, toShort } from './fill-template.ts'
import { splitAtMarks, toVariantText, VARIANTS } from './template.ts'

test('the default template has the name of a service with its capitals at the start of a sentence alone', () => {
  const { body } = DEFAULT_TEMPLATE
  const all = body.match(/\{\{service\}\}/g) ?? []
  const atStart = body.match(/(?<=^|^\{|^## |[|.] ?)\{\{service\}\}/gm) ?? []
  expect(all).not.toEqual([])
  expect(atStart).toHaveLength(all.length)
})

describe('a description', () => {
  const lengths = Array.from({ length: 76 }, (_, more) => more + 5) // of all names together
  test.each(lengths)(
    'of the default template has the length that search engines show: names of %i letters',
    (length) => {
      const values = { service: 'S'.repeat(length - 4), city: 'Ci', state: 'St' }
      for (let variant = 0; variant < VARIANTS; variant += 1) {
        const line = splitAtMarks(toVariantText(DEFAULT_TEMPLATE.description, variant))
        const shown = toShort(fillLine(line, values))
        expect(shown.length, shown).toBeGreaterThanOrEqual(120)
        expect(shown.length, shown).toBeLessThanOrEqual(160)
        expect(shown).toMatch(/\.$/)
      }
    },
  )

  const first = `${'Long words '.repeat(11)}come first.`
  test.each([
    ['that fits stays unchanged', `${'a'.repeat(159)}.`, `${'a'.repeat(159)}.`],
    ['loses the sentences that do not fit', `${first} ${'More words '.repeat(5)}`, first],
    ['keeps the sentence that just fits', `${'a'.repeat(159)}. b`, `${'a'.repeat(159)}.`],
    [
      'ends within a sentence rather than far too early',
      `Roofs in St. Louis ${'and more '.repeat(20)}`,
      `Roofs in St. Louis ${'and more '.repeat(15)}and …`,
    ],
    ['of one long word is cut within it', 'a'.repeat(200), `${'a'.repeat(158)} …`],
    ['is cut between characters', `a${'🌊'.repeat(99)}`, `a${'🌊'.repeat(78)} …`],
  ])('%s', (_, text, expected) => {
    expect(toShort(text)).toBe(expected)
  })
})
