import { readFileSync } from 'node:fs'
import { toList } from '../app/shared/text.ts'
import { runCommand } from './command-line.ts'

const HELP = `
npm run licences

Lists every package of package-lock.json with its licence, and marks those for the development alone. Fails if a licence
is not permitted.
`

// Licences that permit the use in a product under the MIT licence. Read the text of a new one before you add it. OFL is
// for fonts. CC-BY is for data of a build tool.
const PERMITTED = new Set(
  toList(`
    0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, BlueOak-1.0.0, CC-BY-4.0, ISC, MIT, MIT-0, MPL-2.0, OFL-1.1, PSF-2.0,
    Python-2.0, Unlicense, (AFL-2.1 OR BSD-3-Clause), (MIT AND Zlib), (MIT OR Apache-2.0), (MIT OR CC0-1.0)`),
)

// sharp brings libvips as a library of its own, unchanged and replaceable, which is all that the LGPL asks for here.
const isLibvips = ({ name, licence }: Dependency) =>
  name.startsWith('@img/sharp-') && licence.includes('LGPL-3.0-or-later')

/** A package of the lock file. */
export interface Dependency {
  name: string
  version: string
  /** SPDX expression; empty if the package names none. */
  licence: string
  /** True if no production install contains it. */
  isDev: boolean
}

type Lock = Record<string, { name?: string; version?: string; license?: string; dev?: boolean }>

/** Lists all packages of the lock file, also those for other platforms. */
export function listDependencies(): Dependency[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }
  return Object.entries(packages)
    .filter(([path]) => path !== '') // the product itself
    .map(([path, { name, version = '', license = '', dev = false }]) => ({
      name: name ?? path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
      isDev: dev,
    }))
}

/** Returns true if a dependency's licence is not permitted. */
export const isRefused = (dependency: Dependency) =>
  !PERMITTED.has(dependency.licence) && !isLibvips(dependency)

const toLine = ({ name, version, licence, isDev }: Dependency) =>
  `${name} ${version}: ${licence || 'no licence'}${isDev ? ' (development)' : ''}\n`

if (import.meta.main)
  await runCommand(HELP, async () => {
    const dependencies = listDependencies()
    process.stdout.write(dependencies.map(toLine).join(''))
    const refused = dependencies.filter(isRefused)
    if (refused.length > 0) throw new Error(`Not permitted:\n${refused.map(toLine).join('')}`)
  })
