/**
 * Runs a command. A failure prints its message and ends the process with 1, or with `usageCode` after a wrong call.
 * `--help` prints the help text.
 */
export async function runCommand(help: string, run: () => Promise<void>, usageCode = 1): Promise<void> {
  endWithReader()
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(`${help.trim()}\n`)
    return
  }
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof UsageError ? usageCode : 1) // open connections end with the process
  }
}

// A reader such as `head` closes the pipe when it has enough: the next write fails with EPIPE.
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
}

/** A command was called with wrong arguments; the message says what to do. */
export class UsageError extends Error {}
