import { spawn } from 'node:child_process'
import { runCommand, UsageError } from './command-line.ts'
import { installGhost, installWordPress, type Target } from './target-packages.ts'

const HELP = `
npm run test:targets [-- wordpress|ghost]

Publishes to a real WordPress and a real Ghost, which it installs and starts for the purpose, and reads what came of it
on their own pages. The first time takes some minutes; what was downloaded stays in
~/.cache/broadsheet/targets.
`

const RUN_LIMIT_MS = 10 * 60_000

const TARGETS: Record<string, () => Target> = { wordpress: installWordPress, ghost: installGhost }

await runCommand(HELP, async () => {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !(name in TARGETS))
  if (unknown)
    throw new UsageError(`There is no target ${unknown}. Targets: ${Object.keys(TARGETS).join(', ')}.`)
  const env: Record<string, string> = {}
  for (const [name, install] of Object.entries(TARGETS)) {
    if (names.length > 0 && !names.includes(name)) continue
    const target = install()
    if ('lacks' in target) process.stdout.write(`${name}: left out. ${target.lacks}\n`)
    else Object.assign(env, target.env)
  }
  if (Object.keys(env).length > 0) process.exitCode = await runTests(env)
})

function runTests(env: Record<string, string>): Promise<number> {
  const child = spawn('vitest', ['run', '--config', 'tests/targets/vitest.config.ts', '--reporter=verbose'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { LOG_LEVEL: 'silent', ...process.env, ...env },
    timeout: RUN_LIMIT_MS,
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
