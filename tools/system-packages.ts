import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPostgres } from '../tests/support/postgres.ts'

interface SystemPackage {
  name: string
  /** The step of `npm test` that cannot run without it. */
  step: string
  isThere: () => boolean
}

// Without a screen to draw on, the one without windows takes half the time.
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser of the journeys. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? BROWSERS.find((path) => existsSync(path)) ?? ''

const PACKAGES: SystemPackage[] = [
  {
    name: 'chromium-headless-shell',
    step: 'journeys',
    isThere: () => [process.env.CHROMIUM_PATH ?? '', ...BROWSERS].some((path) => existsSync(path)),
  },
  { name: 'postgresql', step: 'server', isThere: () => findPostgres() !== undefined },
]

/**
 * Installs the browser and the Postgres server that the tests use, where this is Debian and we may. Elsewhere gives
 * the steps to leave out, each with how to add what it lacks; in CI nothing is left out.
 */
export function installSystemPackages(): Map<string, string> {
  const absent = PACKAGES.filter((wanted) => !wanted.isThere())
  if (absent.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const names = absent.map(({ name }) => name)
    process.stderr.write(`Installing ${names.join(' and ')}...\n`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { env })
    const installed = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      env,
      encoding: 'utf8',
    })
    if (installed.status !== 0) process.stderr.write(installed.stderr)
  }
  const missing = PACKAGES.filter((wanted) => !wanted.isThere())
  if (missing.length > 0 && process.env.CI) throw new Error(`${missing[0]?.name} could not be installed.`)
  return new Map(
    missing.map(({ name, step }) => [step, `Install ${name} (Debian: apt-get install ${name}).`]),
  )
}
