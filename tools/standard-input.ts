import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

const PIPE_PATIENCE_MS = 1000

/**
 * What was piped into this command, without the line end at its end; empty on a terminal. Whoever starts it without a
 * terminal may leave the pipe open and never write: nobody waits for that.
 */
export async function readPiped(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const begun = once(process.stdin, 'readable').then(() => true)
  const isPiped = await Promise.race([begun, setTimeout(PIPE_PATIENCE_MS, false, { ref: false })])
  if (isPiped) return (await text(process.stdin)).replace(/\r?\n$/, '')
  process.stdin.destroy()
  return ''
}
