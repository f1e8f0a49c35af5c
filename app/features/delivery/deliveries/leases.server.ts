import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { batched } from '../../../platform/batched.server.ts'
import { db, type Transaction, transact } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { enqueue } from '../../../platform/work/queue.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import type { DeliveryReason, DeliveryState } from './deliveries.ts'

/** The name of the job that makes one delivery. */
export const DELIVER_JOB = 'deliver'

/** Seconds until another process may take over a delivery whose process died. */
export const LEASE_S = 15
const RENEWAL_MS = 5000

// Storing fifty outcomes costs only a little more than storing one.
const SETTLE_REST_MS = 20

// A delivery that crashed its process this many times is not tried again. It would probably crash the next one too.
const UNENDED_LIMIT = 3

// Seconds before the next attempt, by the number of attempts made; about three days in all.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400]
const LONGEST_PAUSE_S = 86_400
// Not all that wait for our own limit come back in the moment in which it allows the next few.
const OWN_LIMIT_SPREAD_S = 600

/** A leased delivery, with the wanted state of the site. */
export interface LeasedDelivery {
  id: string
  attemptId: string
  attemptedAt: Date
  /** The number of orders so far. If it has grown when the attempt ends, the newer order is still pending. */
  orders: number
  attempts: number
  articleId: string
  siteId: string
  /** Null: the site should not have the article. */
  wantedHash: string | null
  /** Null: the site does not have it, as far as we know. */
  deliveredHash: string | null
  remoteId: string | null
  remoteUrl: string | null
  varies: boolean
}

/** The outcome of an attempt. */
export type AttemptOutcome =
  | {
      state: 'delivered'
      hash: string
      /** The number of the variation; null for the text of the article. */
      variation: number | null
      remoteId: string
      remoteUrl: string | null
    }
  | { state: 'removed' }
  | {
      state: 'failed'
      reason: DeliveryReason
      detail: string | null
      isRetryable: boolean
      retryAfterS?: number
    }

interface LeaseRequest {
  deliveryId: string
  /**
   * True if the operator asks for it now. Then neither the time of the next attempt nor the number of attempts matters.
   */
  isForced: boolean
}

/**
 * Acquires the lease of a delivery. Returns undefined if there is nothing to do, or if the next attempt is not due yet.
 * Returns undefined too if another process holds the lease.
 */
export const acquireLease = batched(
  async (requests: LeaseRequest[]): Promise<(LeasedDelivery | undefined)[]> => {
    const ids = requests.map(({ deliveryId }) => deliveryId)
    const forced = requests.filter(({ isForced }) => isForced).map(({ deliveryId }) => deliveryId)
    const { rows } = await sql<LeasedDelivery>`
    with requests as (
      select * from unnest(${ids}::uuid[], ${ids.map(() => uuidv7())}::uuid[]) as requests (id, attempt_id)
    ), free as (
      select id, attempt_id, attempted_at from deliveries
      where id = any(${ids}::uuid[]) and (lease_until is null or lease_until < now()) and (
        (unended < ${UNENDED_LIMIT} and (state = 'pending' or (state = 'failed' and next_attempt_at <= now())))
        or (id = any(${forced}::uuid[]) and state in ('pending', 'failed'))
      )
      order by id for update
    ), unended_attempts as (${insertUnendedAttempts('free')})
    update deliveries set
      lease_until = now() + make_interval(secs => ${LEASE_S}), attempted_at = now(), attempt_id = requests.attempt_id,
      attempts = attempts + 1, unended = unended + 1
    from free join requests using (id) where deliveries.id = free.id
    returning deliveries.id, deliveries.attempt_id, deliveries.attempted_at, orders, attempts, article_id, site_id,
      wanted_hash, delivered_hash, remote_id, remote_url, varies
  `.execute(db)
    for (const { id } of rows) held.add(id)
    startRenewal()
    return ids.map((id) => rows.find((row) => row.id === id))
  },
)

// An attempt id that is still set belongs to a dead process, so the attempt never ended.
const insertUnendedAttempts = (rows: string) => sql`
  insert into delivery_attempts (id, delivery_id, started_at)
  select attempt_id, id, attempted_at from ${sql.ref(rows)} where attempt_id is not null`

