import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const END_PATIENCE_MS = 10_000
const PAUSE_MS = 200

/** A program that was started. */
export interface RunningProgram {
  /** Returns its output so far. */
  output: () => string
  hasEnded: () => boolean
  /** Ends the program and all processes that it started. */
  stop: () => Promise<void>
}

interface Program {
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
}

/** Starts a program in a process group of its own, so that all its processes can be ended. */
export function startProgram({ command, args, cwd, env }: Program): RunningProgram {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)))
  child.on('error', (error) => (output += error.message))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  return { output: () => output, hasEnded, stop: () => stop(child, hasEnded) }
}

async function stop(child: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (hasEnded() || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  const isLate = await Promise.race([ended.then(() => false), sleep(END_PATIENCE_MS, true, { ref: false })])
  if (isLate) process.kill(-child.pid, 'SIGKILL')
  await ended
}

/** Waits until `isThere` is true. Throws the program's output if it ends before or takes too long. */
export async function waitFor(
  program: RunningProgram,
  isThere: () => Promise<boolean>,
  patienceMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isThere().catch(() => false))) {
    if (program.hasEnded() || Date.now() > deadline) throw new Error(`It did not start:\n${program.output()}`)
    await sleep(PAUSE_MS)
  }
}
