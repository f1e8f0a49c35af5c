// @store none
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ended } from './support/server.ts'

const LIMIT = resolve('tests/support/file-limit.ts')
const LOOP = `
import { limitFile } from '${LIMIT}'
limitFile('one that ended in time')
limitFile('the endless one')
setTimeout(() => { for (;;); }, 100)`

test('a test file in an endless loop is named, and its worker ends', async () => {
  const env = { ...process.env, FILE_MINUTES: '0.01' }
  const worker = spawn(process.execPath, ['--input-type=module', '-e', LOOP], {
    env,
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  const { output } = await ended(worker)
  expect(worker.signalCode).toBe('SIGTERM')
  expect(output).toContain('the endless one takes longer than 0.01 minutes: its worker ends.')
  expect(output).not.toContain('in time')
})
