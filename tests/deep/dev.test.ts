import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from '../support/project.ts'
import { startLastingServer, type TestServer } from '../support/server.ts'

// A page of its own, and a part that pages share.
const EDITS = [
  { file: 'app/features/site/pages/home-view.tsx', from: 'No articles yet.', to: 'Nothing is printed yet.' },
  { file: 'app/features/site/pages/site-footer.tsx', from: '©', to: 'Printed in' },
]

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

test('npm run dev serves a page, shows edits of its sources, and stops cleanly', async () => {
  const askHome = async () => (await server.ask('/')).body
  expect(await askHome()).toContain('No articles yet.')
  expect((await server.ask('/auth')).status).toBe(200)
  for (const { file, from, to } of EDITS) {
    const view = join(project, file)
    writeFileSync(view, readFileSync(view, 'utf8').replace(from, to))
    await expect.poll(askHome).toContain(to)
  }
  expect(await server.stop()).toBe(0)
  expect(server.output()).toContain('"event":"server.stopped"')
})
