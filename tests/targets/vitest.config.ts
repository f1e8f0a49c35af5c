import { defineConfig } from 'vitest/config'

// The contract of connectors with the real software. `npm run test:targets` sets where it is installed.
export default defineConfig({
  test: {
    include: ['tests/targets/*.target.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
