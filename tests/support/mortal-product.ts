// A copy of the built product that can be killed at a step. The file KILL_AT names a function. At the next call of that
// function the process is killed with SIGKILL.
import { join } from 'node:path'
import type * as Main from '../../server/main.ts'
import { findRelease } from '../../tools/releases.ts'
import { serveUntilStopped } from '../../tools/serve-until-stopped.ts'
import { copyServer } from './changed-server.ts'

const MORTAL = `server-that-can-be-killed-${process.env.TEST_STORE}-${process.env.VITEST_POOL_ID}` // each worker has its own steps
const DIE = `
import { readFileSync as readKillFile, rmSync as removeKillFile } from 'node:fs'
const dieAt = (step) => {
  try { if (readKillFile(process.env.KILL_AT, 'utf8') !== step) return } catch { return }
  removeKillFile(process.env.KILL_AT)
  process.kill(process.pid, 'SIGKILL')
}
`

/** Makes a product that can be killed at each of these functions. Returns the command that starts it. */
export function makeMortalProduct(steps: readonly string[]): string[] {
  const found = new Map(steps.map((step) => [step, 0]))
  copyServer(MORTAL, (code) => {
    const changed = steps.reduce((before, step) => {
      const head = new RegExp(`(function ${step}\\([^)]*\\) \\{)`)
      // The bundler numbers functions of the same name: then the name is ambiguous.
      const count = before.match(new RegExp(`function ${step}(\\$\\d+)?\\(`, 'g'))?.length ?? 0
      found.set(step, (found.get(step) ?? 0) + count)
      if (count > 0 && !head.test(before)) throw new Error(`The step ${step} does not begin as expected.`)
      return before.replace(head, `$1 dieAt('${step}');`)
    }, code)
    return changed === code ? code : DIE + changed
  })
  for (const [step, count] of found)
    if (count !== 1) throw new Error(`The step ${step} is ${count} times in the build, not once.`)
  return ['--liftoff-only', import.meta.filename]
}

if (import.meta.main) {
  const { serve } = (await import(join(findRelease(), MORTAL, 'index.js'))) as typeof Main
  await serveUntilStopped(() => serve('the tests'))
}
