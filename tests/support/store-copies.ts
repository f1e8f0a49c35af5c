// A store is made and migrated once for a run of the tests. Each process gets a copy of it: of the folder of the embedded
// store, or of a database on the server Postgres.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { storeDir } from '../../app/platform/embedded-store.server.ts'

const TEMPLATE_DATABASE = 'template_store'

/** The settings of the store that all others are copies of. */
export const templateSettings = (room: string, serverUrl: string | undefined) => ({
  TEST_TEMPLATE: room,
  DATA_DIR: join(room, 'template'),
  ...(serverUrl && { DATABASE_URL: toDatabase(serverUrl, TEMPLATE_DATABASE) }),
})

/** Makes the database of the template, empty, where the tests run on a server Postgres. */
export async function makeTemplateDatabase(serverUrl: string): Promise<void> {
  await ask(serverUrl, `create database ${TEMPLATE_DATABASE}`)
}

/**
 * A migrated, empty store for a process whose data folder is `dataDir`; returns what that process has to be told of it.
 * Without a template, as in the journeys, the process makes its own.
 */
export async function copyStore(dataDir: string): Promise<Record<string, string>> {
  const { TEST_TEMPLATE: room, DATABASE_URL: serverUrl } = process.env
  if (serverUrl) return copyDatabase(serverUrl)
  if (room) cpSync(storeDir(join(room, 'template')), storeDir(dataDir), { recursive: true })
  return {}
}

async function copyDatabase(serverUrl: string): Promise<Record<string, string>> {
  const name = `test_${uuidv7().replaceAll('-', '')}`
  const template = process.env.TEST_TEMPLATE ? ` template ${TEMPLATE_DATABASE}` : ''
  await ask(serverUrl, `create database ${name}${template}`)
  return { DATABASE_URL: toDatabase(serverUrl, name) }
}

async function ask(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: toDatabase(serverUrl, 'postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const toDatabase = (serverUrl: string, name: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
