import { pool } from '../store/database.server.ts'
import { env } from '../env.server.ts'
import { failed, type Finding, notChecked, ok, toDuration, warning } from './finding.ts'
import { safeFetch } from '../outbound.server.ts'

const ANSWER_MS = 3000
const NOTABLE_S = 3 // the Date header has full seconds, and an answer takes time
const WRONG_S = 30 // an authenticator app has another code every 30 s (RFC 6238)

/** Compares the clock of this machine with the clock of the database and with the Date of the public address's answer. */
export async function checkClock(): Promise<Finding> {
  const clocks = { 'the database': readDatabaseClock, [env.SITE_URL]: readSiteClock }
  const compared = await Promise.all(Object.entries(clocks).map(([name, read]) => compare(name, read)))
  const known = compared.filter((clock) => clock !== undefined)
  const [worst] = known.toSorted((one, other) => Math.abs(other.aheadS) - Math.abs(one.aheadS))
  if (!worst) return notChecked('No other clock answered.')
  const { name, aheadS } = worst
  const isAhead = aheadS > 0 ? 'ahead of' : 'behind'
  const found = `The clock of this machine is ${toDuration(Math.abs(aheadS))} ${isAhead} the clock of ${name}.`
  const advice = 'Let all machines set their clocks over the network (NTP): timedatectl set-ntp true'
  if (Math.abs(aheadS) > WRONG_S) return failed(`${found} Codes of authenticator apps then fail.`, advice)
  if (Math.abs(aheadS) > NOTABLE_S) return warning(found, advice)
  return ok(`The clock agrees with ${known.map((clock) => clock.name).join(' and with ')}.`)
}

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

async function readSiteClock(): Promise<number> {
  const { headers } = await safeFetch(`${env.SITE_URL}/healthz`, {
    method: 'HEAD',
    timeoutMs: ANSWER_MS,
    isTrusted: true,
  })
  return Date.parse(headers.date ?? '')
}
