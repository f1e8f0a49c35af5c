import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { EVERYWHERE, listProcessTests, listTests, ON_BOTH, PURE } from './tests/support/stores.ts'
import { isDeep } from './tests/support/tier.ts'

const DEEP = 'tests/deep/*.test.ts'

/** What `npm test` did on a server, with smaller numbers, or not at all. */
const listDeepTests = () => [DEEP, ...listProcessTests(), ...listTests(/support\/tier\.ts'/)]

/** What may touch a store: rules are the same on both. */
const listStoreTests = () => listTests(/\.server\.ts'|\/support\//)

interface Store {
  name: 'embedded' | 'server'
  include: string[]
  exclude: string[]
}

/** The tests on one of the two stores: first on the embedded one, then on a server. */
const onStore = ({ name, include, exclude }: Store): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    exclude,
    globalSetup: 'tests/support/test-run.ts', // one each: a project inherits none
    env: { TEST_STORE: name },
    sequence: { groupOrder: name === 'server' ? 1 : 0 },
  },
})

export default defineConfig({
  test: {
    setupFiles: 'tests/support/test-store.ts',
    // A worker loads the product and opens a store once, for one file after the other.
    isolate: false,
    // Some of them wait, for a clock or a server that keeps silent: then the third has the core.
    maxWorkers: 3,
    outputFile: process.env.VITEST_REPORT ? { json: process.env.VITEST_REPORT } : {},
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      onStore({
        name: 'embedded',
        include: isDeep ? listDeepTests() : EVERYWHERE,
        exclude: isDeep ? [] : [DEEP, ...listProcessTests()],
      }),
      onStore({
        name: 'server',
        include: isDeep ? listStoreTests() : [...ON_BOTH, ...listProcessTests()],
        exclude: isDeep ? PURE : [DEEP],
      }),
    ],
  },
})
