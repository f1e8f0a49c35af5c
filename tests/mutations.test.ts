// The list of `npm run mutations` fits the product. Its run, which is long, shows that the tests notice each line.
// @store none
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

interface Mutation {
  file: string
  line: string
  broken: string
  tests: string[]
}

const mutations = JSON.parse(readFileSync('tools/mutations.json', 'utf8')) as Mutation[]

test.each(mutations)('$file has the line that is broken once, and the tests are there: $line', (mutation) => {
  const { file, line, broken, tests } = mutation
  expect(readFileSync(file, 'utf8').split(line)).toHaveLength(2)
  expect(broken).not.toBe(line)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
})

test('each folder with commands has a line', () => {
  const covered = new Set(mutations.map(({ file }) => dirname(file)))
  const rooms = globSync('app/features/**/commands.server.ts').map((file) => dirname(file))
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.filter((room) => !covered.has(room))).toEqual([])
})
