import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import {
  EMBEDDED,
  EVERYWHERE,
  listServerTests,
  listStoreTests,
  listTierTests,
  LONGEST,
  PURE,
} from './tests/support/stores.ts'
import { isDeep } from './tests/support/tier.ts'

const DEEP = 'tests/deep/*.test.ts'

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

const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((path) => moduleId.endsWith(path)) >>> 0

/** Starts the longest files first: at the end, none of them runs while the other workers have nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files) // oxlint-disable-line unicorn/no-array-sort -- not that of an array
    return usual.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    setupFiles: 'tests/support/test-store.ts',
    // A worker loads the product and opens a store once, for one file after the other.
    isolate: false,
    // Some of them wait, for a clock or a server that keeps silent: then the third has the core.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    outputFile: process.env.VITEST_REPORT ? { json: process.env.VITEST_REPORT } : {},
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      onStore({
        name: 'embedded',
        include: isDeep ? [DEEP, ...listTierTests(), ...listStoreTests()] : EVERYWHERE,
        exclude: isDeep ? [] : [DEEP, ...listServerTests()],
      }),
      onStore({
        name: 'server',
        include: isDeep ? [DEEP, ...listTierTests()] : listStoreTests(),
        exclude: isDeep ? PURE : EMBEDDED,
      }),
    ],
  },
})
