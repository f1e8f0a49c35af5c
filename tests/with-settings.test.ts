// ops/broadsheet gives a command the settings of the service. ops/check.sh runs it as a whole, as root.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ended } from './support/server.ts'

const APP_SECRET = 'a secret for tests only, of no value whatsoever'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a command with the text of both files, opened as ops/broadsheet opens them. */
async function runWith(texts: [settings: string, instance: string], ...args: string[]) {
  const files = texts.map((text, index) => {
    const file = join(folder, String(index))
    writeFileSync(file, text)
    return openSync(file, 'r')
  })
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tools/with-settings.ts', ...args],
    { stdio: ['ignore', 'pipe', 'pipe', ...files], env: { PATH: process.env.PATH, HOME: folder } },
  )
  const result = await ended(child)
  for (const file of files) closeSync(file)
  return result
}

interface Listed {
  store: string
  settings: { name: string; value: string; source: string }[]
}

test('a command uses the store of the service, also with an & in its address, and names the file of each setting', async () => {
  const settings = [
    'DATABASE_URL=postgres://me:opensesame@db.example/news?sslmode=no-verify&application_name=news',
    `APP_SECRET='${APP_SECRET}'`,
    'PORT=3000',
  ].join('\n')
  const { code, output } = await runWith([settings, 'ROLE=web\nPORT=3001\n'], 'web-2', 'settings', '--json')
  expect(output).not.toContain('opensesame')
  expect(code).toBe(0)
  const listed = JSON.parse(output) as Listed
  expect(listed.store).toBe('Postgres at db.example:5432, database news, as me')
  const named = Object.fromEntries(listed.settings.map(({ name, ...setting }) => [name, setting]))
  expect(named).toMatchObject({
    DATABASE_URL: {
      value: 'postgres://me:***@db.example/news?sslmode=no-verify&application_name=news',
      source: '/srv/broadsheet/settings',
    },
    PORT: { value: '3001', source: '/srv/broadsheet/web-2.settings' },
    ROLE: { value: 'web', source: '/srv/broadsheet/web-2.settings' },
    HOST: { value: '127.0.0.1', source: 'default' },
    APP_SECRET: {
      value: expect.stringMatching(/^\*\*\* \(key [\da-f]{8}\)$/),
      source: '/srv/broadsheet/settings',
    },
  })
})

test('a line that is no setting, and a wrong one, are told', async () => {
  const { code, output } = await runWith(['export PORT=1\nPORT=many\n', ''], 'all', 'settings')
  expect(output).toContain('/srv/broadsheet/settings, line 1: this is no setting, and is left out.\n')
  expect(output).toContain('PORT: a port number from 1 to 65535')
  expect(code).toBe(1)
})
