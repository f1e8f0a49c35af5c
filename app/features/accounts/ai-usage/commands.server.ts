import { sql } from 'kysely'
import { type Completion, complete, type Question } from '../../../connectors/ai/complete.server.ts'
import { ConnectorError, type ConnectorReason } from '../../../connectors/connector-error.ts'
import { db, transact } from '../../../platform/store/database.server.ts'
import type { Operator } from '../accounts.ts'
import { DAILY_TOKENS, estimateTokens } from './ai-usage.ts'

// Questions that failed like this cost no tokens; after other failures the cost is unknown.
const FREE_FAILURES = new Set<ConnectorReason>(['unreachable', 'throttled', 'unauthorised', 'rejected'])

/**
 * Asks the language model and counts the tokens of the account: the estimate before, corrected after the answer. Returns
 * undefined if the account or the installation would exceed its daily tokens. Throws ConnectorError. Call it outside of
 * transactions, because an answer takes seconds.
 */
export async function askModel(operator: Operator, question: Question): Promise<Completion | undefined> {
  const reserved = estimateTokens(question.instructions + question.prompt) + question.maxOutputTokens
  const day = await reserveTokens(operator, reserved)
  if (!day) return undefined
  try {
    const completion = await complete(question)
    await correctTokens(operator, { day, surplus: (completion.tokens ?? reserved) - reserved })
    return completion
  } catch (error) {
    const isFree = error instanceof ConnectorError && FREE_FAILURES.has(error.reason)
    if (isFree) await correctTokens(operator, { day, surplus: -reserved })
    throw error
  }
}

/** Counts tokens before their use and returns the day; undefined if they are too many. Runs one at a time. */
async function reserveTokens(operator: Operator, tokens: number): Promise<string | undefined> {
  return transact(async (trx) => {
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

async function correctTokens(
  operator: Operator,
  { day, surplus }: { day: string; surplus: number },
): Promise<void> {
  await sql`
    update ai_usage set tokens = greatest(0, tokens + ${surplus})
    where user_id = ${operator.id} and day = ${day}::date
  `.execute(db)
}
