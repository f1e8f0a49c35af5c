import { afterEach, expect, test } from 'vitest'
import { env } from './env.server.ts'
import { inConstantTime } from './constant-time.server.ts'

const usual = env.EVEN_TIME_MS
afterEach(() => {
  env.EVEN_TIME_MS = usual
})

test('a success and a failure both take a full step', async () => {
  env.EVEN_TIME_MS = 60
  const startedAt = performance.now()
  expect(await inConstantTime(() => Promise.resolve('found'))).toBe('found')
  const foundAt = performance.now()
  await expect(inConstantTime(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(foundAt - startedAt).toBeGreaterThanOrEqual(59)
  expect(performance.now() - foundAt).toBeGreaterThanOrEqual(59)
})
