import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './tools/system-packages.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  outputDir: 'test-results',
  use: {
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
