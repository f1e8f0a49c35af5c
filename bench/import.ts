import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../tests/support/postgres.ts'
import { ended, runTool, startServer } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { report } from './measure.ts'
import { SECRET } from './stores.ts'

/** Measures the whole importer, from reading to indexes, beside a COPY of the finished rows into a bare table. */
export async function benchImport({ corpus }: Bench): Promise<void> {
  const file = corpusFile(corpus)
  const embedded = await startServer({ DEMO: 'off' })
  await embedded.stop()
  report('embedded store', await importOnce(embedded, file))
  embedded.forget()

  const postgres = await startPostgres()
  const settings = {
    DATABASE_URL: postgres.url,
    APP_SECRET: SECRET,
    DEMO: 'off',
  }
  const server = await startServer(settings)
  await server.stop()
  report('server Postgres', await importOnce(server, file))
  report('bare COPY of the same rows', await copyOnce(postgres.url, postgres.dir))
  await postgres.stop()
  server.forget()
}

async function importOnce(server: Parameters<typeof runTool>[0], file: string): Promise<string> {
  const { output } = await ended(runTool(server, 'tools/import.ts', file))
  const [, count, seconds] = /(\d+) imported.* in ([\d.]+) s/.exec(output) ?? []
  if (!count || !seconds) throw new Error(output)
  return `${(Number(count) / Number(seconds)).toFixed(0)} articles/s (${count} in ${seconds} s)`
}

async function copyOnce(url: string, dir: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const file = join(dir, 'rows')
  await client.query(`create table finished as select * from blog_posts`)
  await client.query(`copy finished to '${file}'`)
  await client.query(`create table bare (like finished)`)
  const startedAt = performance.now()
  const { rowCount } = await client.query(`copy bare from '${file}'`)
  const seconds = (performance.now() - startedAt) / 1000
  await client.end()
  if (rowCount === null) throw new Error('COPY did not return the number of rows.')
  return `${(rowCount / seconds).toFixed(0)} articles/s (${rowCount} in ${seconds.toFixed(2)} s)`
}
