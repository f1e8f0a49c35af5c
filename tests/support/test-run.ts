// The parts that all test files of a run share: the template of their databases, and the settings of the product.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findFreePort, findRoom, startPostgres } from './postgres.ts'
import { makeTemplateDatabase, templateSettings } from './store-copies.ts'

declare module 'vitest' {
  interface ProvidedContext {
    settings: Record<string, string>
  }
}

/** Makes the template and sets the settings before the first test file. Returns the cleanup. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const room = mkdtempSync(join(findRoom(), 'broadsheet-test-'))
  const postgres = project.name === 'server' ? await startPostgres(findRoom()) : undefined
  if (postgres) await makeTemplateDatabase(postgres.url)
  const settings = {
    ...templateSettings(room, postgres?.url),
    APP_SECRET: 'a secret for tests only, of no value whatsoever',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    QUEUE_POLL_MS: '500',
    EVEN_TIME_MS: '1',
    SMS_WEBHOOK_URL: `http://127.0.0.1:${await findFreePort()}/sms`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    // For the command-line tools, which are started a few hundred times.
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  }
  mkdirSync(settings.DATA_DIR ?? '')
  execFileSync(process.execPath, ['tests/support/make-template.ts'], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...settings },
  })
  project.provide('settings', settings)
  return async () => {
    await postgres?.stop()
    rmSync(room, { recursive: true, force: true })
  }
}
