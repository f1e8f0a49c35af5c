import { runCommand, UsageError } from '../tools/command-line.ts'
import { benchApi } from './api.ts'
import { benchAttack } from './attack.ts'
import { benchBacklinks } from './backlinks.ts'
import { benchBoard } from './board.ts'
import { benchCached } from './cached.ts'
import { benchFairness } from './fairness.ts'
import { benchImport } from './import.ts'
import { benchLandingPages } from './landing-pages.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMarkdown } from './markdown.ts'
import { benchMemory } from './memory.ts'
import { benchOverload } from './overload.ts'
import { benchPictures } from './pictures.ts'
import { benchPublish } from './publish.ts'
import { benchQueries } from './queries.ts'
import { benchRendered } from './rendered.ts'
import { benchStart } from './start.ts'
import { benchTags } from './tags.ts'
import { benchTyping } from './typing.ts'
import { buildIfStale } from '../tools/build.ts'
import { installSystemPackages, LOAD_CLIENT } from '../tools/system-packages.ts'
import { parseArgs } from 'node:util'

const HELP = `
npm run bench [-- NAME... --corpus FILE]

Measures on this machine, each figure beside a limit taken in the same run.

  api        an article by token and drafts with an idempotency key, beside 2 ms of CPU and 200 writes a second
  attack     what readers notice while somebody tries 200 passwords, 40 a second
  backlinks  inserting backlinks in 1,000, 10,000 and 100,000 posts beside parsing the same Markdown (three minutes)
  board      the list of 20,000 articles of one account on 20 sites: every filter and order (two minutes)
  cached     a page from memory against a bare node:http server sending the same bytes
  fairness   what an account waits for while another one sends 100 costly requests at once (five minutes)
  rendered   CPU milliseconds of a home page, an article and a landing page that are not in memory, database included
  import     articles a second into both stores against a bare COPY of the same rows
  landing-pages  100,000 pages made, and made again without a change, beside inserting the same rows; their sitemap
             (five minutes)
  markdown   the slowest articles to render
  overload   pages in memory and answers a second while 200 connections ask for pages that are not (four minutes)
  pictures   the library of 10,000 pictures, and one of them replaced in articles on 20 sites (two minutes)
  publish    deliveries a second to another computer against a bare loop of fetch, and memory over 10,000
  queries    the public queries and the search at 100,000 articles on both stores (ten minutes)
  lighthouse what Lighthouse says of home, article, category and author on a phone (fetches Lighthouse)
  memory     resident memory at rest, with every page in memory, and after load
  start      seconds from a start of the built product to its first page
  tags       two tags of 10,000 articles merged: seconds until all pages show it (two minutes)
  typing     milliseconds of a browser for each letter that is typed into the editor

  --corpus FILE   NDJSON to take the articles from; without it they are made from the demo's
`

/** The options of a benchmark. */
export interface Bench {
  /** Path of an NDJSON file with articles; undefined for articles made from the demo's. */
  corpus: string | undefined
}

const benches: Record<string, (bench: Bench) => Promise<void>> = {
  api: benchApi,
  attack: benchAttack,
  backlinks: benchBacklinks,
  board: benchBoard,
  cached: benchCached,
  fairness: benchFairness,
  rendered: benchRendered,
  import: benchImport,
  'landing-pages': benchLandingPages,
  markdown: benchMarkdown,
  overload: benchOverload,
  pictures: benchPictures,
  publish: benchPublish,
  queries: benchQueries,
  lighthouse: benchLighthouse,
  memory: benchMemory,
  start: benchStart,
  tags: benchTags,
  typing: benchTyping,
}

const NEED_LOAD_CLIENT = new Set(['cached', 'memory', 'overload'])

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { corpus: { type: 'string' } },
  })
  const names = positionals.length > 0 ? positionals : Object.keys(benches)
  const unknown = names.find((name) => !(name in benches))
  if (unknown)
    throw new UsageError(`There is no benchmark ${unknown}. There are: ${Object.keys(benches).join(', ')}.`)
  const lacks = names.some((name) => NEED_LOAD_CLIENT.has(name))
    ? installSystemPackages([LOAD_CLIENT]).get('bench')
    : undefined
  if (lacks) throw new UsageError(lacks)
  await buildIfStale()
  for (const name of names) {
    process.stdout.write(`\n${name}\n`)
    await benches[name]?.({ corpus: values.corpus })
  }
})
