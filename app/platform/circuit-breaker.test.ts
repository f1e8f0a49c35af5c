// @store both
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { withCircuitBreaker } from './circuit-breaker.server.ts'
import { db } from './store/database.server.ts'

type Through = typeof withCircuitBreaker

const OUTAGE = new Error('no answer')
const REFUSAL = new Error('not like that')

let asked = 0
let processes = 0
beforeEach(async () => {
  asked = 0
  await db.deleteFrom('hostBreakers').execute()
})

/** Makes one call through a breaker and returns its result or its error. `through` may be that of another process. */
async function call(name: string, failure?: Error, through: Through = withCircuitBreaker): Promise<unknown> {
  const run = () => {
    asked += 1
    return failure ? Promise.reject(failure) : Promise.resolve('answer')
  }
  return through(name, run, (error) => error === OUTAGE).catch((error: unknown) => error)
}

async function fail(name: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await call(name, OUTAGE)
}

/** Returns the breaker of a process that has just started: the same module, loaded again. */
async function otherProcess(): Promise<Through> {
  processes += 1
  const module = `./circuit-breaker.server.ts?process=${processes}`
  return ((await import(/* @vite-ignore */ module)) as { throughBreaker: Through }).throughBreaker
}

const passTime = (seconds: number) =>
  sql`update host_breakers set open_until = open_until - ${seconds} * interval '1 second'`.execute(db)

const isOpen = expect.objectContaining({ name: 'BreakerOpenError' }) as Error

test('fifty calls at the same time share one query', async () => {
  const asks = vi.spyOn(db, 'getExecutor')
  await Promise.all(Array.from({ length: 50 }, () => call('crowd.example')))
  expect(asks).toHaveBeenCalledOnce()
  asks.mockRestore()
})

describe('a host that failed five times in a row', () => {
  test('gets no more calls, and the error says for how long', async () => {
    await fail('a.example', 5)
    const refusal = await call('a.example')
    expect(asked).toBe(5)
    expect(refusal).toEqual(isOpen)
    const { retryAfterS } = refusal as { retryAfterS: number }
    expect(retryAfterS).toBeGreaterThan(55)
    expect(retryAfterS).toBeLessThanOrEqual(60)
  })

  test('is refused from memory: a hundred calls need no query', async () => {
    await fail('b.example', 5)
    await call('b.example')
    const asks = vi.spyOn(db, 'getExecutor')
    for (let time = 0; time < 100; time += 1) expect(await call('b.example')).toEqual(isOpen)
    expect(asks).not.toHaveBeenCalled()
    expect(asked).toBe(5)
    asks.mockRestore()
  })

  test('is paused for every process', async () => {
    await fail('c.example', 5)
    expect(await call('c.example', undefined, await otherProcess())).toEqual(isOpen)
    expect(asked).toBe(5)
  })

  test('does not affect another host', async () => {
    await fail('d.example', 5)
    expect(await call('e.example')).toBe('answer')
  })
})

describe('when the pause is over', () => {
  test('one call of fifty at the same time tries, and its success lets all later calls through', async () => {
    await fail('f.example', 5)
    await passTime(61)
    const answers: ((answer: string) => void)[] = []
    const run = () => new Promise<string>((resolve) => answers.push(resolve))
    let refused = 0
    const calls = Array.from({ length: 50 }, () =>
      withCircuitBreaker('f.example', run, () => true).catch((error: unknown) => {
        refused += 1
        return error
      }),
    )
    await vi.waitFor(() => expect(refused).toBe(49))
    expect(answers).toHaveLength(1)
    answers[0]?.('answer')
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter((outcome) => outcome === 'answer')).toHaveLength(1)
    expect(await call('f.example')).toBe('answer')
  })

  test('a failed try starts a new pause', async () => {
    await fail('g.example', 5)
    await passTime(61)
    expect(await call('g.example', OUTAGE)).toBe(OUTAGE)
    expect(await call('g.example')).toEqual(isOpen)
    await passTime(59)
    expect(await call('g.example', undefined, await otherProcess())).toEqual(isOpen)
    expect(asked).toBe(6)
  })

  test('a process that refused from its cache queries the database again automatically', async () => {
    await fail('h.example', 5)
    expect(await call('h.example')).toEqual(isOpen)
    await passTime(61)
    await sleep(1100)
    expect(await call('h.example')).toBe('answer')
  })

  test('another call tries if the process of the first try died', async () => {
    await fail('i.example', 5)
    await passTime(61)
    void withCircuitBreaker(
      'i.example',
      () => new Promise(() => {}),
      () => true,
    )
    await vi.waitFor(async () => expect(await call('i.example')).toEqual(isOpen))
    await passTime(91)
    expect(await call('i.example', undefined, await otherProcess())).toBe('answer')
  })
})

describe('a host keeps getting calls', () => {
  test('as long as its failures are not in a row', async () => {
    for (let round = 0; round < 3; round += 1) {
      await fail('j.example', 4)
      expect(await call('j.example')).toBe('answer')
    }
  })

  test('if it refuses all calls, because a refusal is an answer', async () => {
    for (let time = 0; time < 10; time += 1) expect(await call('k.example', REFUSAL)).toBe(REFUSAL)
    expect(asked).toBe(10)
  })
})

test('failures of calls that began before the pause do not make it longer', async () => {
  const failures: ((error: Error) => void)[] = []
  const run = () => new Promise<never>((_resolve, reject) => failures.push(reject))
  const calls = Array.from({ length: 6 }, () => withCircuitBreaker('l.example', run, () => true))
  const outcomes = Promise.allSettled(calls)
  await vi.waitFor(() => expect(failures).toHaveLength(6))
  for (const refuse of failures.slice(0, 5)) refuse(OUTAGE)
  await vi.waitFor(async () => {
    const { openUntil } = await db.selectFrom('hostBreakers').selectAll().executeTakeFirstOrThrow()
    expect(openUntil).not.toBeNull()
  })
  await passTime(30)
  failures[5]?.(OUTAGE)
  await outcomes
  expect(await call('l.example', undefined, await otherProcess())).toMatchObject({ retryAfterS: 30 })
})
