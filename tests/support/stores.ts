// Which test files run on which of the two stores.
import { globSync, readFileSync } from 'node:fs'

export const EVERYWHERE = ['{app,client,server,tests,tools}/**/*.test.ts']

// Where the two stores can differ: what `npm test` runs on a server Postgres too.
export const ON_BOTH = [
  'app/platform/{batched,breaker,own-rows,page-drops,prepared,queue,rate-limits}.test.ts',
  'app/features/publishing/{leases,commands,exactly-once}.test.ts',
  'app/features/articles/{search,commands,queries}.test.ts',
  'app/features/{accounts,backlinks}/commands.test.ts',
  'app/features/landing-pages/generation.test.ts',
  'app/features/tokens/refresh-tokens.test.ts',
]

// The product as a process on the embedded store, every day: how it is shared, killed, and starts again.
const EMBEDDED_PROCESSES = new Set(['tests/embedded-store.test.ts', 'tests/crash.test.ts'])

// Rules that no store has a part in, though they lie among those that ask one. They run on the embedded one alone.
export const PURE = [
  'tests/{backlinks,import-rules}.test.ts',
  'app/features/accounts/password.test.ts',
  'app/features/articles/{render-markdown,highlight-code}.test.ts',
  'app/platform/{outbound,worker-pool}.test.ts',
]

/** The test files that hold a certain text. */
export const listTests = (has: RegExp) =>
  globSync(EVERYWHERE).filter((file) => has.test(readFileSync(file, 'utf8')))

/**
 * What asks the product as a process. On a server Postgres such a process takes a third of the time, to start as at
 * rest, so every day it has its store there.
 */
export const listProcessTests = () =>
  listTests(/\b(startServer|startLastingServer|shareServer)\b/).filter(
    (file) => !file.startsWith('tests/deep/') && !EMBEDDED_PROCESSES.has(file),
  )
