// Times the public queries on the store it is told of, one line each: name, tab, milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  countArticles,
  findArticle,
  listByAuthor,
  listByCategory,
  listLatest,
} from '../app/features/articles/queries.server.ts'
import { searchArticles } from '../app/features/articles/search.server.ts'
import { parseQuery } from '../app/features/articles/search.ts'
import { MAIN_SITE_ID as SITE } from '../app/features/target-sites/target-sites.ts'
import { db, pool } from '../app/platform/database.server.ts'
import { median } from './measure.ts'

const TIMES = 60
const PHRASES = 176 // with those below 200
const SEARCHES = [
  'the', 'of the', 'ation', 'government', 'services and', 'rust compiler', 'accessibility testing', 'tokio',
  'borrow checker error', 'zzqqxxyy', '数据库', '100%', 'snake_case', '"quoted"', 'open source', 'content strategy',
  'machine learning', 'R package', 'privacy', 'plain language', 'ing the ne', 'soup', 'docker', 'usability test',
] // prettier-ignore

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const total = await countArticles(SITE)
process.stdout.write(`articles\t${total}\n`)
const lastPage = Math.floor(total / 12)
const sample = await db
  .selectFrom('blogPosts')
  .select(['slug', 'title', 'author', 'tags'])
  .limit(TIMES)
  .offset(5000)
  .execute()

await time('home, page 1', () => listLatest(SITE, 1))
await time(`home, page ${lastPage - 800}`, () => listLatest(SITE, lastPage - 800))
await time('count', () => countArticles(SITE))
await time('article with its related', (turn) => findArticle(SITE, sample[turn % sample.length]?.slug ?? ''))
await time('category', (turn) =>
  listByCategory(SITE, sample[turn % sample.length]?.tags[0] ?? 'technology', 1),
)
await time('author', (turn) => listByAuthor(SITE, sample[turn % sample.length]?.author ?? '', 1))
for (const query of SEARCHES) await time(`search ${query}`, () => searchArticles(SITE, query), 8)
await timeMany(listPhrases(sample.map(({ title }) => title)).slice(0, PHRASES))
process.stdout.write(`event loop held up\tat most ${(delay.max / 1e6).toFixed(0)} ms at a time\n`)
await pool.end()

/** Words, parts of words and pairs of words, as readers would type them. */
function listPhrases(titles: string[]): string[] {
  const phrases = titles.flatMap((title) => {
    const words = title.split(/\s+/).filter((word) => word.length > 3)
    return words.flatMap((word, place) => [word, word.slice(1, -1), words.slice(place, place + 2).join(' ')])
  })
  return [...new Set(phrases)].filter((phrase) => parseQuery(phrase) !== undefined)
}

/** The slowest of many searches, each at its median. */
async function timeMany(queries: string[]): Promise<void> {
  const taken: { query: string; ms: number }[] = []
  for (const query of queries) {
    const turns: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const startedAt = performance.now()
      await searchArticles(SITE, query)
      turns.push(performance.now() - startedAt)
    }
    taken.push({ query, ms: median(turns) })
  }
  const sorted = taken.toSorted((one, other) => other.ms - one.ms)
  const [worst] = sorted
  const within = sorted[Math.floor(sorted.length / 20)]?.ms ?? 0
  process.stdout.write(
    `search, ${queries.length} more\t95 of 100 within ${within.toFixed(1)} ms, the slowest ${worst?.ms.toFixed(1)} ms: ${worst?.query}\n`,
  )
}

async function time(name: string, run: (turn: number) => Promise<unknown>, times = TIMES): Promise<void> {
  const taken: number[] = []
  for (let turn = -2; turn < times; turn += 1) {
    const startedAt = performance.now()
    await run(Math.max(0, turn))
    if (turn >= 0) taken.push(performance.now() - startedAt)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  process.stdout.write(`${name}\t${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms\n`)
}
