// The secret depends on the settings of the process, so each test starts its own processes.
// @store none
import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const MODULE = pathToFileURL(join(import.meta.dirname, 'secret.server.ts')).href
const SCRIPT = `
  const { hasSecret, listSecrets, makeSecret } = await import(${JSON.stringify(MODULE)})
  if (process.env.MAKES && !hasSecret()) makeSecret()
  process.stdout.write(JSON.stringify(listSecrets()))
`
const APP_SECRET = 'a secret for tests only, of no value whatsoever'
const run = promisify(execFile)

let home: string
let dataDir: string
let file: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'broadsheet-secret-'))
  dataDir = join(home, 'data')
  file = join(dataDir, 'secret')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function listSecrets(settings: Record<string, string> = {}): Promise<string[]> {
  const env = { DATA_DIR: dataDir, ...settings }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', SCRIPT], { env })
  return JSON.parse(stdout) as string[]
}

function writeSecret(text: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, text)
}

test('a secret that is made is long, for its owner only, and stays; a killed attempt before does not matter', async () => {
  mkdirSync(dataDir)
  writeFileSync(`${file}.part`, 'half')
  chmodSync(`${file}.part`, 0o644)
  const [secret = ''] = await listSecrets({ MAKES: '1' })
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(await listSecrets({ MAKES: '1' })).toEqual([secret])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(readFileSync(file, 'utf8')).toBe(secret)
})

test('APP_SECRET has priority over the file, and the earlier one follows it', async () => {
  writeSecret('x'.repeat(64))
  expect(await listSecrets({ APP_SECRET })).toEqual([APP_SECRET])
  const APP_SECRET_PREVIOUS = 'y'.repeat(40)
  expect(await listSecrets({ APP_SECRET, APP_SECRET_PREVIOUS })).toEqual([APP_SECRET, APP_SECRET_PREVIOUS])
})

test('an empty line that an editor adds at the end does not change the secret', async () => {
  writeSecret(`${'x'.repeat(64)}\n`)
  expect((await listSecrets())[0]).toBe('x'.repeat(64))
})

describe('a secret is refused in a sentence that names its file, and never replaced:', () => {
  test.each([
    ['', 'is empty'],
    ['\n', 'is empty'],
    ['x'.repeat(31), 'has only 31 characters'],
  ])('%j', async (text, reason) => {
    writeSecret(text)
    await expect(listSecrets({ MAKES: '1' })).rejects.toThrow(`${file} ${reason}. A secret has at least 32.`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('missing, or not readable', async () => {
    await expect(listSecrets()).rejects.toThrow(`The secret of this installation is missing: ${file}.`)
    mkdirSync(file, { recursive: true })
    await expect(listSecrets()).rejects.toThrow(`cannot be read (EISDIR): ${file}.`)
    expect(readdirSync(dataDir)).toEqual(['secret'])
  })
})
