// The tests of a run have one template: a database that was made and migrated once. Each process gets a copy of it.
// That is a copy of the embedded database's folder, or of the database on the Postgres server.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { storeDir } from '../../app/platform/store/embedded-store.server.ts'

const TEMPLATE_DATABASE = 'template_store'

/** Returns the settings of the template, which all others are copies of. */
export const templateSettings = (room: string, serverUrl: string | undefined) => ({
  TEST_TEMPLATE: room,
  DATA_DIR: join(room, 'template'),
  ...(serverUrl && { DATABASE_URL: toDatabase(serverUrl, TEMPLATE_DATABASE) }),
})

/** Makes the empty database of the template, if the tests run on a Postgres server. */
export async function makeTemplateDatabase(serverUrl: string): Promise<void> {
  await ask(serverUrl, `create database ${TEMPLATE_DATABASE}`)
}

/**
 * Makes a migrated, empty store for a process with the data folder `dataDir`. Returns the settings that the process
 * needs for it. Without a template, as in the journeys, the process makes its own store.
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
