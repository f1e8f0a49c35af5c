import { expect, test } from 'vitest'
import { parseEnvironmentFile } from './environment-file.ts'

const read = (text: string) => Object.fromEntries(parseEnvironmentFile(text).values)

// What systemd 252 makes of each text (load_env_file of libsystemd-shared).
test.each([
  ['A=postgres://u:p@h/d?x=1&y=2', { A: 'postgres://u:p@h/d?x=1&y=2' }],
  ['A=$HOME `date` $(date); rm', { A: '$HOME `date` $(date); rm' }],
  ['  A = b c  \n\n# C=1\n;D=1\nE=', { A: 'b c', E: '' }],
  ['A=\'a \\ # "b"\'', { A: 'a \\ # "b"' }],
  ['A="a \\"b\\" \\$c \\n"', { A: 'a "b" $c \\n' }],
  ["A='two\nlines'\nB=1", { A: 'two\nlines', B: '1' }],
  ['A=one \\\n two\nB=1', { A: 'one  two', B: '1' }],
  ['A="one\\\ntwo"', { A: 'onetwo' }],
  ['A=a\\ b\\\\c \\', { A: 'a b\\c ' }],
  ['A=\'b\' "c"d', { A: 'bcd' }],
  ['A=b"c"', { A: 'b"c"' }],
  ['A=1 # no comment', { A: '1 # no comment' }],
  ['A=1\r\nA=2\r\n', { A: '2' }],
  ['A="never closed', { A: 'never closed' }],
])('%j is read as systemd reads it', (text, values) => {
  expect(read(text)).toEqual(values)
})

test('lines that set nothing are named by their numbers', () => {
  const { values, ignored } = parseEnvironmentFile('A=1\nexport B=2\nno setting\n\n1C=3\n')
  expect([Object.fromEntries(values), ignored]).toEqual([{ A: '1' }, [2, 3, 5]])
})
