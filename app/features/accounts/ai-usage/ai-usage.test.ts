import { sql } from 'kysely'
import { assert, beforeEach, describe, expect, test, vi } from 'vitest'
import { useAiServer } from '../../../../tests/support/use-ai-server.ts'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../accounts.ts'
import { DAILY_TOKENS, estimateTokens } from './ai-usage.ts'
import { askModel } from './commands.server.ts'
import { findUsageToday } from './queries.server.ts'

const server = useAiServer()
let ines: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const question = { instructions: 'Be brief.', prompt: 'What is the tide?', maxOutputTokens: 50 }
const estimate = estimateTokens(question.instructions + question.prompt) + 50

const spend = (operator: Operator, tokens: number, daysAgo = 0) =>
  sql`
    insert into ai_usage (user_id, day, tokens) values
    (${operator.id}, (now() at time zone 'utc')::date - ${daysAgo}::int, ${tokens})
  `.execute(db)

describe('the usage of an account', () => {
  test('is what the server counts', async () => {
    const completion = await askModel(ines, question)
    assert(completion?.tokens)
    const { tokens } = completion
    expect(await findUsageToday(ines)).toEqual({ tokens, calls: 1, most: 200_000 })
    await askModel(ines, question)
    expect(await findUsageToday(ines)).toMatchObject({ tokens: 2 * tokens, calls: 2 })
  })

  test('is the estimate where the server does not count or does not answer in time', async () => {
    server.answerAs('no-usage')
    await askModel(ines, question)
    expect(await findUsageToday(ines)).toMatchObject({ tokens: estimate })
    server.answerAs('hangs')
    await expect(askModel(ines, { ...question, timeoutMs: 100 })).rejects.toMatchObject({ reason: 'timeout' })
    expect(await findUsageToday(ines)).toMatchObject({ tokens: 2 * estimate })
  })

  test('is zero where the question was refused', async () => {
    server.answerAs('no-key')
    await expect(askModel(ines, question)).rejects.toMatchObject({ reason: 'unauthorised' })
    expect(await findUsageToday(ines)).toMatchObject({ tokens: 0 })
  })

  test('is zero where the question was never sent', async () => {
    server.answerAs('hangs')
    const asked = Array.from({ length: 4 }, () => askModel(ines, { ...question, timeoutMs: 3000 }))
    const ended = Promise.allSettled(asked)
    await vi.waitFor(() => expect(server.requests).toHaveLength(4), { interval: 5 })
    await expect(askModel(ines, { ...question, timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'throttled',
    })
    await ended
    expect(await findUsageToday(ines)).toMatchObject({ tokens: 4 * estimate })
  })

  test('is not visible to other accounts', async () => {
    await askModel(ines, question)
    expect(await findUsageToday(await makeOperator())).toEqual({ tokens: 0, calls: 0, most: 200_000 })
  })
})

describe('the daily tokens', () => {
  test('are limited for an account, and start again each day', async () => {
    await spend(ines, DAILY_TOKENS.account, 1)
    await spend(ines, DAILY_TOKENS.account - estimate)
    expect(await askModel(ines, question)).toBeDefined()
    await sql`update ai_usage set tokens = ${DAILY_TOKENS.account - estimate + 1}`.execute(db)
    expect(await askModel(ines, question)).toBeUndefined()
    expect(server.requests).toHaveLength(1)
    expect(await askModel(await makeOperator(), question)).toBeDefined()
  })

  test('are limited for the installation', async () => {
    for (let account = 0; account < 25; account += 1) await spend(await makeOperator(), DAILY_TOKENS.account)
    expect(await askModel(ines, question)).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  test('are never exceeded by five hundred questions at once', { timeout: 120_000 }, async () => {
    await spend(ines, DAILY_TOKENS.account - 20 * estimate)
    server.answerAs('no-usage')
    const answers = await Promise.all(Array.from({ length: 500 }, () => askModel(ines, question)))
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(20)
    expect(server.requests).toHaveLength(20)
    expect(await findUsageToday(ines)).toMatchObject({ tokens: DAILY_TOKENS.account })
  })
})
