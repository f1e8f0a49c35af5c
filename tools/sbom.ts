import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { runCommand, UsageError } from './command-line.ts'
import { listDependencies } from './licences.ts'

const HELP = `
npm run sbom -- FILE

Writes the software bill of materials into a file: CycloneDX 1.5 as JSON, with the version, licence and hash of every
package that a production install may contain, for all platforms. It reads package-lock.json and needs no network.
`

interface Sbom {
  metadata: { component: { name: string } }
  components: { 'bom-ref': string; licenses?: object[]; hashes?: object[] }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const NPM = [
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--package-lock-only',
  '--include=dev',
]

/**
 * Returns the bill of materials. npm lists all packages, and those of the development are removed here: `--omit dev`
 * leaves out what a tool uses too, such as React (39 of 245). @cyclonedx/cyclonedx-npm would be 177 more packages.
 */
export function createSbom(): Sbom {
  const sbom = JSON.parse(execFileSync('npm', NPM, { encoding: 'utf8', maxBuffer: 2 ** 26 })) as Sbom
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>
  const packages = listDependencies().filter(({ isDev }) => !isDev)
  const refs = new Set([`${name}@${version}`, ...packages.map((one) => `${one.name}@${one.version}`)])
  sbom.metadata.component.name = name ?? '' // npm writes the name of the folder
  sbom.components = sbom.components.filter((component) => refs.has(component['bom-ref']))
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return sbom
}

if (import.meta.main)
  await runCommand(HELP, async () => {
    const [file] = process.argv.slice(2)
    if (!file) throw new UsageError('Into which file? See npm run sbom -- --help.')
    const sbom = createSbom()
    writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
    process.stdout.write(`${file}: ${sbom.components.length} packages\n`)
  })
