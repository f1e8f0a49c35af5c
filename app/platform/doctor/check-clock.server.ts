import { isLoopback, isPublicHost } from '../address-check.ts'
import { isEmbedded, pool } from '../store/database.server.ts'
import { env } from '../env.server.ts'
import { failed, type Finding, notChecked, ok, toDuration, warning } from './finding.ts'
import { safeFetch } from '../outbound.server.ts'

const ANSWER_MS = 3000
const NOTABLE_S = 3 // the Date header has full seconds, and an answer takes time
const WRONG_S = 30 // an authenticator app has another code every 30 s (RFC 6238)

/**
 * Compares the clock of this machine with clocks outside of it: that of the database, if it is on another host, and the
 * Date of the answers of other services. An own proxy or database has the same clock, so it proves nothing.
 */
export async function checkClock(services = listServices()): Promise<Finding> {
  const clocks = services.map((url) => compare(new URL(url).host, () => readServiceClock(url)))
  if (isDatabaseOutside()) clocks.push(compare('the database', readDatabaseClock))
  const known = (await Promise.all(clocks)).filter((clock) => clock !== undefined)
  const [worst] = known.toSorted((one, other) => Math.abs(other.aheadS) - Math.abs(one.aheadS))
  if (!worst)
    return notChecked(
      'No clock outside of this machine answered.',
      'timedatectl says whether this machine sets its clock over the network (NTP).',
    )
  const { name, aheadS } = worst
  const isAhead = aheadS > 0 ? 'ahead of' : 'behind'
  const found = `The clock of this machine is ${toDuration(Math.abs(aheadS))} ${isAhead} the clock of ${name}.`
  const advice = 'Let all machines set their clocks over the network (NTP): timedatectl set-ntp true'
  if (Math.abs(aheadS) > WRONG_S) return failed(`${found} Codes of authenticator apps then fail.`, advice)
  if (Math.abs(aheadS) > NOTABLE_S) return warning(found, advice)
  return ok(`The clock agrees with ${known.map((clock) => clock.name).join(' and with ')}.`)
}

/** Lists the URLs of the settings that lead to other machines. A private installation has no search engines. */
export function listServices(): string[] {
  const { hostname } = new URL(env.SITE_URL)
  const bucket = env.BACKUP_TO?.startsWith('s3://') && `https://s3.${env.AWS_REGION}.amazonaws.com`
  const urls = [
    env.AI_BASE_URL,
    env.SMS_WEBHOOK_URL,
    env.WEBSUB_HUB_URL,
    env.GOOGLE_SERVICE_ACCOUNT && env.GOOGLE_TOKEN_URL,
    env.BACKUP_S3_ENDPOINT ?? bucket,
    isPublicHost(hostname) && env.INDEXNOW_URL !== 'off' ? env.INDEXNOW_URL : undefined,
  ]
  const origins = urls.flatMap((url) => (url ? new URL(url).origin : []))
  return [...new Set(origins)].filter((origin) => {
    const host = new URL(origin).hostname
    return !isLoopback(host) && host !== hostname
  })
}

const isDatabaseOutside = () => !isEmbedded && !isLoopback(new URL(env.DATABASE_URL ?? '').hostname)

interface Clock {
  name: string
  /** How far our clock is ahead. */
  aheadS: number
}

/** Returns undefined for a clock that does not answer. */
async function compare(name: string, read: () => Promise<number>): Promise<Clock | undefined> {
  const askedAt = Date.now()
  const there = await read().catch(() => Number.NaN)
  const here = (askedAt + Date.now()) / 2 // it was read about half way
  return Number.isNaN(there) ? undefined : { name, aheadS: (here - there) / 1000 }
}

async function readDatabaseClock(): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]?.now.getTime() ?? Number.NaN
}

async function readServiceClock(url: string): Promise<number> {
  const { headers } = await safeFetch(url, { method: 'HEAD', timeoutMs: ANSWER_MS, isTrusted: true })
  return Date.parse(headers.date ?? '')
}
