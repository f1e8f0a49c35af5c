import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from '../support/project.ts'
import { startLastingServer, type TestServer } from '../support/server.ts'

const VIEW = 'app/features/site/pages/home-view.tsx'

let project: string
let server: TestServer

// A copy of the project, because the test edits it.
beforeAll(async () => {
  project = copyProject()
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
