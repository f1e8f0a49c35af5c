import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { buildIfStale } from './build.ts'
import { runCommand, UsageError } from './command-line.ts'
import { installSystemPackages } from './system-packages.ts'

const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=json']

const HELP = `
npm test [-- NAME...]

Checks everything: format, lint, types, import rules, dead code, then the tests on the embedded store and on a real
Postgres server side by side, then the journeys in a browser. With names, only those steps: ${stepNames().join(', ')}.
`

interface Tally {
  passed: number
  failed: number
  /** What failed, by name, with the first lines of the reason. */
  failures: string[]
}

interface Step {
  name: string
  /** Program and arguments. */
  command: string[]
  env?: Record<string, string>
  /** Reads how many tests passed, and which failed; a step without counts as one. */
  count?: (reportFile: string) => Tally
}

/** What is done one after the other; the steps of one stage side by side. */
function stages(): Step[][] {
  return [
    [{ name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] }],
    [{ name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] }],
    [{ name: 'types', command: ['sh', '-c', 'react-router typegen && tsc --noEmit'] }],
    [
      {
        name: 'imports',
        command: ['depcruise', '--config', '.dependency-cruiser.mjs', 'app', 'server', 'tools'],
      },
    ],
    [{ name: 'dead-code', command: ['knip'] }],
    [
      { name: 'embedded', command: VITEST, env: { TEST_STORE: 'embedded' }, count: countVitest },
      { name: 'server', command: VITEST, env: { TEST_STORE: 'server' }, count: countVitest },
    ],
    [{ name: 'journeys', command: ['playwright', 'test', '--reporter=line,json'], count: countPlaywright }],
  ]
}

function stepNames(): string[] {
  return stages().flatMap((stage) => stage.map(({ name }) => name))
}

await runCommand(HELP, async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !stepNames().includes(name))
  if (unknown) throw new UsageError(`There is no step ${unknown}. Steps: ${stepNames().join(', ')}.`)
  const missing = installSystemPackages()
  buildIfStale()
  const total: Tally = { passed: 0, failed: 0, failures: [] }
  const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.includes(name)
  for (const stage of stages()) {
    const steps = stage.filter(isWanted).filter(({ name }) => {
      const lacks = missing.get(name)
      if (lacks) process.stdout.write(`${name}: left out. ${lacks}\n`)
      return !lacks
    })
    const tallies = await Promise.all(steps.map((step) => runStep(step, { isAlone: steps.length === 1 })))
    for (const [index, tally] of tallies.entries()) {
      total.passed += tally.passed
      total.failed += tally.failed
      total.failures.push(...tally.failures.map((failure) => `${steps[index]?.name}: ${failure}`))
    }
  }
  for (const failure of total.failures) process.stdout.write(`\nFAILED ${failure}\n`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
  if (total.failed > 0) process.exitCode = 1
})

async function runStep(step: Step, { isAlone }: { isAlone: boolean }): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-report-'))
  const report = join(folder, 'report.json')
  const startedAt = performance.now()
  const code = await run(step, { report, isAlone })
  const counted =
    step.count && existsSync(report)
      ? step.count(report)
      : { passed: code === 0 ? 1 : 0, failed: 0, failures: [] }
  const tally =
    code !== 0 && counted.failed === 0
      ? { ...counted, failed: 1, failures: [`ended with code ${code}`] }
      : counted
  await rm(folder, { recursive: true })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${step.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)\n`)
  return tally
}

function run(step: Step, { report, isAlone }: { report: string; isAlone: boolean }): Promise<number> {
  const [program = '', ...args] = step.command
  const env = { ...process.env, ...step.env, VITEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const output = isAlone ? 'inherit' : 'pipe'
  const child = spawn(program, args, { stdio: ['ignore', output, output], env })
  for (const stream of [child.stdout, child.stderr]) if (stream) printAs(step.name, stream)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Says of each line whose it is. */
function printAs(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${name} | ${line}\n`))
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

function countVitest(file: string): Tally {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const failures = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => toFailure(fullName, failureMessages[0]))
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string; results: { error?: { message: string } }[] }[] }[]
}

function countPlaywright(file: string): Tally {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: PlaywrightSuite[]
  }
  const failures = suites.flatMap((suite) => listFailures(suite))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }
}

function listFailures({ title, suites = [], specs }: PlaywrightSuite): string[] {
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          toFailure(`${title}: ${spec.title}`, results.find(({ error }) => error)?.error?.message),
        ),
    ),
    ...suites.flatMap((suite) => listFailures(suite)),
  ]
}

function toFailure(name: string, reason = ''): string {
  return [name, ...reason.split('\n').slice(0, 12)].join('\n  ')
}
