import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { countVitest, type Failure, listParts, listSlowest, splitFlaky, type Tally } from './test-reports.ts'

const toTally = (failures: Failure[]): Tally => ({ passed: 7, failures, seconds: [] })
const file = 'app/shared/dates.test.ts'
const first = toTally([
  { name: 'dates are short', reason: '\n  expected 1 to be 2', file },
  { name: 'dates are long', reason: '', file },
])

test('a test that passes the second time is flaky and counts as passed', () => {
  const { tally, flaky } = splitFlaky(first, toTally([{ name: 'dates are long', reason: '', file }]))
  expect(flaky).toEqual(['dates are short'])
  expect(tally.passed).toBe(8)
  expect(tally.failures.map(({ name }) => name)).toEqual(['dates are long'])
})

test('no test is flaky if its file or its step fails as a whole the second time', () => {
  for (const failure of [
    { name: file, reason: '', file },
    { name: 'ended with code 1', reason: '' },
  ])
    expect(splitFlaky(first, toTally([failure]))).toEqual({ tally: first, flaky: [] })
})

test('a file that failed as a whole is flaky only if none of its tests fails the second time', () => {
  const whole = toTally([{ name: file, reason: '', file }])
  expect(splitFlaky(whole, first).flaky).toEqual([])
  expect(splitFlaky(whole, toTally([])).flaky).toEqual([file])
})

test('a step that failed without a test is flaky if its second run passes', () => {
  const whole = toTally([{ name: 'ended with code 1', reason: '' }])
  expect(splitFlaky(whole, toTally([])).flaky).toEqual(['ended with code 1'])
  expect(splitFlaky(whole, whole).flaky).toEqual([])
})

const toResult = (name: string, statuses: string[]) => ({
  name: resolve(name),
  status: 'failed',
  message: '',
  startTime: 0,
  endTime: 0,
  assertionResults: statuses.map((status) => ({ status, fullName: 'a test', failureMessages: ['no'] })),
})

test('a file whose worker ended is named, whether a test of it had begun or not, and may pass alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const testResults = [
    toResult('one', ['passed', 'pending']),
    toResult('two', []),
    toResult('three', ['failed']),
  ]
  const reportFile = join(folder, 'report.json')
  writeFileSync(reportFile, JSON.stringify({ numPassedTests: 1, testResults }))
  const tally = countVitest(reportFile)
  rmSync(folder, { recursive: true })
  expect(tally.failures.map(({ name }) => name)).toEqual(['one', 'two', 'a test'])
  const second = toTally([{ name: 'two', reason: '', file: 'two' }])
  expect(splitFlaky(tally, second).flaky).toEqual(['one', 'a test'])
})

test('the slowest files are listed with their step, and the minutes of each part with their sum', () => {
  const seconds: Tally['seconds'] = [[file, 2]]
  expect(
    listSlowest([
      { name: 'server', seconds },
      { name: 'embedded', seconds: [[file, 30]] },
    ]),
  ).toEqual([`  30.0 s  ${file} (embedded)`, `   2.0 s  ${file} (server)`])
  expect(
    listParts([
      ['embedded', 90],
      ['server', 30],
    ]),
  ).toEqual(['   1.5 min  embedded', '   0.5 min  server', '   2.0 min  in all'])
})
