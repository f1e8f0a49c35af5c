import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { isDeep } from './tests/support/tier.ts'

// Where the two stores can differ, and one test file of each feature: what `npm test` runs on a server Postgres too.
const ON_A_SERVER = [
  'app/platform/{batched,breaker,own-rows,page-drops,prepared,queue,rate-limits}.test.ts',
  'app/features/publishing/{leases,commands,exactly-once}.test.ts',
  'app/features/articles/{search,commands,queries}.test.ts',
  'app/features/{accounts,backlinks}/commands.test.ts',
  'app/features/catalogue/commands.test.ts',
  'app/features/factors/levels.test.ts',
  'app/features/landing-pages/generation.test.ts',
  'app/features/search-engines/notices.test.ts',
  'app/features/{ai-usage,backlink-fixer,landing-domains,link-report,runs,seo-dashboard,site-audit}/*.test.ts',
  'app/features/{feeds,target-sites}/queries.test.ts',
  'app/features/tokens/refresh-tokens.test.ts',
  'app/features/uploads/uploads.test.ts',
  'app/features/variations/variations.test.ts',
  'app/routes/desk/seo-settings.test.ts',
  'app/routes/functions/functions.test.ts',
  'tests/{account-export,process}.test.ts',
]
// Of these a server says as much as the embedded store, in half the time.
const ON_A_SERVER_ALONE = ['tests/{backup,sign-in-limits}.test.ts']
const EVERYWHERE = ['{app,client,server,tests,tools}/**/*.test.ts']

const DEEP = 'tests/deep/*.test.ts'

const listTests = (has: RegExp) => globSync(EVERYWHERE).filter((file) => has.test(readFileSync(file, 'utf8')))

/** What `npm test` did with smaller numbers, or not at all. */
const listDeepTests = () => [DEEP, ...listTests(/support\/tier\.ts'/)]

/** What may touch a store: rules are the same on both. */
const listStoreTests = () => listTests(/\.server\.ts'|\/support\//)

interface Store {
  name: 'embedded' | 'server'
  include: string[]
  /** What is left out every day. */
  exclude: string[]
}

/** The tests on one of the two stores: first on the embedded one, then on a server. */
const onStore = ({ name, include, exclude }: Store): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    exclude: isDeep ? [] : exclude,
    env: { TEST_STORE: name },
    sequence: { groupOrder: name === 'server' ? 1 : 0 },
  },
})

export default defineConfig({
  test: {
    globalSetup: 'tests/support/test-run.ts',
    setupFiles: 'tests/support/test-store.ts',
    // A worker loads the product and opens a store once, for one file after the other.
    isolate: false,
    maxWorkers: 2,
    outputFile: process.env.VITEST_REPORT ? { json: process.env.VITEST_REPORT } : {},
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      onStore({
        name: 'embedded',
        include: isDeep ? listDeepTests() : EVERYWHERE,
        exclude: [DEEP, ...ON_A_SERVER_ALONE],
      }),
      onStore({
        name: 'server',
        include: isDeep ? listStoreTests() : [...ON_A_SERVER, ...ON_A_SERVER_ALONE],
        exclude: [DEEP],
      }),
    ],
  },
})
