// Makes 100,000 landing pages twice, inserts the resulting rows in bulk, and prints the time of each.
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { startGeneration } from '../app/features/local-seo/landing-pages/commands.server.ts'
import { findLastGeneration } from '../app/features/local-seo/landing-pages/queries.server.ts'
import { generationRun } from '../app/features/local-seo/landing-pages/work-on-generation.server.ts'
import { jobs } from '../app/jobs.server.ts'
import { db } from '../app/platform/store/database.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { openStore } from '../app/platform/store/store.server.ts'
import { makeCity, makeNotes, makeService } from '../tests/support/catalogue.ts'

const SERVICES = Number(process.argv[2] ?? 100)
const CITIES = Number(process.argv[3] ?? 1000)
const AT_ONCE = 500
const STATES = 20

const store = await openStore('npm run bench')
const queue = await startQueue(jobs, false)
const operator = { id: uuidv7(), email: 'bench@example.com', name: 'Bench' }
await db.insertInto('users').values(operator).execute()
for (let number = 0; number < SERVICES; number += 1)
  await makeService(operator.id, { name: `Service ${number}`, description: toDescription(number) })
for (let number = 0; number < CITIES; number += 1)
  await makeCity(operator.id, {
    name: `City ${number}`,
    state: `S${number % STATES}`,
    population: 1000 + ((number * 7919) % 90_000),
    notes: number % 10 === 0 ? '' : makeNotes(number),
  })

function toDescription(number: number): string {
  const steps = ['inspected', 'measured', 'cleaned', 'loosened', 'replaced', 'fastened', 'sealed', 'tried']
  return steps
    .map((step, index) => `Part ${number}.${index} is ${step} with tool ${number + index}.`)
    .join(' ')
}

const mebibytes: number[] = []

async function make(): Promise<number> {
  const startedAt = performance.now()
  const started = await startGeneration(operator, { regenerateAll: true })
  if (!started.ok) throw new Error(started.reason)
  const timer = setInterval(() => mebibytes.push(process.memoryUsage().rss / 2 ** 20), 500)
  for (;;) {
    await generationRun.work(started.runId)
    const run = await findLastGeneration(operator, started.runId)
    if (run?.error) throw new Error(run.error)
    if (run?.state === 'done') break
  }
  clearInterval(timer)
  return (performance.now() - startedAt) / 1000
}

/** Inserts the resulting rows into a table with the same columns and indexes, in batches as large as the product's. */
async function insertInBulk(): Promise<number> {
  await sql`create table bulk (like generated_pages including all) with (toast_tuple_target = 256)`.execute(
    db,
  )
  let [after, ms] = ['00000000-0000-0000-0000-000000000000', 0]
  for (;;) {
    const { rows } = await sql<{ id: string; row: object }>`
      select id, to_json(page) as row from generated_pages page where id > ${after} order by id limit ${AT_ONCE}
    `.execute(db)
    const last = rows.at(-1)
    if (!last) return ms / 1000
    after = last.id
    const startedAt = performance.now()
    await db
      .transaction()
      .execute((trx) =>
        sql`insert into bulk select * from json_populate_recordset(null::bulk, ${JSON.stringify(rows.map(({ row }) => row))}::json)`.execute(
          trx,
        ),
      )
    ms += performance.now() - startedAt
  }
}

const firstS = await make()
const tenth = mebibytes.length / 10
const atTenths = Array.from({ length: 10 }, (_, index) => mebibytes[Math.floor(index * tenth)] ?? [])
const againS = await make()
const tally = (await findLastGeneration(operator))?.tally
if (!tally) throw new Error('The generation has no tally.')
const bulkS = await insertInBulk()
await queue.stop()
await store.close()
process.stdout.write(
  `${JSON.stringify({ count: SERVICES * CITIES, published: tally.published, firstS, againS, bulkS, mebibytes: atTenths.flat() })}\n`,
)
