import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRoom } from '../support/postgres.ts'
import { startLastingServer, type TestServer } from '../support/server.ts'

const SOURCES = ['app', 'public', 'server', 'tools', 'package.json', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts'] // oxfmt-ignore
const VIEW = 'app/features/site/pages/home-view.tsx'

let project: string
let server: TestServer

// A copy of the project, because the test edits it.
beforeAll(async () => {
  project = mkdtempSync(join(process.env.TEST_TEMPLATE ?? findRoom(), 'project-'))
  for (const source of SOURCES) cpSync(source, join(project, source), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  server = await startLastingServer({ NODE_ENV: 'development', LOG_LEVEL: 'info' }, ['tools/dev.ts'], project)
})
afterAll(async () => {
  await server?.end()
  rmSync(project, { recursive: true, force: true })
})

test('npm run dev serves a page, shows an edit of its source, and stops cleanly', async () => {
  const askHome = async () => (await server.ask('/')).body
  expect(await askHome()).toContain('No articles yet.')
  expect((await server.ask('/auth')).status).toBe(200)
  const view = join(project, VIEW)
  writeFileSync(view, readFileSync(view, 'utf8').replace('No articles yet.', 'Nothing is printed yet.'))
  await expect.poll(askHome).toContain('Nothing is printed yet.')
  expect(await server.stop()).toBe(0)
  expect(server.output()).toContain('"event":"server.stopped"')
})
