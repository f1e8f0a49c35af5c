// The secret depends on the settings of the process, so each test starts its own processes.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { byTier } from '../../tests/support/tier.ts'

const MODULE = pathToFileURL(join(import.meta.dirname, 'secret.server.ts')).href
const SCRIPT = `
  const { readAppSecret } = await import(${JSON.stringify(MODULE)})
  while (Date.now() < Number(process.env.AT ?? 0));
  process.stdout.write(readAppSecret())
`
const run = promisify(execFile)

let home: string
let dataDir: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'broadsheet-secret-'))
  dataDir = join(home, 'data')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function readSecret(settings: Record<string, string> = {}): Promise<string> {
  const env = { DATA_DIR: dataDir, ...settings }
  return (await run(process.execPath, ['--input-type=module', '-e', SCRIPT], { env })).stdout
}

test('the secret is made on first use, long and readable for its owner only, and stays the same', async () => {
  const secret = await readSecret()
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(await readSecret()).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('processes that make it at the same time agree on one secret', async () => {
  for (let round = 0; round < byTier(1, 3); round += 1) {
    const settings = { DATA_DIR: join(home, `round-${round}`), AT: String(Date.now() + 1500) }
    const secrets = await Promise.all(Array.from({ length: 4 }, () => readSecret(settings)))
    expect(new Set(secrets).size).toBe(1)
    expect(readFileSync(join(settings.DATA_DIR, 'secret'), 'utf8')).toBe(secrets[0])
    expect(readdirSync(settings.DATA_DIR)).toEqual(['secret'])
  }
})

test('another data folder has another secret', async () => {
  expect(await readSecret({ DATA_DIR: join(home, 'other') })).not.toBe(await readSecret())
})

test('APP_SECRET has priority over the file, and no file is written for it', async () => {
  const APP_SECRET = 'a secret for tests only, of no value whatsoever'
  expect(await readSecret({ APP_SECRET })).toBe(APP_SECRET)
  expect(readdirSync(home)).toEqual([])
  const made = await readSecret()
  expect(await readSecret({ APP_SECRET })).toBe(APP_SECRET)
  expect(await readSecret()).toBe(made)
})

test('a secret that cannot be read is never replaced', async () => {
  writeFileSync(dataDir, 'a file in the place of the folder')
  await expect(readSecret()).rejects.toThrow()
  expect(readFileSync(dataDir, 'utf8')).toBe('a file in the place of the folder')
})
