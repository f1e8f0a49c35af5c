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

test('every test and every document that SECURITY.md names exists', () => {
  const text = readFileSync('SECURITY.md', 'utf8')
  const files = [...text.matchAll(/`([\w./-]+\.test\.ts)`|\]\(([\w./-]+)\)/g)].map(
    ([, proof, page]) => proof ?? page ?? '',
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
