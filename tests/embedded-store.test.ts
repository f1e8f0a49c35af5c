import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, runTool, startAgain, startServer, type TestServer } from './support/server.ts'

describe.runIf(process.env.TEST_STORE === 'embedded')('the embedded store', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await server.end()
  })

  test('refuses a second process and names the one that has it', async () => {
    const second = runTool(
      { env: { ...server.env, PORT: String(server.port + 1) } },
      'tools/start.ts',
      '--no-build',
    )
    const { code, output } = await ended(second)
    expect(code).toBe(1)
    expect(output).toContain(`in use by process ${server.process.pid} (npm start)`)
  })

  test('is shared with a command-line tool while the server runs, and pages follow what the tool wrote', async () => {
    expect((await server.ask('/', { host: 'tool.localhost' })).status).toBe(421)
    const { code } = await ended(runTool(server, 'tools/sites.ts', 'add', 'Tool', 'http://tool.localhost'))
    expect(code).toBe(0)
    await expect
      .poll(async () => (await server.ask('/', { host: 'tool.localhost' })).status, { timeout: 3000 })
      .toBe(200)
  })

  test('needs no manual step after the process was killed', async () => {
    await server.kill()
    server = await startAgain(server)
    expect((await server.ask('/')).status).toBe(200)
  })
})
