// @store embedded
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJob } from './support/rows.ts'
import { ended, queryStore, runTool, startAgain, startServer, type TestServer } from './support/server.ts'

describe.runIf(process.env.TEST_STORE === 'embedded')('the embedded store', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await server.end()
  })

  test('refuses a second process and names the first one', async () => {
    const second = runTool(
      { env: { ...server.env, PORT: String(server.port + 1) } },
      'tools/start.ts',
      '--no-build',
    )
    const { code, output } = await ended(second)
    expect(code).toBe(1)
    expect(output).toContain(`in use by process ${server.process.pid} (npm start)`)
  })

  test('can be used by a command-line tool while the server runs, and pages show its writes', async () => {
    expect((await server.ask('/', { host: 'tool.localhost' })).status).toBe(421)
    const { code } = await ended(runTool(server, 'tools/sites.ts', 'add', 'Tool', 'http://tool.localhost'))
    expect(code).toBe(0)
    await expect
      .poll(async () => (await server.ask('/', { host: 'tool.localhost' })).status, { timeout: 3000 })
      .toBe(200)
  })

  test('needs no manual step after a kill of the process', async () => {
    await server.kill()
    server = await startAgain(server)
    expect((await server.ask('/')).status).toBe(200)
  })

  test('is tidied if much of it has changed, and only then', async () => {
    const listTidied = async () => {
      expect(await runJob(server, 'tidy-store')).toBe('completed')
      const tidied = await queryStore<{ table: string }>(
        server,
        `select relname as table from pg_stat_user_tables where vacuum_count > 0`,
      )
      return tidied.map(({ table }) => table)
    }
    const before = await listTidied()
    expect(before).not.toContain('author_pages')
    await queryStore(
      server,
      `insert into page_drops (id, tags) select gen_random_uuid(), array['none'] from generate_series(1, 5000)`,
    )
    const after = await listTidied()
    expect(after).toContain('page_drops')
    expect(after).not.toContain('author_pages')
  })

  test('refuses writes while its disk is nearly full, with a message, and still answers reads', async () => {
    const full = await startServer({ LEAST_ROOM_MB: '1000000' })
    const answer = await full.ask('/auth', {
      form: { intent: 'sign-up', email: 'a@b.example', password: 'long enough' },
    })
    expect(answer.status).toBe(507)
    expect(answer.body).toContain('nothing was saved. Reading goes on')
    expect((await full.ask('/')).status).toBe(200)
    expect((await full.ask('/auth')).status).toBe(200)
    expect(await full.stop()).toBe(0)
    full.forget()
  })
})
