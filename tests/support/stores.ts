// The test files that run on each of the two stores.
import { globSync, readFileSync } from 'node:fs'

/** All test files except journeys. */
export const EVERYWHERE = ['{app,client,server,tests,tools}/**/*.test.ts']

// Tests of code for which the two stores may differ. Every day they run on both.
const ON_BOTH = [
  'tests/doctor{,-checks}.test.ts',
  'app/platform/{batched,circuit-breaker,own-rows,rate-limits}.test.ts',
  'app/platform/web/page-invalidation.test.ts',
  'app/platform/store/{prepared,store-away}.test.ts',
  'app/platform/work/queue.test.ts',
  'app/features/delivery/deliveries/{leases,exactly-once}.test.ts',
  'app/features/writing/publish/commands.test.ts',
  'app/features/articles/{search/search,commands,queries}.test.ts',
  'app/features/{accounts/sign-in,links/placing}/commands.test.ts',
  'app/features/local-seo/landing-pages/generation.test.ts',
  'app/features/accounts/tokens/refresh-tokens.test.ts',
]

/** Tests of the embedded store itself, also as a process: how it is shared, killed and started again. */
export const EMBEDDED = [
  'tests/{embedded-store,crash}.test.ts',
  'app/platform/store/{embedded-store,embedded-store-socket}.test.ts',
  'app/platform/backup/snapshots.test.ts',
]

/** Tests without a store, in folders of tests with one. They run only in the project of the embedded store. */
export const PURE = [
  'tests/{backlinks,clipboards,file-limit,import-rules,installation-files,running-text}.test.ts',
  'tests/deep/fidelity.test.ts',
  'app/connectors/domains/check-name.test.ts',
  'app/features/accounts/sign-in/password.test.ts',
  'app/features/articles/markdown/{render-markdown,highlight-code}.test.ts',
  'app/features/delivery/variations/check-variation.test.ts',
  'app/features/local-seo/landing-pages/similarity.test.ts',
  'app/platform/{outbound,secret}.test.ts',
  'app/platform/work/worker-pool.test.ts',
]

/** Tests that take more than five seconds, the longest first. Those in `tests/deep` take minutes. */
export const LONGEST = [
  'tests/deep/corpus.test.ts',
  'tests/deep/large-import.test.ts',
  'tests/deep/scheduled-backup.test.ts',
  'tests/deep/board-crash.test.ts',
  'tests/deep/landing-pages-crash.test.ts',
  'tests/deep/backlinks-crash.test.ts',
  'tests/deep/schedule-crash.test.ts',
  'tests/deep/tag-merge.test.ts',
  'tests/deep/damage.test.ts',
  'tests/crash.test.ts',
  'tests/import-crash.test.ts',
  'tests/publish-crash.test.ts',
  'tests/sign-in-limits.test.ts',
  'app/connectors/ai/complete.test.ts',
  'tests/interchange.test.ts',
  'app/platform/work/worker-pool.test.ts',
  'app/connectors/sites/ask-site.test.ts',
  'tests/sign-in-mail.test.ts',
  'tests/access.test.ts',
  'app/features/writing/publish/edit-article.test.ts',
  'app/features/delivery/variations/variations.test.ts',
  'app/features/accounts/factors/phone.test.ts',
  'app/platform/work/queue.test.ts',
]

const listTests = (has: RegExp) => globSync(EVERYWHERE).filter((file) => has.test(readFileSync(file, 'utf8')))

/** Returns the tests whose numbers depend on the tier. */
export const listTierTests = () => listTests(/support\/tier\.ts'/)

/** Returns the tests that use a store, some of them by starting the product. */
export const listStoreTests = () => except(listTests(/\.server\.ts'|\/support\//), ['tests/deep/*', ...PURE])

/**
 * Returns the tests that every day use only a Postgres server. With it, a query needs half of the time, and a process
 * a third, both to start and when idle.
 */
export const listServerTests = () => except(listStoreTests(), [...ON_BOTH, ...EMBEDDED])

function except(files: string[], patterns: string[]): string[] {
  const left = new Set(globSync(patterns))
  return files.filter((file) => !left.has(file))
}
