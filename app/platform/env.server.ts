import { parseSettings, type Settings } from './settings.server.ts'

function readOrExit(): Settings {
  const read = parseSettings(process.env)
  if (read.ok) return read.settings
  process.stderr.write(`Wrong settings (see .env.example):\n  ${read.problems.join('\n  ')}\n`)
  process.exit(1)
}

/** The settings of this process. A process with a wrong setting prints all problems and ends. */
export const env = readOrExit()

/**
 * The number of the socket that systemd has opened for this process, and keeps while it restarts (sd_listen_fds(3));
 * undefined if this process opens its own.
 */
export const inheritedSocket = process.env.LISTEN_PID === String(process.pid) ? 3 : undefined
