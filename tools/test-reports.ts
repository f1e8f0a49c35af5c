// Reads the reports of the two test runners.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const SLOWEST = 10
const REASON_LINES = 12

/** A test that failed. */
export interface Failure {
  name: string
  /** The first lines of the error. */
  reason: string
  /** The path of its test file; undefined if the step failed without naming a test. */
  file?: string
}

/** The result of one step of the tests. */
export interface Tally {
  passed: number
  failures: Failure[]
  /** The time of each file, in seconds. */
  seconds: [file: string, seconds: number][]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Reads the report of `vitest run --reporter=json`. A file that could not run counts as one failure. */
export function countVitest(reportFile: string): Tally {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    const file = toPath(name)
    const isWhole = status === 'failed' && failed.length === 0
    const isCutOff = isWhole && message === '' // an error in the file would be there
    if (isCutOff || assertionResults.some((result) => result.status === 'pending'))
      return [{ name: file, reason: '\n  Its worker ended before it did.', file }]
    if (isWhole) return [{ name: file, reason: toReason(message), file }]
    return failed.map(({ fullName, failureMessages }) => ({
      name: fullName,
      reason: toReason(failureMessages[0]),
      file,
    }))
  })
  return {
    passed: report.numPassedTests,
    failures,
    seconds: report.testResults.map(({ name, startTime, endTime }) => [
      toPath(name),
      (endTime - startTime) / 1000,
    ]),
  }
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: { status: string; results: { duration: number; errors: { message: string }[] }[] }[]
  }[]
}

/** Reads the report of `playwright test --reporter=json`. A flaky test counts as failed. */
export function countPlaywright(reportFile: string): Tally {
  const { stats, suites } = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    stats: { expected: number }
    suites: PlaywrightSuite[]
  }
  return {
    passed: stats.expected,
    failures: suites.flatMap((suite) => listFailures(suite, suite.title)),
    seconds: suites.map((suite) => [suite.title, sumSeconds(suite)]),
  }
}

function listFailures({ title, suites = [], specs }: PlaywrightSuite, file: string): Failure[] {
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          name: `${title}: ${spec.title}`,
          // A test that ran out of time reports in a second error the condition that it waited for.
          reason: toReason(results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')),
          file,
        })),
    ),
    ...suites.flatMap((suite) => listFailures(suite, file)),
  ]
}

function sumSeconds({ suites = [], specs }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map((each) => each.duration)),
  )
  return own.reduce((sum, ms) => sum + ms / 1000, 0) + suites.reduce((sum, each) => sum + sumSeconds(each), 0)
}

/**
 * Compares a step with a second run of its failed files. Returns the names of the tests that passed the second time, and
 * the tally in which these count as passed.
 */
export function splitFlaky(first: Tally, second: Tally): { tally: Tally; flaky: string[] } {
  const failsAgain = ({ name, file }: Failure) =>
    second.failures.some((again) => {
      if (!file || !again.file) return true
      return again.file === file && (again.name === name || [again.name, name].includes(file))
    })
  const failures = first.failures.filter(failsAgain)
  const flaky = first.failures.filter((failure) => !failsAgain(failure)).map(({ name }) => name)
  return { tally: { ...first, passed: first.passed + flaky.length, failures }, flaky }
}

/** Returns one line for each of the ten slowest files, to show where a slow run can be made faster. */
export function listSlowest(steps: { name: string; seconds: Tally['seconds'] }[]): string[] {
  const slowest = steps
    .flatMap(({ name, seconds }) => seconds.map(([file, each]) => ({ name, file, each })))
    .toSorted((one, other) => other.each - one.each)
    .slice(0, SLOWEST)
  return slowest.map(({ name, file, each }) => `${each.toFixed(1).padStart(6)} s  ${file} (${name})`)
}

/** Returns one line for each part of a run, and one for the whole. */
export function listParts(parts: [name: string, seconds: number][]): string[] {
  const all = parts.reduce((sum, [, seconds]) => sum + seconds, 0)
  return [...parts, ['in all', all] as const].map(
    ([name, seconds]) => `${(seconds / 60).toFixed(1).padStart(6)} min  ${name}`,
  )
}

const toPath = (name: string) => relative(process.cwd(), name)

const toReason = (message = '') =>
  message
    .split('\n')
    .slice(0, REASON_LINES)
    .map((line) => `\n  ${line}`)
    .join('')
