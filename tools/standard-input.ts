import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

const PIPE_TIMEOUT_MS = 1000

/**
 * Reads the text that was piped into this command, without the last line end; empty on a terminal. Returns empty text
 * if no input arrives within a second. Another program may leave the pipe open and never write.
 */
export async function readPiped(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const begun = once(process.stdin, 'readable').then(() => true)
  const isPiped = await Promise.race([begun, setTimeout(PIPE_TIMEOUT_MS, false, { ref: false })])
  if (isPiped) return (await text(process.stdin)).replace(/\r?\n$/, '')
  process.stdin.destroy()
  return ''
}
