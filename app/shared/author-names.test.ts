import { describe, expect, test } from 'vitest'
import { toAuthorNames, withCommas } from './author-names.ts'

describe('the authors of a text', () => {
  test.each([
    ['Robert Vale, Jr.', ['Robert Vale, Jr.']],
    ['Ines, Robert Vale,Jr., Theo', ['Ines', 'Robert Vale, Jr.', 'Theo']],
    ['Ann Quay, M.D., Ph.D.', ['Ann Quay, M.D., Ph.D.']],
    ['Jr.', ['Jr.']],
    ['Ines, Junior', ['Ines', 'Junior']],
    ['José, Jose\u0301', ['José']],
  ])('are separated by commas that are not parts of a name: %s', (author, names) =>
    expect(toAuthorNames(author)).toEqual(names),
  )

  test.each([
    ['Ines; Theo;', 'Ines, Theo'],
    ['Ines & Theo', 'Ines, Theo'],
    ['Ines, Theo, and Mara', 'Ines, Theo, Mara'],
    ['Ines AND Robert Vale, Jr.', 'Ines, Robert Vale, Jr.'],
    ['Science and Health Desk', 'Science, Health Desk'], // which is why the screen only asks
    ['AT&T', undefined],
    ['Andy Sandoval', undefined],
    ['Ines, Theo', undefined],
    ['', undefined],
  ])('may be separated by other signs: %s', (author, separated) => expect(withCommas(author)).toBe(separated))
})
