import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db } from './store/database.server.ts'
import { env } from './env.server.ts'

/** A limit: `most` events in `windowS` seconds, counted separately for each value of `of`. */
export interface Limit {
  name: string
  /** The counted client, such as an IP address; stored only as a hash. */
  of: string
  most: number
  windowS: number
  /** The number of events that one attempt counts as; 1 unless given. */
  cost?: number
}

/**
 * Counts an attempt against each limit, one after the other. Stops at the first limit that is exceeded, so the later
 * ones do not count it. All processes count together. Returns the seconds to wait; 0 if the attempt is allowed.
 */
export async function consumeRateLimits(limits: Limit[]): Promise<number> {
  if (env.RATE_LIMITS === 'off') return 0
  for (const limit of limits) {
    const waitS = await count(limit)
    if (waitS > 0) return waitS
  }
  return 0
}

/** Takes back one counted attempt, if it failed for a reason outside the account. */
export async function refundRateLimit(limit: Limit): Promise<void> {
  await sql`update rate_limits set count = count - 1 where key = ${toKey(limit)} and count > 0`.execute(db)
}

/** Deletes counts whose window is over. */
export async function pruneRateLimits(): Promise<void> {
  await sql`delete from rate_limits where resets_at < now()`.execute(db)
}

async function count(limit: Limit): Promise<number> {
  const { rows } = await sql<{ count: number; waitS: number }>`
    insert into rate_limits as held (key, count, resets_at)
    values (${toKey(limit)}, ${limit.cost ?? 1}, now() + ${limit.windowS} * interval '1 second')
    on conflict (key) do update set
      count = case when held.resets_at <= now() then excluded.count else held.count + excluded.count end,
      resets_at = case when held.resets_at <= now() then excluded.resets_at else held.resets_at end
    returning count, ceil(extract(epoch from resets_at - now()))::int as wait_s
  `.execute(db)
  const [row] = rows
  return row && row.count > limit.most ? Math.max(1, row.waitS) : 0
}

const toKey = ({ name, windowS, of }: Limit) =>
  `${name}/${windowS} ${createHash('sha256').update(of).digest('base64url')}`
