import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { buildIfStale } from './build.ts'
import { runCommand, UsageError } from './command-line.ts'
import { installSystemPackages } from './system-packages.ts'
import { listBeforeRelease, listDaily, listServerTests } from '../tests/support/stores.ts'
import {
  countPlaywright,
  countVitest,
  type Failure,
  listParts,
  listSlowest,
  splitFlaky,
  type Tally,
} from './test-reports.ts'

const MOST_REPEATED = 20
const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=json']

interface Step {
  name: string
  /** The program and its arguments. */
  command: string[]
  /** Reads the passed and the failed tests from a report. A step without it counts as one test. */
  count?: (reportFile: string) => Tally
  /** The arguments that let it run one file at a time. A step without them is not repeated. */
  oneByOne?: string[]
  /** The test files to run; all if undefined. */
  files?: string[]
}

interface StepTally extends Tally {
  step: Step
}

// Each check uses one of two cores, and the longest starts first. Lint also checks the types, like the native compiler.
const CHECKS: Step[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dead-code', command: ['knip'] },
  {
    name: 'imports',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'app', 'server', 'tools'],
  },
]

// The compiler itself runs only before a release.
const DEEP_CHECKS: Step[] = [{ name: 'types', command: ['tsc', '--noEmit'] }]

const ON_STORE = { count: countVitest, oneByOne: ['--maxWorkers=1'] }

// Each step uses both cores.
const TESTS: Step[] = [
  { name: 'embedded', command: [...VITEST, '--project=embedded'], ...ON_STORE },
  { name: 'server', command: [...VITEST, '--project=server'], ...ON_STORE },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--reporter=line,json'],
    count: countPlaywright,
    oneByOne: ['--workers=1'],
  },
]
const STEPS = [...CHECKS, ...DEEP_CHECKS, ...TESTS].map(({ name }) => name)

const HELP = `
npm test [-- NAME...]         what to run before every commit: a quarter of an hour on two cores
npm run test:deep [-- NAME...]  what a release deserves: an hour and a half

Every day: format, lint with types, import rules, dead code; then the tests without a store, those of the embedded store,
and those whose answer may depend on the store; then all tests with a store on a real Postgres server, and the journeys
in a browser. Deep: all of them on the other store too, with their full numbers, and those that are too long for every
day (tests/deep).

The files with failed tests run once more at the end, alone, unless there are more than ${MOST_REPEATED} failures. A test that passes
then is listed as flaky and does not fail the run.

A NAME is a step (${STEPS.join(', ')}), a file, or part of a file's path: npm test -- writing
runs the tests of that room alone.
`

await runCommand(HELP, async () => {
  const isDeep = process.argv[2] === '--deep'
  const names = process.argv.slice(isDeep ? 3 : 2)
  if (isDeep) process.env.TIER = 'deep'
  const wanted = names.filter((name) => STEPS.includes(name))
  const paths = names.filter((name) => !STEPS.includes(name))
  const steps = chooseSteps({ isDeep, wanted, paths })
  const missing = installSystemPackages()
  const tallies: StepTally[] = []
  const parts: [name: string, seconds: number][] = []
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    parts.push([name, secondsSince(startedAt)])
  }
  const run = async (step: Step, { isAlone }: { isAlone: boolean }) => {
    const lacks = missing.get(step.name)
    if (lacks) process.stdout.write(`${step.name}: left out. ${lacks}\n`)
    else tallies.push(await runStep(step, { isAlone }))
  }
  if (steps.checks.length > 0) spawnSync('react-router', ['typegen'], { stdio: 'inherit' })
  const cores = pLimit(2)
  await timed('build and checks', () =>
    Promise.all([
      cores(buildIfStale),
      ...steps.checks.map((step) => cores(() => run(step, { isAlone: false }))),
    ]),
  )
  for (const step of steps.tests) await timed(step.name, () => run(step, { isAlone: true }))
  const flaky: string[] = []
  for (const [index, first] of tallies.entries()) {
    const repeated = listRepeatable(first)
    if (repeated.length === 0) continue
    await timed(`${first.step.name}, failed files again`, async () => {
      const second = await runStep(toRepeat(first.step, repeated), { isAlone: true })
      const split = splitFlaky(first, second)
      tallies[index] = { ...split.tally, step: first.step }
      flaky.push(...split.flaky)
    })
  }
  report({ tallies, flaky, parts })
})

interface Choice {
  isDeep: boolean
  /** The names of steps. */
  wanted: string[]
  /** Parts of the paths of test files. */
  paths: string[]
}

