// @store embedded
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serveSocket } from './embedded-store-socket.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-socket-'))
let store: PGlite
let socket: { close: () => Promise<void> }
let clients: Client[] = []

beforeAll(async () => {
  store = await PGlite.create()
  socket = await serveSocket(store, join(folder, '.s.PGSQL.5432'))
  await store.exec('create table notes (id int primary key, text text)')
})
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end().catch(() => {})))
  clients = []
  await store.exec('truncate notes')
})
afterAll(async () => {
  await socket.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

async function enter(): Promise<Client> {
  const client = new Client({ host: folder, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}
const insert = (client: Client, id: number, text: string) =>
  client.query('insert into notes values ($1, $2)', [id, text])
const listNotes = async (client: Client) =>
  (await client.query<{ text: string }>('select text from notes order by id')).rows.map(({ text }) => text)

async function ask(client: Client, name: string): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const { rows } = await client.query<{ text: string }>(`select '${name}' || $1::text as text`, [turn])
    expect(rows).toEqual([{ text: `${name}${turn}` }])
  }
}

describe('clients of the socket', () => {
  test('get their own answers when several ask at the same time', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => ask(await enter(), name)))
  })

  test('wait while another one has a transaction open, and then see its writes', async () => {
    const [writer, reader] = [await enter(), await enter()]
    await writer.query('begin')
    await insert(writer, 1, 'half')
    let isAnswered = false
    const read = listNotes(reader).finally(() => (isAnswered = true))
    await insert(writer, 2, 'whole')
    expect(isAnswered).toBe(false)
    await writer.query('commit')
    expect(await read).toEqual(['half', 'whole'])
  })

  test('roll back and let others go on when they disconnect in a transaction', async () => {
    const [writer, reader] = [await enter(), await enter()]
    await writer.query('begin')
    await insert(writer, 1, 'half')
    const read = listNotes(reader)
    await writer.end()
    expect(await read).toEqual([])
  })

  test('get the error of a wrong query and can go on', async () => {
    const client = await enter()
    await expect(client.query('select $1::int', ['no number'])).rejects.toThrow(/invalid input syntax/)
    await expect(client.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
    await insert(client, 1, 'one')
    await expect(insert(client, 1, 'one')).rejects.toMatchObject({ code: '23505' })
    expect(await listNotes(client)).toEqual(['one'])
  })

  test('can roll back a failed transaction and go on', async () => {
    const client = await enter()
    await client.query('begin')
    await expect(client.query('select nothing')).rejects.toThrow()
    await client.query('rollback')
    await insert(client, 1, 'one')
    expect(await listNotes(client)).toEqual(['one'])
  })

  test('can send and get texts larger than any packet', async () => {
    const client = await enter()
    const text = 'A quiet harbour, æøå. '.repeat(100_000)
    await insert(client, 1, text)
    expect(await listNotes(client)).toEqual([text])
  })
})

describe('a client with another protocol', () => {
  test.each(['GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', '\0\0\0\x08\x04\xd2\x16\x2f'])(
    'is disconnected: %j',
    async (greeting) => {
      const stranger = connect(join(folder, '.s.PGSQL.5432'))
      stranger.on('error', () => {})
      stranger.write(greeting, 'latin1')
      await once(stranger, 'close')
      expect(await listNotes(await enter())).toEqual([])
    },
  )
})
