// Which test files run on which of the two stores.
import { globSync, readFileSync } from 'node:fs'

/** All test files except journeys. */
export const EVERYWHERE = ['{app,client,server,tests,tools}/**/*.test.ts']

/** Tests of code for which the two stores may differ. `npm test` runs them on a Postgres server too. */
export const ON_BOTH = [
  'app/platform/{batched,circuit-breaker,own-rows,page-invalidation,prepared,queue,rate-limits,store-away}.test.ts',
  'app/features/publishing/{deliveries/{leases,exactly-once},writing/commands}.test.ts',
  'app/features/articles/{search/search,commands,queries}.test.ts',
  'app/features/{accounts/sign-in,links/placing}/commands.test.ts',
  'app/features/local-seo/landing-pages/generation.test.ts',
  'app/features/accounts/tokens/refresh-tokens.test.ts',
]

// Tests that run the product on the embedded store every day: how it is shared, killed and started again.
const EMBEDDED_PROCESSES = new Set(['tests/embedded-store.test.ts', 'tests/crash.test.ts'])

/** Tests without a store, in folders of tests with one. They run only in the project of the embedded store. */
export const PURE = [
  'tests/{backlinks,import-rules}.test.ts',
  'app/features/accounts/sign-in/password.test.ts',
  'app/features/articles/markdown/{render-markdown,highlight-code}.test.ts',
  'app/platform/{outbound,worker-pool}.test.ts',
]

/** Returns the test files that contain a text. */
export const listTests = (has: RegExp) =>
  globSync(EVERYWHERE).filter((file) => has.test(readFileSync(file, 'utf8')))

/**
 * Returns the tests that start the product as a process. Every day these processes use a Postgres server: with it, they
 * need a third of the time, both to start and when idle.
 */
export const listProcessTests = () =>
  listTests(/\b(startServer|startLastingServer|shareServer)\b/).filter(
    (file) => !file.startsWith('tests/deep/') && !EMBEDDED_PROCESSES.has(file),
  )
