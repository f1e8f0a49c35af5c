/** Runs a command: a failure is one clear sentence and a non-zero end, `--help` says how it is used. */
export async function runCommand(help: string, run: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(`${help.trim()}\n`)
    return
  }
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1) // whatever was open ends with the process
  }
}

/** A mistake in how a command was called. */
export class UsageError extends Error {}
