import { isLoopback } from '../address-check.ts'
import { env } from '../env.server.ts'
import { safeFetch } from '../outbound.server.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

const ANSWER_MS = 2000
const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Returns true if readers come from other machines, so that a server has to run. */
export const isForReaders = () => !isLoopback(new URL(env.SITE_URL).hostname)

/** Checks whether a server runs: at the port of the settings, or, as another machine has it, at SITE_URL. */
export async function checkServer(): Promise<Finding> {
  const urls = [...new Set([toOwnUrl(), env.SITE_URL])]
  const states = await Promise.all(urls.map(readState))
  const at = urls.filter((_, index) => states[index] === 'ready')
  if (at.length > 0) return ok(`A server answers at ${at.join(' and at ')}, and is ready.`)
  if (states.includes('not ready'))
    return failed(
      `The server at ${urls[states.indexOf('not ready')]} runs, and is not ready.`,
      'It starts, stops, or does not reach the database. Run this command again soon, and look in its log.',
    )
  const found = `No server answers at ${urls.join(' or at ')}.`
  const advice =
    'Start it: systemctl start broadsheet@all, or npm start. The end of its log says why it has ended.'
  return isForReaders() ? failed(found, advice) : warning(found, advice)
}

function toOwnUrl(): string {
  const host = EVERY_ADDRESS.has(env.HOST) ? 'localhost' : env.HOST
  const port = env.ROLE === 'worker' ? (env.METRICS_PORT ?? env.PORT) : env.PORT
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the state that a server tells; undefined if none of ours answers. */
async function readState(url: string): Promise<string | undefined> {
  try {
    const { body } = await safeFetch(`${url}/readyz`, { timeoutMs: ANSWER_MS, isTrusted: true })
    const state = body.toString('utf8').trim()
    return state === 'ready' || state === 'not ready' ? state : undefined
  } catch {
    return undefined
  }
}
