import type { Running } from '../server/serve.ts'

const PARENT_POLL_MS = 1000
const LONGEST_STOP_MS = 25_000 // less than the time after which a process manager kills it

/** Starts a server, prints its URL, and stops it cleanly on SIGTERM or SIGINT. The process then ends with 0. */
export async function serveUntilStopped(serve: () => Promise<Running>): Promise<void> {
  const parent = process.ppid
  const running = await serve()
  process.stderr.write(`\nBroadsheet is at ${running.url}\n`)
  if (running.demo) {
    const { email, password } = running.demo
    process.stderr.write(`Sign in with ${email} and ${password} (shown only this once).\n`)
  }
  if (running.firstLink)
    process.stderr.write(
      `There is no account yet, and strangers may not sign up here (SIGN_UP). Make the account that owns the site with this link. It works once, within seven days:\n${running.firstLink}\n`,
    )
  process.stderr.write('\n')

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => giveUp(`It has not ended within ${LONGEST_STOP_MS / 1000} s.`), LONGEST_STOP_MS).unref()
    await running.stop().catch(giveUp)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // If only npm is killed, the server must not keep its port.
  const startedByNpm = process.env.npm_lifecycle_event !== undefined
  if (startedByNpm) setInterval(() => process.ppid !== parent && void stop(), PARENT_POLL_MS).unref()
}

function giveUp(reason: unknown): never {
  process.stderr.write(
    `It was stopped the hard way: ${reason instanceof Error ? reason.message : String(reason)}\n`,
  )
  process.exit(1)
}
