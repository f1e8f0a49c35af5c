import { expect, test } from 'vitest'
import { splitLines } from './lines.ts'

async function read(pieces: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of splitLines(toStream(pieces))) lines.push(line)
  return lines
}

async function* toStream(pieces: string[]): AsyncGenerator<string> {
  yield* pieces
}

test.each([
  ['nothing', [], []],
  ['an empty piece', [''], []],
  ['one line without an end', ['a'], ['a']],
  ['lines in one piece', ['a\nb\n'], ['a', 'b']],
  ['a line in many pieces', ['a', 'b', 'c\nd', 'e\n', 'f'], ['abc', 'de', 'f']],
  ['a line feed in a piece of its own', ['a', '\n', 'b'], ['a', 'b']],
  ['empty lines', ['\n\na\n\n'], ['', '', 'a', '']],
  ['other separators', ['a\u2028b\u2029c\u0085d\re\n'], ['a\u2028b\u2029c\u0085d\re']],
])('%s', async (_, pieces, lines) => {
  expect(await read(pieces)).toEqual(lines)
})
