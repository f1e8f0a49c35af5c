import { expect, test } from 'vitest'
import { sayNothingNew } from './messages.ts'

test.each([
  [{ same: 3, refused: 0, leftOut: 2 }, 'There is nothing in it that you do not have.'],
  [
    { same: 0, refused: 1, leftOut: 0 },
    'Nothing of it can come in: 1 item is refused. The reasons are below.',
  ],
  [
    { same: 2, refused: 3, leftOut: 0 },
    'You have 2 articles of it already. The other 3 items are refused. The reasons are below.',
  ],
  [
    { same: 0, refused: 0, leftOut: 4 },
    'There is no article in it. 4 other things are left out, as listed below.',
  ],
])('a file of which nothing comes in is said to be so: %j', (counts, sentence) => {
  expect(sayNothingNew(counts)).toBe(sentence)
})
