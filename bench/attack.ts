import { setTimeout as sleep } from 'node:timers/promises'
import { askAt, signUp, startServer, type TestServer } from '../tests/support/server.ts'
import { quantile, report } from './measure.ts'

const TRIES = 200
const CALM_MS = 4000
const PAUSE_MS = 5
const TRY_EVERY_MS = 25

/** Measures the time of pages during an attack with 40 passwords a second, from one IP address and from 200. */
export async function benchAttack(): Promise<void> {
  const server = await startServer({ DEMO: 'off', RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'warn' })
  await signUp(server, 'ines@example.com')
  const calm = await read(server, sleep(CALM_MS))
  report('in peace: median, 99 of 100', toText(calm))
  const attacks = {
    'one account from one address': () => ({ email: 'ines@example.com', from: '198.51.100.1' }),
    '50 accounts from one address': (n: number) => ({
      email: `a${n % 50}@example.com`,
      from: '198.51.100.2',
    }),
    '50 accounts from 200 addresses': (n: number) => ({
      email: `b${n % 50}@example.com`,
      from: `203.0.113.${n}`,
    }),
  }
  for (const [name, toTry] of Object.entries(attacks)) {
    const statuses: number[] = []
    const during = await read(server, attack(server, toTry, statuses))
    const refused = statuses.filter((status) => status === 429).length
    report(`${name}: median, 99 of 100`, toText(during))
    report('  looked at, refused before', `${TRIES - refused}, ${refused}`)
    report('  ratio of the medians', (quantile(during, 0.5) / quantile(calm, 0.5)).toFixed(2))
  }
  await server.stop()
  server.forget()
}

type Try = (number: number) => { email: string; from: string }

// The pace is steady, because the script of an attacker does not wait for answers.
async function attack({ port }: TestServer, toTry: Try, statuses: number[]): Promise<void> {
  const tries: Promise<unknown>[] = []
  for (let number = 0; number < TRIES; number += 1) {
    const { email, from } = toTry(number)
    const form = { intent: 'sign-in', email, password: `wrong password ${number}` }
    const answer = askAt(port, '/auth', { form, headers: { 'x-forwarded-for': from } })
    tries.push(answer.then(({ status }) => statuses.push(status)))
    await sleep(TRY_EVERY_MS)
  }
  await Promise.all(tries)
}

/** Reads the home page repeatedly until `until` settles. Returns the time of each reading in milliseconds. */
async function read({ port }: TestServer, until: Promise<unknown>): Promise<number[]> {
  const end = new AbortController()
  const ended = until.finally(() => end.abort())
  const times: number[] = []
  while (!end.signal.aborted) {
    const startedAt = performance.now()
    await askAt(port, '/')
    times.push(performance.now() - startedAt)
    await sleep(PAUSE_MS)
  }
  await ended
  return times
}

const toText = (times: number[]) =>
  `${quantile(times, 0.5).toFixed(1)} ms, ${quantile(times, 0.99).toFixed(1)} ms (${times.length} pages)`
