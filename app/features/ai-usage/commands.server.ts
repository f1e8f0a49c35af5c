import { sql } from 'kysely'
import { type Completion, complete, type Question } from '../../connectors/ai/complete.server.ts'
import { ConnectorError, type ConnectorReason } from '../../connectors/connector-error.ts'
import { db } from '../../platform/database.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { DAILY_TOKENS, estimateTokens } from './ai-usage.ts'

// What these end costs nothing; with others nobody knows.
const UNPAID = new Set<ConnectorReason>(['unreachable', 'throttled', 'unauthorised', 'rejected'])

/**
 * Asks the language model at an account's expense: what the question may cost is reserved before, and set right after.
 * Undefined if the account, or all of them together, would exceed what a day allows. Throws ConnectorError. Not inside
 * a transaction: an answer takes its time.
 */
export async function askModel(operator: Operator, question: Question): Promise<Completion | undefined> {
  const reserved = estimateTokens(question.instructions + question.prompt) + question.maxOutputTokens
  const day = await reserveTokens(operator, reserved)
  if (!day) return undefined
  try {
    const completion = await complete(question)
    await settle(operator, { day, surplus: (completion.tokens ?? reserved) - reserved })
    return completion
  } catch (error) {
    const isUnpaid = error instanceof ConnectorError && UNPAID.has(error.reason)
    if (isUnpaid) await settle(operator, { day, surplus: -reserved })
    throw error
  }
}

/** Notes tokens that are about to be used, and gives the day; undefined if they are too many. One at a time. */
async function reserveTokens(operator: Operator, tokens: number): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ai-usage', 0))`.execute(trx)
    const { rows } = await sql<{ day: string }>`
      insert into ai_usage (user_id, day, tokens, calls)
      select ${operator.id}, today.day, ${tokens}, 1
      from (select (now() at time zone 'utc')::date as day) as today
      where ${tokens} + (
        select coalesce(sum(u.tokens), 0) from ai_usage u where u.day = today.day and u.user_id = ${operator.id}
      ) <= ${DAILY_TOKENS.account}
      and ${tokens} + (
        select coalesce(sum(u.tokens), 0) from ai_usage u where u.day = today.day
      ) <= ${DAILY_TOKENS.installation}
      on conflict (user_id, day) do update set
        tokens = ai_usage.tokens + excluded.tokens, calls = ai_usage.calls + 1
      returning day::text
    `.execute(trx)
    return rows[0]?.day
  })
}

async function settle(operator: Operator, { day, surplus }: { day: string; surplus: number }): Promise<void> {
  await sql`
    update ai_usage set tokens = greatest(0, tokens + ${surplus})
    where user_id = ${operator.id} and day = ${day}::date
  `.execute(db)
}
