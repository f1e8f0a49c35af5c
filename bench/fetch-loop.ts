// Sends the thousand messages that a receiver kept ten times to it, and reports the number of messages a second.
import { performance } from 'node:perf_hooks'

const SENT = 10_000
const AT_ONCE = 2

const [url = ''] = process.argv.slice(2)
const messages = (await (await fetch(url)).json()) as { headers: Record<string, string>; body: string }[]
let next = 0

async function send(): Promise<void> {
  while (next < SENT) {
    const { headers, body } = messages[next % messages.length] ?? { headers: {}, body: '' }
    next += 1
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.text()
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: AT_ONCE }, send))
process.send?.(SENT / ((performance.now() - startedAt) / 1000))
