// The comparison of two texts is a large script: it is loaded when the screen of the revisions is there, and nowhere else.
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { findRelease } from '../tools/releases.ts'

const ASSETS = `${findRelease()}/client/assets`
const LIMIT = 100 * 1024

interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { module: string; imports: string[] }>
}

const [manifestFile = ''] = globSync(`${ASSETS}/manifest-*.js`)
const [paneFile = ''] = globSync(`${ASSETS}/merge-pane-*.js`)
const { entry, routes } = JSON.parse(
  readFileSync(manifestFile, 'utf8').replace(/^window\.__reactRouterManifest=|;\s*$/g, ''),
) as Manifest

/** Returns the scripts that a module loads with itself. */
function listLoaded(paths: string[], found = new Set<string>()): Set<string> {
  for (const name of paths.map((path) => basename(path))) {
    if (found.has(name)) continue
    found.add(name)
    const text = readFileSync(`${ASSETS}/${name}`, 'utf8')
    const imports = [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)]
    listLoaded(
      imports.map(([, path = '']) => path),
      found,
    )
  }
  return found
}

test('it is 100 KiB at most, compressed, with all that it loads', () => {
  const own = listLoaded([paneFile])
  const shared = listLoaded([entry.module, ...entry.imports])
  const sizes = [...own]
    .filter((name) => !shared.has(name))
    .map((name) => statSync(`${ASSETS}/${name}.br`).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT)
})

test('no route loads it with itself, not even that of the revisions', () => {
  const all = Object.entries(routes)
  expect(all.length).toBeGreaterThan(50)
  const loading = all.filter(([, { module, imports }]) =>
    listLoaded([module, ...imports, entry.module, ...entry.imports]).has(basename(paneFile)),
  )
  expect(loading).toEqual([])
  const { module = '', imports = [] } = routes['routes/desk/revisions'] ?? {}
  const texts = [...listLoaded([module, ...imports])].map((name) => readFileSync(`${ASSETS}/${name}`, 'utf8'))
  expect(texts.some((text) => text.includes(basename(paneFile)))).toBe(true)
})
