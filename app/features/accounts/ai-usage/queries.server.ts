import { sql } from 'kysely'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import { DAILY_TOKENS } from './ai-usage.ts'

/** Returns true if the settings name a language model. */
export const hasModel = (): boolean => env.AI_BASE_URL !== undefined

/** Returns the operator's tokens and calls of the language model today (UTC); `most` are the tokens of a day. */
export async function findUsageToday(
  operator: Operator,
): Promise<{ tokens: number; most: number; calls: number }> {
  const used = await readAs(operator, (trx) =>
    trx
      .selectFrom('aiUsage')
      .select(['tokens', 'calls'])
      .where(isOwn(operator, 'userId'))
      .where(sql<boolean>`day = (now() at time zone 'utc')::date`)
      .executeTakeFirst(),
  )
  return { tokens: used?.tokens ?? 0, calls: used?.calls ?? 0, most: DAILY_TOKENS.account }
}
