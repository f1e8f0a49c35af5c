// @store embedded
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openEmbeddedStore, socketDir } from './embedded-store.server.ts'

test('a store that hangs is opened again with all committed writes', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-hung-'))
  const store = await openEmbeddedStore(dataDir, { hungMs: 1000 })
  const first = await connect(dataDir)
  await first.query('create table kept (n int); insert into kept values (7)')
  await expect(first.query('do $$ begin loop end loop; end $$')).rejects.toThrow()

  const second = await untilConnected(dataDir)
  expect((await second.query('select n from kept')).rows).toEqual([{ n: 7 }])
  await second.end()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

test('a store that is allowed to be silent ends a long statement', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-silent-'))
  const store = await openEmbeddedStore(dataDir, { hungMs: 1000 })
  store.allowSilence(30_000)
  const client = await connect(dataDir)
  await client.query(
    `do $$ begin while clock_timestamp() < now() + interval '3 seconds' loop end loop; end $$`,
  )
  store.allowSilence(1000)
  await expect(client.query('do $$ begin loop end loop; end $$')).rejects.toThrow()
  await untilConnected(dataDir).then((again) => again.end())
  await store.close()
  rmSync(dataDir, { recursive: true })
})

async function connect(dataDir: string): Promise<Client> {
  const client = new Client({ host: socketDir(dataDir), user: 'postgres', database: 'postgres' })
  client.on('error', () => {}) // its query throws the error
  await client.connect()
  return client
}

async function untilConnected(dataDir: string): Promise<Client> {
  let client: Client | undefined
  await expect
    .poll(async () => (client = await connect(dataDir).catch(() => undefined)), { timeout: 20_000 })
    .toBeDefined()
  return client ?? expect.unreachable()
}
