// Proves that the daily tests find faults: breaks one line of the product at a time, and checks that a test fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './build.ts'
import { runCommand, UsageError } from './command-line.ts'
import { PACKAGES } from './releases.ts'
import { countVitest } from './test-reports.ts'

/** A line of the product, and the broken line that replaces it while its tests run. */
interface Mutation {
  number: number
  file: string
  /** Occurs once in the file. */
  line: string
  broken: string
  tests: string[]
}

const LEAST_NOTICED = 40
const LIST = 'tools/mutations.json'
const VITEST = ['run', '--reporter=json']
const REPORT = 'test-results/mutations.json'

const isNoPackage = (path: string) => path !== PACKAGES // releases find those of the checkout

const HELP = `
npm run mutations [-- NUMBER...]

Breaks some forty lines of the product, one at a time, and runs the daily tests of what each line touches. They are in
${LIST}; a NUMBER, counted from 1, chooses one of them. All of this happens in a copy of the checkout. Ends with
an error if fewer than ${LEAST_NOTICED} of all are noticed.
`

await runCommand(HELP, async () => {
  const all = readMutations()
  const chosen = choose(all, process.argv.slice(2))
  const checkout = process.cwd()
  const copy = await copyCheckout()
  process.chdir(copy)
  try {
    const noticed = await checkAll(chosen)
    process.stdout.write(`${noticed} of ${chosen.length} noticed\n`)
    if (chosen.length === all.length && noticed < LEAST_NOTICED) process.exitCode = 1
  } finally {
    process.chdir(checkout)
    await rm(copy, { recursive: true, force: true })
  }
})

function readMutations(): Mutation[] {
  const mutations = JSON.parse(readFileSync(LIST, 'utf8')) as Omit<Mutation, 'number'>[]
  return mutations.map((mutation, index) => ({ ...mutation, number: index + 1 }))
}

function choose(all: Mutation[], numbers: string[]): Mutation[] {
  const unknown = numbers.find((number) => !all.some((mutation) => String(mutation.number) === number))
  if (unknown !== undefined) throw new UsageError(`There is no mutation ${unknown}, only 1 to ${all.length}.`)
  return numbers.length === 0 ? all : all.filter(({ number }) => numbers.includes(String(number)))
}

/**
 * Copies the tracked and the new files, so that an interrupted run does not change the checkout. Returns the folder.
 */
async function copyCheckout(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'broadsheet-mutations-'))
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(file)) // git also lists removed files
  for (const file of files) await cp(file, join(copy, file))
  if (existsSync('build'))
    await cp('build', join(copy, 'build'), { recursive: true, verbatimSymlinks: true, filter: isNoPackage })
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * Returns the number of noticed mutations. Throws if a line does not occur once, or if a test fails without mutations.
 */
async function checkAll(mutations: Mutation[]): Promise<number> {
  for (const mutation of mutations) toBroken(mutation)
  const failures = await runTests([...new Set(mutations.flatMap(({ tests }) => tests))])
  if (failures.length > 0) throw new Error(`These fail with nothing broken:\n${failures.join('\n')}`)
  let noticed = 0
  for (const mutation of mutations) {
    const startedAt = performance.now()
    const [failure] = await runBroken(mutation)
    const first = failure?.split('\n', 1)[0]
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const answer = first === undefined ? 'NOT NOTICED' : `noticed by ${first}`
    process.stdout.write(`${mutation.number} ${mutation.file}: ${answer} (${seconds} s)\n`)
    if (first !== undefined) noticed += 1
  }
  return noticed
}

function toBroken({ number, file, line, broken }: Mutation): { text: string; brokenText: string } {
  const text = readFileSync(file, 'utf8')
  const parts = text.split(line)
  if (parts.length !== 2)
    throw new Error(`Mutation ${number}: ${file} has the line ${parts.length - 1} times: ${line}`)
  return { text, brokenText: parts.join(broken) }
}

async function runBroken(mutation: Mutation): Promise<string[]> {
  const { text, brokenText } = toBroken(mutation)
  writeFileSync(mutation.file, brokenText)
  try {
    return await runTests(mutation.tests)
  } finally {
    writeFileSync(mutation.file, text)
  }
}

/**
 * Runs test files, and builds the product first if one needs it. Returns the failures, each with its name and reason.
 */
async function runTests(tests: string[]): Promise<string[]> {
  if (tests.some(needsBuild)) await buildIfStale()
  rmSync(REPORT, { force: true })
  const ran = spawnSync('node_modules/.bin/vitest', [...VITEST, ...tests], {
    env: { ...process.env, TIER: 'daily', VITEST_REPORT: REPORT },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (!existsSync(REPORT)) throw new Error(`The tests could not be run.\n${ran.error?.message ?? ran.stderr}`)
  const { failures } = countVitest(REPORT)
  return ran.status !== 0 && failures.length === 0
    ? [`the run, which ended with code ${ran.status}`]
    : failures.map(({ name, reason }) => name + reason)
}

function needsBuild(test: string): boolean {
  return /support\/(shared-)?server\.ts'/.test(readFileSync(test, 'utf8'))
}
