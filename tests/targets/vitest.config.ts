import { defineConfig } from 'vitest/config'

// The contract of connectors against the real software; `npm run test:targets` says where that is.
export default defineConfig({
  test: {
    include: ['tests/targets/*.target.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
