// @store none
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultyServer, startFaultyServer } from '../../tests/support/faulty-server.ts'
import { signInByCode } from './device.ts'

const CODES = {
  device_code: 'd',
  user_code: 'BCDF-GHJK',
  verification_uri: 'https://news.example/device',
  verification_uri_complete: 'https://news.example/device?code=BCDF-GHJK',
  expires_in: 600,
  interval: 0.01,
}
const ANSWERS: Record<string, object> = {
  '/auth/oauth/device': CODES,
  '/auth/oauth/token': { access_token: 'bsk_1' },
}

let newsroom: FaultyServer
let folder: string

beforeEach(async () => {
  newsroom = await startFaultyServer(({ url }) => ({
    status: 200,
    body: ANSWERS[url.pathname] ?? { entries: [], next: null },
  }))
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-watch-'))
})
afterEach(async () => {
  await newsroom.close()
  rmSync(folder, { recursive: true })
})

test('a watch goes on when the newsroom was busy, or when another command works in the folder', async () => {
  const locks = join(folder, '.broadsheet', 'locks')
  mkdirSync(locks, { recursive: true })
  writeFileSync(join(locks, '1'), '') // the first process of every system
  newsroom.failNext({ kind: 'answer', status: 503, headers: { 'retry-after': '0' } }, { times: 5 })
  const env = { ...process.env, BROADSHEET_URL: newsroom.url, BROADSHEET_TOKEN: 'bsk_1' }
  const args = ['client/command/command.ts', 'watch', '--every', '1', '--json', '--folder', folder]
  const watch = spawn(process.execPath, args, { env })
  const told = { out: '', error: '' }
  watch.stdout.on('data', (chunk: Buffer) => (told.out += chunk.toString()))
  watch.stderr.on('data', (chunk: Buffer) => (told.error += chunk.toString()))
  await expect.poll(() => told.error).toContain('Another broadsheet works in this folder')
  renameSync(join(locks, '1'), join(locks, '99999999'))
  await expect.poll(() => told.error).toContain('answered with 503. The next look is in 1 seconds.')
  await expect.poll(() => newsroom.requests.length).toBeGreaterThan(5)
  watch.kill('SIGTERM')
  expect(await once(watch, 'exit')).toEqual([0, null])
  expect(told.out).toBe('')
})

test('a sign-in goes on when the newsroom was busy for a moment', async () => {
  const isPoll = { matches: ({ url }: { url: URL }) => url.pathname === '/auth/oauth/token' }
  newsroom.failNext({ kind: 'drop' }, isPoll)
  newsroom.failNext({ kind: 'answer', status: 503, body: 'Please try again in a moment.' }, isPoll)
  expect(await signInByCode(newsroom.url, 'A laptop', () => {})).toBe('bsk_1')
  expect(newsroom.clearFaults()).toBe(true)
})

test('a sign-in at an address without a newsroom says so', async () => {
  newsroom.failNext({ kind: 'answer', status: 404, body: '<h1>Not found</h1>' })
  const refused = signInByCode(newsroom.url, 'A laptop', () => {})
  await expect(refused).rejects.toThrow(`There is no newsroom at ${newsroom.url}.`)
})
