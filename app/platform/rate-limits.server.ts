import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db } from './database.server.ts'
import { env } from './env.server.ts'

/** How often something may happen: `most` times in `windowS` seconds, counted apart for each `of`. */
export interface Limit {
  name: string
  /** What it is counted for, such as an address; stored only as a hash. */
  of: string
  most: number
  windowS: number
}

/**
 * Counts one attempt against each limit in turn and stops at the first that is used up, so that an attempt which an
 * earlier one refuses costs a later one nothing. All processes count together. Answers with the seconds to wait; 0 is
 * a yes.
 */
export async function countAttempt(limits: Limit[]): Promise<number> {
  if (env.RATE_LIMITS === 'off') return 0
  for (const limit of limits) {
    const waitS = await count(limit) // one after the other: the order is the point
    if (waitS > 0) return waitS
  }
  return 0
}

/** Takes back an attempt that came to nothing through no fault of whoever made it. */
export async function forgetAttempt(limit: Limit): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = ${toKey(limit)} and count > 0`.execute(db)
}

/** Forgets what is counted no more. */
export async function pruneRateLimits(): Promise<void> {
  await sql`delete from rate_limits where resets_at < now()`.execute(db)
}

async function count(limit: Limit): Promise<number> {
  const { rows } = await sql<{ count: number; waitS: number }>`
    insert into rate_limits as held (key, count, resets_at)
    values (${toKey(limit)}, 1, now() + ${limit.windowS} * interval '1 second')
    on conflict (key) do update set
      count = case when held.resets_at <= now() then 1 else held.count + 1 end,
      resets_at = case when held.resets_at <= now() then excluded.resets_at else held.resets_at end
    returning count, ceil(extract(epoch from resets_at - now()))::int as wait_s
  `.execute(db)
  const [row] = rows
  return row && row.count > limit.most ? Math.max(1, row.waitS) : 0
}

const toKey = ({ name, windowS, of }: Limit) =>
  `${name}/${windowS} ${createHash('sha256').update(of).digest('base64url')}`
