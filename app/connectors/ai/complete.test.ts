// @seconds 20
import { describe, expect, test } from 'vitest'
import { startAiServer } from '../../../tests/support/ai-server.ts'
import { AI_KEY, useAiServer } from '../../../tests/support/use-ai-server.ts'
import { findFreePort } from '../../../tests/support/postgres.ts'
import { env } from '../../platform/env.server.ts'
import type { ConnectorError } from '../connector-error.ts'
import { complete } from './complete.server.ts'

const server = useAiServer()

const question = { instructions: 'Be brief.', prompt: 'What is the tide?', maxOutputTokens: 50 }
const ask = (overrides: { timeoutMs?: number; retries?: number } = {}) =>
  complete({ ...question, ...overrides })
const failed = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error as ConnectorError,
  )

test('a question reaches the model of the settings, with the key, and its tokens are counted', async () => {
  const { text, tokens, isWhole } = await ask()
  expect(text).toMatch(/^TITLE:/)
  expect(isWhole).toBe(true)
  expect(tokens).toBeGreaterThan(0)
  expect(server.requests).toEqual([
    {
      model: 'small',
      max_tokens: 50,
      authorization: `Bearer ${AI_KEY}`,
      messages: [
        { role: 'system', content: question.instructions },
        { role: 'user', content: question.prompt },
      ],
    },
  ])
})

test('without a key in the settings, no key is sent', async () => {
  Object.assign(env, { AI_API_KEY: undefined })
  await ask()
  expect(server.requests[0]?.authorization).toBeUndefined()
})

test('an answer that was cut off at the limit is not whole', async () => {
  server.answerAs('cut')
  expect((await ask()).isWhole).toBe(false)
})

test('the number of tokens is undefined if the server does not count them', async () => {
  server.answerAs('no-usage')
  expect((await ask()).tokens).toBeUndefined()
})

describe('a server that does not answer as it should', () => {
  test.each([
    ['no-key', 'unauthorised', /AI_API_KEY/],
    ['html', 'broken', /cannot be read/],
    ['half', 'broken', /cannot be read/],
    ['endless', 'broken', /cannot be read/],
    ['withholds', 'rejected', /declined/],
  ] as const)('%s: %s', async (mode, reason, detail) => {
    server.answerAs(mode)
    const failure = await failed(ask())
    expect(failure).toMatchObject({ name: 'ConnectorError', system: 'ai', reason })
    expect(failure?.detail).toMatch(detail)
    expect(failure?.detail).not.toContain('a key')
    expect(server.requests).toHaveLength(1)
  })

  test('is asked twice more after a failure of its own', async () => {
    server.answerAs('fails')
    expect(await failed(ask())).toMatchObject({ reason: 'broken' })
    expect(server.requests).toHaveLength(3)
  })

  test('is asked again after the time that it asks for', async () => {
    server.answerAs('throttles-once')
    const askedAt = performance.now()
    expect((await ask()).isWhole).toBe(true)
    expect(performance.now() - askedAt).toBeGreaterThanOrEqual(990)
    server.answerAs('throttles')
    expect(await failed(ask())).toMatchObject({ reason: 'throttled', retryAfterS: 1 })
  })

  test('delays a call no longer than its time limit', async () => {
    server.answerAs('hangs')
    expect(await failed(ask({ timeoutMs: 300 }))).toMatchObject({ reason: 'timeout' })
  })

  test('is unreachable if no server listens at its URL', async () => {
    Object.assign(env, { AI_BASE_URL: `http://127.0.0.1:${await findFreePort()}/v1` })
    expect(await failed(ask())).toMatchObject({ reason: 'unreachable' })
  })
})

test('a server that failed five times in a row gets no more calls', async () => {
  const broken = await startAiServer('html')
  Object.assign(env, { AI_BASE_URL: broken.url })
  for (let time = 0; time < 5; time += 1) await failed(ask())
  const failure = await failed(ask())
  expect(failure).toMatchObject({ reason: 'unreachable', isRetryable: true })
  expect(failure?.detail).toContain('left alone')
  expect(failure?.retryAfterS).toBeGreaterThan(50)
  expect(broken.requests).toHaveLength(5)
  await broken.close()
})

test('a refused key does not count as a failure of the server', async () => {
  server.answerAs('no-key')
  for (let time = 0; time < 6; time += 1) await failed(ask())
  expect(server.requests).toHaveLength(6)
})

test('a question that waited too long in the queue does not count as a failure of the server', async () => {
  server.answerAs('slow')
  const asked = Array.from({ length: 4 }, () => ask())
  const late = Array.from({ length: 6 }, () => failed(ask({ timeoutMs: 100 })))
  for (const failure of await Promise.all(late)) expect(failure).toMatchObject({ reason: 'throttled' })
  await Promise.all(asked)
  expect((await ask()).isWhole).toBe(true)
  expect(server.requests).toHaveLength(5)
})

test('a question waits in the queue no longer than its time limit', async () => {
  server.answerAs('hangs')
  let ended = 0
  const asked = Array.from({ length: 4 }, () => failed(ask({ timeoutMs: 1500 })).then(() => (ended += 1)))
  expect(await failed(ask({ timeoutMs: 100 }))).toMatchObject({ reason: 'throttled' })
  expect(ended).toBe(0)
  await Promise.all(asked)
  expect(server.requests.length).toBeLessThan(5)
})

test('a question without retries is asked once', async () => {
  for (const mode of ['fails', 'throttles'] as const) {
    server.requests.length = 0
    server.answerAs(mode)
    expect(await failed(ask({ retries: 0 }))).toMatchObject({ isRetryable: true })
    expect(server.requests).toHaveLength(1)
  }
})

test('four questions are asked at once', async () => {
  server.answerAs('slow')
  await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(server.most()).toBe(4)
})

test('without a server in the settings, questions are refused', async () => {
  Object.assign(env, { AI_BASE_URL: undefined })
  expect(await failed(ask())).toMatchObject({ reason: 'rejected' })
  expect(server.requests).toEqual([])
})
