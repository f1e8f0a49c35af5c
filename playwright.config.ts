import { defineConfig } from '@playwright/test'
import { isDeep } from './tests/support/tier.ts'
import { CHROMIUM } from './tools/system-packages.ts'

export default defineConfig({
  testDir: 'tests',
  testMatch: isDeep ? '{e2e,deep}/*.e2e.ts' : 'e2e/*.e2e.ts',
  ...(!isDeep && { grepInvert: /@deep/ }),
  globalSetup: './tests/support/journeys-store.ts',
  workers: 3, // each has a server and a store of its own; while one waits for its server, another has the core
  forbidOnly: true,
  timeout: isDeep ? 480_000 : 120_000, // before a release a look at a screen takes six looks of axe instead of one
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  use: {
    // Nothing takes so long. Without these limits a step that never ends says nothing but that its test did not.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // What moves costs a browser without a graphics card most of its time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox', // the tests may run as root
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
