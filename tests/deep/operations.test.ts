// The files in ops/, run as they stand, and the manifests for Kubernetes, checked against its types.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const NOT_INSTALLED = 3 // exit code of ops/check.sh

interface Manifest {
  apiVersion: string
  kind: string
}

test.runIf(process.env.TEST_STORE === 'server')(
  'an installation as docs/operations.md describes it',
  ({ skip }) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      skip('only root on Linux has namespaces for it')
    const { status, stdout, stderr } = spawnSync(resolve('ops/check.sh'), { encoding: 'utf8' })
    if (status === NOT_INSTALLED) skip(`A program is missing: ${stdout.trim()}`)
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toContain('all processes have ended with code 0')
  },
)

const PROMTOOL: [string, string[]][] = [
  ['each alert fires, and none while all is well', ['test', 'rules', 'ops/alerts.test.yml']],
  ['Prometheus accepts its configuration', ['check', 'config', '--syntax-only', 'ops/prometheus.yml']],
]
test.for(PROMTOOL)('%s', ([, args], { skip }) => {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  if (error) skip('promtool is not installed.')
  expect(status, stdout + stderr).toBe(0)
})

test('the manifests for Kubernetes have the fields of its types and no others', () => {
  const manifests = globSync('ops/kubernetes/*.yaml').flatMap((file) =>
    parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest),
  )
  expect(manifests.length).toBeGreaterThan(5)
  expect(checkTypes(manifests)).toBe('')
  const [first] = manifests
  expect(checkTypes([{ ...first, replicas: 2 } as Manifest])).toMatch(/replicas.* does not exist/)
})

/** Returns the complaints of the TypeScript compiler. In literals it refuses unknown fields, too. */
function checkTypes(manifests: Manifest[]): string {
  const folder = 'test-results/kubernetes'
  const lines = manifests.map((manifest, index) => {
    const group = manifest.apiVersion.includes('/') ? manifest.apiVersion : `core/${manifest.apiVersion}`
    const type = `import('kubernetes-types/${group}').${manifest.kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}\n`
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/manifests.ts`, lines.join(''))
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'preserve', '--types', 'node']
  const { stdout, error } = spawnSync('node_modules/.bin/tsc', [...options, `${folder}/manifests.ts`], {
    encoding: 'utf8',
  })
  return error ? error.message : stdout
}
