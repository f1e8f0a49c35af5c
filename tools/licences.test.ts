import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isRefused, listDependencies } from './licences.ts'

const OURS = { name: 'some-package', version: '1.0.0', isDev: false }

test('every dependency has a permitted licence', () => {
  const dependencies = listDependencies()
  expect(dependencies.length).toBeGreaterThan(300)
  expect(dependencies.filter(isRefused)).toEqual([])
})

test('the image keeps the licence of every package', () => {
  const command = /find node_modules .*?(?= -delete)/s.exec(readFileSync('Dockerfile', 'utf8'))?.[0] ?? ''
  const find = command.replaceAll('\\\n', '')
  const options = { encoding: 'utf8', maxBuffer: 100_000_000 } as const
  const deleted = new Set(execFileSync('sh', ['-c', `${find} -print`], options).split('\n'))
  expect(deleted.size).toBeGreaterThan(1000)
  const licences = globSync('node_modules/{*,@*/*}/*.md').filter((file) =>
    /licen[cs]e|notice|copying|copyright|readme/i.test(basename(file)),
  )
  expect(licences.filter((file) => /licen[cs]e/i.test(file)).length).toBeGreaterThan(15)
  expect(licences.filter((file) => deleted.has(file))).toEqual([])
})

test.each([
  '',
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'LGPL-3.0-or-later',
  'SEE LICENSE IN x',
  '(MIT AND GPL-2.0-only)',
])('a package with the licence "%s" is refused', (licence) =>
  expect(isRefused({ ...OURS, licence })).toBe(true),
)
