import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/spec-map.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| §'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const filesIn = (cell: string | undefined) =>
  [...(cell ?? '').matchAll(/`([\w./-]+)`/g)].map((match) => match[1] ?? '')

test('every line of the spec map names existing source and test files', () => {
  expect(rows.length).toBeGreaterThan(20)
  for (const [, promise, built, proved] of rows) {
    for (const files of [filesIn(built), filesIn(proved)]) {
      expect(files.length, promise).toBeGreaterThan(0)
      expect(
        files.filter((file) => !existsSync(file)),
        promise,
      ).toEqual([])
    }
    expect(
      filesIn(proved).filter((file) => !/\.(test|e2e)\.ts$/.test(file)),
      promise,
    ).toEqual([])
  }
})

const isForDeepAlone = (file: string) => file.startsWith('tests/deep/')
const hasDeepNumbers = (file: string) => /support\/tier\.ts'|tag: '@deep'/.test(readFileSync(file, 'utf8'))

function toTier(files: string[]): string {
  if (files.every(isForDeepAlone)) return 'deep'
  return files.some((file) => isForDeepAlone(file) || hasDeepNumbers(file)) ? 'daily, numbers deep' : 'daily'
}

test('every line of the spec map names the right tier', () => {
  for (const [, promise, , proved, tier] of rows) expect(tier, promise).toBe(toTier(filesIn(proved)))
})

const ways = readFileSync('docs/spec-map.md', 'utf8')
  .split('\n')
  .flatMap((line) => [...line.matchAll(/^\| (.+) \| `([\w./-]+)`: (.+) \| (\w+) \|$/g)])

test('at least forty ways to lose a text have a test', () => {
  expect(ways.length).toBeGreaterThanOrEqual(40)
  expect(new Set(ways.map(([, , file, name]) => `${file} ${name}`)).size).toBe(ways.length)
})

test.each(ways.map(([, way = '', file = '', name = '', tier]) => ({ way, file, name, tier })))(
  'the way to lose a text has a test of its tier: $way',
  ({ file, name, tier }) => {
    const text = readFileSync(file, 'utf8')
    const at = ["'", '`'].map((quote) => text.indexOf(quote + name + quote)).find((index) => index !== -1)
    expect(at, `${file}: ${name}`).toBeDefined()
    // The tag of a test stands between its name and its function.
    const head = text.slice(at).split('=>', 1)[0] ?? ''
    expect(tier).toBe(isForDeepAlone(file) || head.includes("'@deep'") ? 'deep' : 'daily')
  },
)

test('every test and every document that SECURITY.md names exists', () => {
  const text = readFileSync('SECURITY.md', 'utf8')
  const files = [...text.matchAll(/`([\w./-]+\.test\.ts)`|\]\(([\w./-]+)\)/g)].map(
    ([, proof, page]) => proof ?? page ?? '',
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