/**
 * Stores the outcome of an attempt, with the job of the next one. Returns the new state; undefined if the delivery is
 * deleted.
 */
export const updateOutcome = batched(storeEnded, { restMs: SETTLE_REST_MS })

async function storeEnded(ended: Ended[]): Promise<(DeliveryState | undefined)[]> {
  const outcomes = ended.map(toOutcomeRow)
  for (const { leased } of ended) held.delete(leased.id) // if the write fails, other processes may acquire the lease
  const settled = outcomes.some(({ pause_s: pauseS }) => pauseS !== null)
    ? await transact((trx) => storeWithRetries(trx, outcomes))
    : await updateOutcomes(db, outcomes)
  return ended.map(({ leased }) => settled.find(({ id }) => id === leased.id)?.state)
}

type OutcomeRow = ReturnType<typeof toOutcomeRow>

async function storeWithRetries(trx: Transaction, outcomes: OutcomeRow[]) {
  const settled = await updateOutcomes(trx, outcomes)
  await enqueueRetries(trx, outcomes)
  return settled
}

// The query names the ids more than once: a planner without statistics would otherwise read the whole table. It locks the
// rows as other writers do, because a fixed order prevents deadlocks.
async function updateOutcomes(
  store: typeof db | Transaction,
  outcomes: OutcomeRow[],
): Promise<{ id: string; state: DeliveryState }[]> {
  const { rows } = await sql<{ id: string; state: DeliveryState }>`
    with outcomes as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as outcomes (
        delivery_id uuid, attempt_id uuid, attempted_at timestamptz, orders integer, outcome text, hash text,
        variation integer, remote_id text, remote_url text, reason text, detail text, pause_s integer, uncounted integer,
        duration_ms integer)
    ), locked as (
      select id from deliveries where id = any(${outcomes.map((each) => each.delivery_id)}::uuid[])
      order by id for update
    ), settled as (
      update deliveries set
        state = case when deliveries.orders = outcomes.orders then outcome else 'pending' end,
        delivered_hash = case when ${hasNewCopy} then hash else delivered_hash end,
        delivered_variation = case when ${hasNewCopy} then variation else delivered_variation end,
        remote_id = case when ${hasNewCopy} then coalesce(outcomes.remote_id, deliveries.remote_id)
          else deliveries.remote_id end,
        remote_url = case when ${hasNewCopy} then coalesce(outcomes.remote_url, deliveries.remote_url)
          else deliveries.remote_url end,
        reason = outcomes.reason, detail = outcomes.detail,
        next_attempt_at = now() + make_interval(secs => pause_s),
        attempts = greatest(attempts - uncounted, 0), -- 0 already if it was ordered again in the meantime
        lease_until = null, unended = 0, attempt_id = nullif(deliveries.attempt_id, outcomes.attempt_id)
      from outcomes, locked
      where deliveries.id = any(${outcomes.map((each) => each.delivery_id)}::uuid[])
        and deliveries.id = outcomes.delivery_id and deliveries.id = locked.id
      returning deliveries.id, deliveries.state, outcomes.attempt_id, outcomes.attempted_at, duration_ms, outcome,
        outcomes.reason, outcomes.detail
    ), logged as (
      insert into delivery_attempts (id, delivery_id, started_at, duration_ms, outcome, reason, detail)
      select attempt_id, id, attempted_at, duration_ms, outcome, reason, detail from settled
      on conflict (id) do update set
        outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail, duration_ms = excluded.duration_ms
    )
    select id, state from settled
  `.execute(store)
  return rows
}

// Not true if the URL of the site changed after the lease: `forgetCopies` set the attempt's id to null, and the article was
// ordered again. A process that lost its lease to another one has another id too, but the same orders.
const hasNewCopy = sql`outcome <> 'failed'
  and (deliveries.attempt_id = outcomes.attempt_id or deliveries.orders = outcomes.orders)`

/**
 * Returns false if a newer attempt takes the place of this one, as after a change of the site's URL. What the lease and the
 * site say about the copy may not fit together then.
 */
export async function isCurrent({ id, attemptId, orders }: LeasedDelivery): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where((where) => where.or([where('attemptId', '=', attemptId), where('orders', '=', orders)]))
    .executeTakeFirst()
  return row !== undefined
}

