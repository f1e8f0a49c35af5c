import { describe, expect, test } from 'vitest'
import { DEFAULT_TEMPLATE } from './default-template.ts'
import { fillLine, toShort } from './fill-template.ts'
import { splitAtMarks, tell, TELLINGS } from './template.ts'

describe('a description', () => {
  const lengths = Array.from({ length: 76 }, (_, more) => more + 5) // of all names together
  test.each(lengths)('of ours fits what search engines show: names of %i letters', (length) => {
    const values = { service: 'S'.repeat(length - 4), city: 'Ci', state: 'St' }
    for (let telling = 0; telling < TELLINGS; telling += 1) {
      const line = splitAtMarks(tell(DEFAULT_TEMPLATE.description, telling))
      const shown = toShort(fillLine(line, values))
      expect(shown.length, shown).toBeGreaterThanOrEqual(120)
      expect(shown.length, shown).toBeLessThanOrEqual(160)
      expect(shown).toMatch(/\.$/)
    }
  })

  const first = `${'Long words '.repeat(11)}come first.`
  test.each([
    ['that fits stays as it is', `${'a'.repeat(159)}.`, `${'a'.repeat(159)}.`],
    ['loses the sentences that have no room', `${first} ${'More words '.repeat(5)}`, first],
    ['keeps the sentence that just has room', `${'a'.repeat(159)}. b`, `${'a'.repeat(159)}.`],
    [
      'ends in the midst of a sentence rather than far too soon',
      `Roofs in St. Louis ${'and more '.repeat(20)}`,
      `Roofs in St. Louis ${'and more '.repeat(15)}and …`,
    ],
    ['of one endless word is cut in it', 'a'.repeat(200), `${'a'.repeat(158)} …`],
    ['is cut between characters', `a${'🌊'.repeat(99)}`, `a${'🌊'.repeat(78)} …`],
  ])('%s', (_, text, expected) => {
    expect(toShort(text)).toBe(expected)
  })
})
