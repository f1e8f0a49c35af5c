import { relative } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findSeconds, listBeforeRelease, listDaily } from './tests/support/stores.ts'
import { isDeep } from './tests/support/tier.ts'

/** The tests on one of the two stores: first on the embedded one, then on a server. */
const onStore = (name: 'embedded' | 'server'): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: isDeep ? listBeforeRelease(name) : listDaily(name),
    globalSetup: 'tests/support/test-run.ts', // one each: a project inherits none
    env: { TEST_STORE: name },
    sequence: { groupOrder: name === 'server' ? 1 : 0 },
  },
})

const toSeconds = ({ moduleId }: TestSpecification) => findSeconds(relative('.', moduleId))

/** Starts the longest files first: at the end, none of them runs while the other workers have nothing to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files) // oxlint-disable-line unicorn/no-array-sort -- not that of an array
    return usual.toSorted((one, other) => toSeconds(other) - toSeconds(one))
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
    projects: [onStore('embedded'), onStore('server')],
  },
})