/** Returns the chosen steps; all steps of the tier if none is named. Throws UsageError for an unknown name. */
function chooseSteps({ isDeep, wanted, paths }: Choice): { checks: Step[]; tests: Step[] } {
  const isWanted = ({ name }: Step) => wanted.includes(name)
  if (wanted.length + paths.length === 0) return { checks: isDeep ? DEEP_CHECKS : CHECKS, tests: TESTS }
  const checks = [...CHECKS, ...DEEP_CHECKS].filter(isWanted)
  if (paths.length === 0) return { checks, tests: TESTS.filter(isWanted) }
  const files = globSync('{app,client,server,tests,tools}/**/*.{test,e2e}.ts')
  const unknown = paths.find((path) => !files.some((file) => file.includes(path)))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no step ${unknown}, and no test has that in its path. Steps: ${STEPS.join(', ')}.`,
    )
  const found = files.filter((file) => paths.some((path) => file.includes(path)))
  const tests = TESTS.map((step) => ({
    ...step,
    files: found.filter((file) => runsIn(step, file, { isDeep, wanted })),
  })).filter((step) => step.files.length > 0)
  if (tests.length === 0) throw new UsageError('No step of this tier runs these files.')
  return { checks, tests }
}

/**
 * Returns true if a step of the tier runs a test file. If no step is named, each file of the daily tier runs on one of the two
 * databases.
 */
function runsIn({ name }: Step, file: string, { isDeep, wanted }: Omit<Choice, 'paths'>): boolean {
  if (wanted.length > 0 && !wanted.includes(name)) return false
  if (name !== 'embedded' && name !== 'server') return file.endsWith('.e2e.ts')
  if (isDeep) return listBeforeRelease(name).includes(file)
  const isOnOther = wanted.length === 0 && (name === 'server') !== listServerTests().includes(file)
  return listDaily(name).includes(file) && !isOnOther
}

/** Returns the failures whose files run again. So many failures have one cause, which a second run would only show again. */
function listRepeatable({ step, failures }: StepTally): Failure[] {
  return step.oneByOne === undefined || failures.length > MOST_REPEATED ? [] : failures
}

/** Returns a step with the files of its failures alone, one after the other; with all files if a failure names none. */
function toRepeat(step: Step, failures: Failure[]): Step {
  const files = failures.map(({ file }) => file)
  const chosen = files.includes(undefined) ? (step.files ?? []) : [...new Set(files)]
  return {
    ...step,
    command: [...step.command, ...(step.oneByOne ?? [])],
    files: chosen.flatMap((file) => file ?? []),
  }
}

interface Report {
  tallies: StepTally[]
  flaky: string[]
  parts: [name: string, seconds: number][]
}

function report({ tallies, flaky, parts }: Report): void {
  const named = tallies.map(({ step, seconds }) => ({ name: step.name, seconds }))
  for (const line of [...listSlowest(named), '', ...listParts(parts)]) process.stdout.write(`${line}\n`)
  for (const { step, failures } of tallies)
    for (const { name, reason } of failures) process.stdout.write(`\nFAILED ${step.name}: ${name}${reason}\n`)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failures.length, 0)
  process.stdout.write('\n')
  for (const name of flaky) process.stdout.write(`flaky: ${name}\n`)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  if (failed !== 0) process.exitCode = 1
}

async function runStep(step: Step, { isAlone }: { isAlone: boolean }): Promise<StepTally> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-report-'))
  const reportFile = join(folder, 'report.json')
  const startedAt = performance.now()
  const code = await runProgram(step, { reportFile, isAlone })
  const counted =
    step.count && existsSync(reportFile)
      ? step.count(reportFile)
      : { passed: code === 0 ? 1 : 0, failures: [], seconds: [] }
  const failures =
    code !== 0 && counted.failures.length === 0
      ? [{ name: `ended with code ${code}`, reason: '' }]
      : counted.failures
  await rm(folder, { recursive: true })
  const seconds = secondsSince(startedAt).toFixed(1)
  process.stdout.write(`${step.name}: ${counted.passed} passed, ${failures.length} failed (${seconds} s)\n`)
  return { ...counted, failures, step }
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

function runProgram(
  step: Step,
  { reportFile, isAlone }: { reportFile: string; isAlone: boolean },
): Promise<number> {
  const [program = '', ...args] = [...step.command, ...(step.files ?? [])]
  const env = { ...process.env, VITEST_REPORT: reportFile, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }
  const output = isAlone ? 'inherit' : 'pipe'
  const child = spawn(program, args, { stdio: ['ignore', output, output], env })
  for (const stream of [child.stdout, child.stderr]) if (stream) printLinesAs(step.name, stream)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Prints each line of a stream with the name of its step. */
function printLinesAs(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${name} | ${line}\n`))
}
