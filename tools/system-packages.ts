import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPostgres } from '../tests/support/postgres.ts'

interface SystemPackage {
  name: string
  /** The step of `npm test`, or the command, that cannot run without it. */
  step: string
  isInstalled: () => boolean
}

// The headless shell comes first, because without a screen it takes half the time.
const BROWSERS = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].filter(
  (path) => path !== undefined,
)

/** The path of the browser for the journeys; undefined if none is installed. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? BROWSERS.find((path) => existsSync(path))

const PACKAGES: SystemPackage[] = [
  {
    name: 'chromium-headless-shell',
    step: 'journeys',
    isInstalled: () => BROWSERS.some((path) => existsSync(path)),
  },
  { name: 'postgresql', step: 'server', isInstalled: () => findPostgres() !== undefined },
]

/** The client that loads a server in benchmarks. */
export const LOAD_CLIENT: SystemPackage = {
  name: 'wrk',
  step: 'bench',
  isInstalled: () => spawnSync('wrk', ['--version']).error === undefined,
}

/**
 * Installs system packages on Debian as root: by default the browser and the Postgres server of the tests. Returns the
 * steps that lack a package, each with the way to install it. In CI it throws instead.
 */
export function installSystemPackages(packages = PACKAGES): Map<string, string> {
  const absent = packages.filter((wanted) => !wanted.isInstalled())
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
  const missing = packages.filter((wanted) => !wanted.isInstalled())
  if (missing.length > 0 && process.env.CI) throw new Error(`${missing[0]?.name} could not be installed.`)
  return new Map(
    missing.map(({ name, step }) => [step, `Install ${name} (Debian: apt-get install ${name}).`]),
  )
}
