// Times the public queries on the database of its settings, and prints one line each: name, tab, milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  countArticles,
  findArticle,
  listByAuthor,
  listByCategory,
  listLatest,
} from '../app/features/articles/queries.server.ts'
import { searchArticles } from '../app/features/articles/search/queries.server.ts'
import { parseQuery } from '../app/features/articles/search/search.ts'
import { MAIN_SITE_ID as SITE } from '../app/shared/sites.ts'
import { db, pool } from '../app/platform/store/database.server.ts'
import { median, quantile } from './measure.ts'

const TIMES = 60
const PHRASES = 176 // 200 together with those below
const SEARCHES = [
  'the',
  'of the',
  'ation',
  'government',
  'services and',
  'rust compiler',
  'accessibility testing',
  'tokio',
  'borrow checker error',
  'zzqqxxyy',
  '数据库',
  '100%',
  'snake_case',
  '"quoted"',
  'open source',
  'content strategy',
  'machine learning',
  'R package',
  'privacy',
  'plain language',
  'ing the ne',
  'soup',
  'docker',
  'usability test',
]

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
await time('article with its related', (round) => findArticle(SITE, pickArticle(round).slug))
await time('category', (round) =>
  listByCategory(SITE, { category: pickArticle(round).tags[0] ?? 'technology' }, 1),
)
await time('author', (round) => listByAuthor(SITE, pickArticle(round).author, 1))
for (const query of SEARCHES) await time(`search ${query}`, () => searchArticles(SITE, query), 8)
await timeMany(listPhrases(sample.map(({ title }) => title)).slice(0, PHRASES))
process.stdout.write(`event loop held up\tat most ${(delay.max / 1e6).toFixed(0)} ms at a time\n`)
await pool.end()

function pickArticle(round: number) {
  const article = sample[round % sample.length]
  if (!article) throw new Error('The store has too few articles.')
  return article
}

/** Lists words, parts of words and pairs of words, as readers would type them. */
function listPhrases(titles: string[]): string[] {
  const phrases = titles.flatMap((title) => {
    const words = title.split(/\s+/).filter((word) => word.length > 3)
    return words.flatMap((word, index) => [word, word.slice(1, -1), words.slice(index, index + 2).join(' ')])
  })
  return [...new Set(phrases)].filter((phrase) => parseQuery(phrase) !== undefined)
}

/** Times many searches three times each, and prints the slowest by its median. */
async function timeMany(queries: string[]): Promise<void> {
  const taken: { query: string; ms: number }[] = []
  for (const query of queries) {
    const rounds: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now()
      await searchArticles(SITE, query)
      rounds.push(performance.now() - startedAt)
    }
    taken.push({ query, ms: median(rounds) })
  }
  const [worst] = taken.toSorted((one, other) => other.ms - one.ms)
  const within = quantile(
    taken.map(({ ms }) => ms),
    0.95,
  )
  process.stdout.write(
    `search, ${queries.length} more\t95 of 100 within ${within.toFixed(1)} ms, the slowest ${worst?.ms.toFixed(1)} ms: ${worst?.query}\n`,
  )
}

async function time(name: string, run: (round: number) => Promise<unknown>, times = TIMES): Promise<void> {
  const taken: number[] = []
  for (let round = -2; round < times; round += 1) {
    const startedAt = performance.now()
    await run(Math.max(0, round))
    if (round >= 0) taken.push(performance.now() - startedAt)
  }
  const at = (share: number) => quantile(taken, share).toFixed(1)
  process.stdout.write(`${name}\t${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms\n`)
}
