// The editor is a script of its own: writers wait for no more than this, and readers never load it.
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { findRelease } from '../tools/releases.ts'
import { signUp, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'

const ASSETS = `${findRelease()}/client/assets`
const LIMIT = 180 * 1024

let server: TestServer
beforeAll(async () => {
  server = await shareServer()
})

/** Returns a script with all scripts that it imports when it is loaded. */
function listImported(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  const text = readFileSync(`${ASSETS}/${name}`, 'utf8')
  for (const [, found = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
    listImported(found, known)
  return known
}

const listNamed = (html: string) =>
  [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name)

test('no script of the browser has the letters of all scripts, which only the server needs', () => {
  const scripts = globSync(`${ASSETS}/*.js`)
  expect(scripts.length).toBeGreaterThan(20)
  expect(scripts.filter((path) => readFileSync(path, 'utf8').includes('Zhuang'))).toEqual([])
})

test('the editor is at most 180 KiB, and no page of readers names any of it', async () => {
  const [editor = ''] = globSync(`${ASSETS}/markdown-editor-*.js`).map((path) => basename(path))
  const { cookie } = await signUp(server)
  const screen = await server.ask('/publisher', { headers: { cookie } })
  const loaded = new Set(listNamed(screen.body).flatMap((name) => [...listImported(name)]))
  expect(loaded.size).toBeGreaterThan(5)
  const own = [...listImported(editor)].filter((name) => !loaded.has(name))
  const bytes = own.reduce((sum, name) => sum + statSync(`${ASSETS}/${name}.br`).size, 0)
  expect(own).toContain(editor)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(LIMIT)
  for (const path of ['/', '/search?q=tide', '/not/there']) {
    const { body } = await server.ask(path)
    expect(listNamed(body).filter((name) => own.includes(name))).toEqual([])
  }
})
