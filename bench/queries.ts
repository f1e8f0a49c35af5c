import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { ended, runTool, startServer } from '../tests/support/server.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { report } from './measure.ts'
import { SECRET } from './stores.ts'

const ARTICLES = 100_000

/** The public queries at 100,000 articles on a Postgres server: real words, each text with its paragraphs in another order. */
export async function benchQueries({ corpus }: Bench): Promise<void> {
  const postgres = await startPostgres()
  const settings = { DATABASE_URL: postgres.url, APP_SECRET: SECRET, DEMO: 'off' }
  const server = await startServer(settings)
  await server.stop()
  await ended(runTool(server, 'tools/import.ts', corpusFile(corpus)))
  await multiply(postgres.url)
  // A process of its own: its settings are read when the product's modules are loaded.
  const { code, output } = await ended(
    runTool({ env: { ...process.env, ...settings } }, 'bench/queries-worker.ts'),
  )
  if (code !== 0) throw new Error(output)
  for (const line of output.trim().split('\n')) {
    const [name = '', value = ''] = line.split('\t')
    report(name, value)
  }
  await postgres.stop()
  server.forget()
}

async function multiply(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync('bench/multiply.sql', 'utf8').replaceAll(':articles', String(ARTICLES)))
  await client.query('vacuum analyze')
  await client.end()
}
