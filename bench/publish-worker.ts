// Delivers 500 articles to 20 sites from the queue, and prints the deliveries a second and the memory used.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { importArticles } from '../app/features/moving-in/formats/commands.server.ts'
import { orderDeliveries } from '../app/features/delivery/deliveries/commands.server.ts'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { jobs } from '../app/jobs.server.ts'
import { db } from '../app/platform/store/database.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { seal } from '../app/platform/seal.server.ts'
import { openStore } from '../app/platform/store/store.server.ts'
import { readCorpus } from './corpus.ts'

const ARTICLES = 500
const SITES = 20
const COUNT = ARTICLES * SITES

const [url = '', corpus = ''] = process.argv.slice(2)
const store = await openStore('npm run bench')
const records = (await readCorpus(corpus)).slice(0, ARTICLES)
await importArticles({ siteId: MAIN_SITE_ID, ownerId: null, author: 'Nobody' }, records)
const articles = await db.selectFrom('blogPosts').select('id').execute()
const ordering = await startQueue(jobs, false)
for (let site = 0; site < SITES; site += 1) {
  const siteId = await addSite(`${url}/${site}`)
  await db.transaction().execute((trx) =>
    orderDeliveries(
      trx,
      articles.map(({ id: articleId }) => ({ articleId, siteId, wantedHash: 'x', varies: false })),
    ),
  )
}
await ordering.stop()
await sql`update pgboss.job set start_after = now() where name = 'deliver'`.execute(db)

const mebibytes: number[] = []
const startedAt = performance.now()
const working = await startQueue(jobs, true)
for (let delivered = 0; delivered < COUNT; delivered = await countDelivered()) {
  if (delivered >= (mebibytes.length * COUNT) / 10) mebibytes.push(process.memoryUsage().rss / 1024 ** 2)
  await sleep(200)
}
const perSecond = COUNT / ((performance.now() - startedAt) / 1000)
mebibytes.push(process.memoryUsage().rss / 1024 ** 2)
process.stdout.write(JSON.stringify({ count: COUNT, perSecond, mebibytes }))
await working.stop()
await store.close()

async function addSite(address: string): Promise<string> {
  const id = uuidv7()
  const credentials = { secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`] }
  const sealed = seal(JSON.stringify(credentials), { table: 'target_sites', rowId: id })
  await db
    .insertInto('targetSites')
    .values({ id, name: address, url: address, kind: 'webhook', credentials: sealed })
    .execute()
  return id
}

async function countDelivered(): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('state', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
