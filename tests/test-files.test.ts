// @store none
import { expect, test } from 'vitest'
import { readMarks } from './support/stores.ts'

test('a test file says at its head where it runs, and how long it takes', () => {
  expect(readMarks("import x from 'y'\n// @store none\n")).toEqual({ store: undefined, seconds: 0 })
  expect(readMarks('// Tides.\n// @store both\n// @seconds 12\n')).toEqual({ store: 'both', seconds: 12 })
})

test.each(['// @store somewhere', '// @stores both', '// @seconds long', '// @deep'])(
  'a mark that nobody reads ends the run: %s',
  (mark) => expect(() => readMarks(`${mark}\n`)).toThrow(mark),
)
