import { expect, test } from 'vitest'
import { type Failure, splitFlaky, type Tally } from './test-reports.ts'

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
