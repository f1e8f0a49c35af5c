// Says which test files run where. A file says it itself, in the comments at its head:
//
//   @store both       Every day on both stores, because they may differ for its code.
//   @store server     On a Postgres server alone, before a release too: the store does not matter for what it shows, and
//                     its numbers are large.
//   @store embedded   On the embedded store alone: it is about that store, how it is shared, killed and started again.
//   @store none       Without a store, although it imports code of the server or of this folder.
//   @seconds 40       It takes more than five seconds. The longest files start first.
//
// Every other file with a store runs every day on a Postgres server alone. There, a query needs half of the time, and a
// process a third, both to start and when idle.
import { globSync, readFileSync } from 'node:fs'

const STORES = ['both', 'server', 'embedded', 'none'] as const
const FILES = '{app,client,server,tests,tools}/**/*.test.ts'

/** Where a test file runs, as it says. */
interface Marks {
  store: (typeof STORES)[number] | undefined
  seconds: number
}

interface TestFile extends Marks {
  path: string
  /** True if it is one of those that run only before a release. */
  isForRelease: boolean
  /** True if its numbers depend on the tier. */
  hasTier: boolean
  /** True if it uses a store, perhaps by starting the product. */
  hasStore: boolean
}

const HEAD = /^(?:\/\/.*\n)*/
const MARK = /^\/\/ @(\S+) *(.*)$/gm

/** Reads the marks at the head of a test file. Throws for a mark that is not one of the above. */
export function readMarks(text: string): Marks {
  const [head = ''] = HEAD.exec(text) ?? []
  const marks: Marks = { store: undefined, seconds: 0 }
  for (const [line, name, value = ''] of head.matchAll(MARK)) {
    const store = STORES.find((each) => each === value)
    if (name === 'store' && store) marks.store = store
    else if (name === 'seconds' && Number(value) > 0) marks.seconds = Number(value)
    else throw new Error(`tests/support/stores.ts knows no mark like this: ${line}`)
  }
  return marks
}

function readTest(path: string): TestFile {
  const text = readFileSync(path, 'utf8')
  const marks = readMarks(text)
  return {
    ...marks,
    path,
    isForRelease: path.startsWith('tests/deep/'),
    hasTier: /support\/tier\.ts'/.test(text),
    hasStore: marks.store ? marks.store !== 'none' : /\.server\.ts'|\/support\//.test(text),
  }
}

let files: TestFile[] | undefined
const listFiles = () => (files ??= globSync(FILES).map(readTest))

const listTests = (isMeant: (file: TestFile) => boolean): string[] =>
  listFiles()
    .filter(isMeant)
    .map(({ path }) => path)

type Project = 'embedded' | 'server'

const isForServer = ({ store, hasStore, isForRelease }: TestFile) =>
  hasStore && (store === 'server' || (store === undefined && !isForRelease))

/** Lists the tests that run on a Postgres server alone, every day or before a release. */
export const listServerTests = (): string[] => listTests(isForServer)

/** Lists the tests of the daily run on one of the two stores. Those without a store run with the embedded one. */
export const listDaily = (project: Project): string[] =>
  listTests((file) => {
    if (file.isForRelease) return false
    return project === 'server' ? file.hasStore && file.store !== 'embedded' : !isForServer(file)
  })

/** Lists the tests of the run before a release on one of the two stores. */
export const listBeforeRelease = (project: Project): string[] =>
  listTests((file) => {
    if (file.store === 'server') return project === 'server'
    if (project === 'server' && file.store === 'none') return false
    return file.isForRelease || file.hasTier || (project === 'embedded' && file.hasStore)
  })

/** Returns the seconds that a test file takes, by its path; 0 if it takes less than five. */
export const findSeconds = (path: string): number =>
  listFiles().find((file) => file.path === path)?.seconds ?? 0
