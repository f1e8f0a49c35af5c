// A copy of the built product that can be killed at a step. The file KILL_AT names a function. At the next call of that
// function the process is killed with SIGKILL.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Main from '../../server/main.ts'
import { findRelease } from '../../tools/releases.ts'
import { serveUntilStopped } from '../../tools/serve-until-stopped.ts'

const RELEASE = findRelease()
const BUILT = join(RELEASE, 'server')
const MORTAL = `${RELEASE}/server-that-can-be-killed-${process.env.TEST_STORE}-${process.env.VITEST_POOL_ID}` // each worker has its own steps
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
  cpSync(BUILT, MORTAL, { recursive: true })
  writeFileSync(
    join(MORTAL, 'index.js'),
    DIE + withSteps(readFileSync(join(BUILT, 'index.js'), 'utf8'), steps),
  )
  return ['--liftoff-only', import.meta.filename]
}

function withSteps(bundle: string, steps: readonly string[]): string {
  return steps.reduce((code, step) => {
    const head = new RegExp(`(function ${step}\\([^)]*\\) \\{)`, 'g')
    // The bundler numbers functions of the same name: then the name is ambiguous.
    const found = code.match(new RegExp(`function ${step}(\\$\\d+)?\\(`, 'g'))?.length
    if (found !== 1 || !head.test(code))
      throw new Error(`The step ${step} is ${found ?? 0} times in the bundle, not once.`)
    return code.replace(head, `$1 dieAt('${step}');`)
  }, bundle)
}

if (import.meta.main) {
  const { serve } = (await import(join(MORTAL, 'index.js'))) as typeof Main
  await serveUntilStopped(() => serve('the tests'))
}
