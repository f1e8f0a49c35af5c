import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'app/**/*.test.ts',
      'client/**/*.test.ts',
      'server/**/*.test.ts',
      'tools/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    globalSetup: 'tests/support/test-store.ts',
    // One store for all: files take turns and begin with empty tables.
    fileParallelism: false,
    outputFile: process.env.VITEST_REPORT ? { json: process.env.VITEST_REPORT } : {},
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
