// Times the board of the account with the articles, and prints one line each: name, tab, milliseconds.
import { parseBoard } from '../app/features/newsroom/board/board.ts'
import { findBoard, listLabels } from '../app/features/newsroom/board/queries.server.ts'
import { db, pool } from '../app/platform/store/database.server.ts'
import { quantile } from './measure.ts'

const TIMES = 40

const operator = await db.selectFrom('users').select(['id', 'email', 'name']).executeTakeFirstOrThrow()
const site = await db
  .selectFrom('targetSites')
  .select('id')
  .where('kind', '=', 'webhook')
  .executeTakeFirstOrThrow()
const {
  tags: [tag = ''],
  authors: [author = ''],
} = await listLabels(operator)

const LISTS = [
  '',
  'page=2',
  'page=200',
  'page=9999',
  'state=live',
  'state=draft',
  'state=edited',
  'state=sending',
  'state=refused',
  'site=main',
  `site=${site.id}`,
  `tag=${encodeURIComponent(tag)}`,
  `author=${encodeURIComponent(author)}`,
  'month=2016-05',
  'sort=oldest',
  'sort=published',
  'sort=first-published',
  'sort=title',
  'sort=title-down',
  'q=harbour',
  'q=the',
  'q=zzqqxx',
  `q=a&state=live&site=${site.id}`,
]

for (const search of LISTS) {
  const filter = parseBoard(new URLSearchParams(search))
  const { found } = await findBoard(operator, filter)
  await time(`?${search.replace(site.id, 'ID')} (${found})`, () => findBoard(operator, filter))
}
await time('tags and authors', () => listLabels(operator))
await pool.end()

async function time(name: string, run: () => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  for (let round = -2; round < TIMES; round += 1) {
    const startedAt = performance.now()
    await run()
    if (round >= 0) taken.push(performance.now() - startedAt)
  }
  const at = (share: number) => quantile(taken, share).toFixed(1)
  process.stdout.write(`${name}\t${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms\n`)
}
