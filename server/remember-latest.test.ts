// @store none
import { expect, test } from 'vitest'
import { rememberLatest } from './remember-latest.ts'

/** Returns a function that reads headers with a memory, and the headers that were parsed. */
function makeRead() {
  const parsed: string[] = []
  const read = rememberLatest((header) => {
    parsed.push(header)
    return header === 'unknown' ? undefined : header.toUpperCase()
  })
  return { read, parsed }
}

test('a header is parsed once, also after hundreds of odd ones', () => {
  const { read, parsed } = makeRead()
  for (let index = 0; index < 600; index += 1) read(`odd-${index}`)
  parsed.length = 0
  for (let count = 0; count < 3; count += 1) expect(read('gzip, br')).toBe('GZIP, BR')
  expect(parsed).toEqual(['gzip, br'])
})

test('a header in use stays while odd ones come, and the oldest of these are forgotten', () => {
  const { read, parsed } = makeRead()
  for (let index = 0; index < 600; index += 1) {
    read('gzip, br')
    read(`odd-${index}`)
  }
  expect(parsed.filter((header) => header === 'gzip, br')).toHaveLength(1)
  parsed.length = 0
  read('odd-0')
  expect(parsed).toEqual(['odd-0'])
})

test('a header without a value is parsed again', () => {
  const { read, parsed } = makeRead()
  expect([read('unknown'), read('unknown')]).toEqual([undefined, undefined])
  expect(parsed).toEqual(['unknown', 'unknown'])
})
