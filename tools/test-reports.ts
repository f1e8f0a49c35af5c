// Reads the reports of the two test runners.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const SLOWEST = 10
const REASON_LINES = 12

/** The result of one step of the tests. */
export interface Tally {
  passed: number
  failed: number
  /** The failed tests, each with its name and the first lines of the reason. */
  failures: string[]
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
    if (status === 'failed' && failed.length === 0) return [toFailure(toPath(name), message)]
    return failed.map(({ fullName, failureMessages }) => toFailure(fullName, failureMessages[0]))
  })
  return {
    passed: report.numPassedTests,
    failed: failures.length,
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
    stats: { expected: number; unexpected: number; flaky: number }
    suites: PlaywrightSuite[]
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: suites.flatMap((suite) => listFailures(suite)),
    seconds: suites.map((suite) => [suite.title, sumSeconds(suite)]),
  }
}

function listFailures({ title, suites = [], specs }: PlaywrightSuite): string[] {
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          toFailure(
            `${title}: ${spec.title}`,
            // A test that ran out of time says in a second error what it waited for.
            results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
          ),
        ),
    ),
    ...suites.flatMap((suite) => listFailures(suite)),
  ]
}

function sumSeconds({ suites = [], specs }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map((each) => each.duration)),
  )
  return own.reduce((sum, ms) => sum + ms / 1000, 0) + suites.reduce((sum, each) => sum + sumSeconds(each), 0)
}

/** Returns one line for each of the ten slowest files, to show where a slow run can be made faster. */
export function listSlowest(tallies: Tally[]): string[] {
  const slowest = tallies
    .flatMap(({ seconds }) => seconds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
  return slowest.map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)
}

const toPath = (name: string) => relative(process.cwd(), name)

function toFailure(name: string, reason = ''): string {
  return [name, ...reason.split('\n').slice(0, REASON_LINES)].join('\n  ')
}