interface Ended {
  leased: LeasedDelivery
  outcome: AttemptOutcome
  durationMs: number
}

function toOutcomeRow({ leased, outcome, durationMs }: Ended) {
  const isFailed = outcome.state === 'failed'
  return {
    delivery_id: leased.id,
    attempt_id: leased.attemptId,
    attempted_at: leased.attemptedAt,
    orders: leased.orders,
    outcome: outcome.state,
    hash: outcome.state === 'delivered' ? outcome.hash : null,
    variation: outcome.state === 'delivered' ? outcome.variation : null,
    remote_id: outcome.state === 'delivered' ? outcome.remoteId : null,
    remote_url: outcome.state === 'delivered' ? outcome.remoteUrl : null,
    reason: isFailed ? outcome.reason : null,
    detail: isFailed ? outcome.detail : null,
    pause_s: isFailed ? toPauseS(leased.attempts, outcome) : null,
    uncounted: isFailed && isOwnLimit(outcome) ? 1 : 0,
    duration_ms: Math.round(durationMs),
  }
}

type Failure = Extract<AttemptOutcome, { state: 'failed' }>

// Nothing was sent because of our own limit, so the attempt is not one of those after which a delivery is given up. A host
// that is paused has failed, and is given up in the end.
const isOwnLimit = ({ reason }: Failure): boolean => reason === 'too-many'

// In seconds; null if there is no other attempt.
function toPauseS(attempts: number, failure: Failure): number | null {
  if (!failure.isRetryable) return null
  const { retryAfterS = 0 } = failure
  return isOwnLimit(failure)
    ? Math.ceil(retryAfterS + OWN_LIMIT_SPREAD_S * Math.random())
    : toRetryDelayS(attempts, retryAfterS)
}

// In seconds; null after the last attempt. A site that asks for a longer pause gets it.
function toRetryDelayS(attempts: number, retryAfterS: number): number | null {
  const pauseS = RETRY_PAUSES_S[attempts - 1]
  if (pauseS === undefined) return null
  const spreadS = pauseS * (0.5 + Math.random()) // so that deliveries that failed together are not tried again together
  return Math.ceil(Math.min(Math.max(spreadS, retryAfterS), LONGEST_PAUSE_S * 1.5))
}

async function enqueueRetries(trx: Transaction, outcomes: OutcomeRow[]): Promise<void> {
  for (const { delivery_id: deliveryId, pause_s: delayS } of outcomes)
    if (delayS !== null) await enqueue(trx, { name: DELIVER_JOB, data: { deliveryId }, delayS })
}

/** Returns true if a process holds the lease of a delivery; the process may have died just now. */
export async function isLeased(deliveryId: string): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', deliveryId)
    .where('leaseUntil', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops retrying deliveries that crashed their process several times, and deletes attempts older than 90 days. */
export async function maintainDeliveries(): Promise<void> {
  const detail = 'This delivery ended the process that worked on it, several times.'
  await sql`
    with given_up as (
      select id, attempt_id, attempted_at from deliveries
      where (state = 'pending' or (state = 'failed' and next_attempt_at is not null))
        and unended >= ${UNENDED_LIMIT} and lease_until < now() for update
    ), unended_attempts as (${insertUnendedAttempts('given_up')})
    update deliveries set
      state = 'failed', reason = 'unexpected', detail = ${detail}, next_attempt_at = null, attempt_id = null
    from given_up where deliveries.id = given_up.id
  `.execute(db)
  await sql`delete from delivery_attempts where started_at < now() - interval '90 days'`.execute(db)
}

const held = singleton('held deliveries', () => new Set<string>())

// A living process renews its leases, even if a site takes long.
function startRenewal(): void {
  singleton('renewal of leases', () =>
    setInterval(() => {
      if (held.size === 0) return
      sql`update deliveries set lease_until = now() + make_interval(secs => ${LEASE_S}) where id = any(${[...held]}::uuid[])`
        .execute(db)
        .catch((error: unknown) => log.warn({ err: error }, 'deliveries.not_renewed'))
    }, RENEWAL_MS).unref(),
  )
}
