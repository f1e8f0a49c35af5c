import type { ImportRecord } from '../app/features/articles/import.server.ts'
import { insertLinks } from '../app/features/backlinks/insert-links.ts'
import { createLinkIndex } from '../app/features/backlinks/link-index.ts'
import { createMarkdown } from '../app/shared/markdown.ts'
import type { Bench } from './bench.ts'
import { corpusFile, readCorpus } from './corpus.ts'
import { toLinkables } from './linkables.ts'
import { report } from './measure.ts'

const SIZES = [1000, 10_000, 100_000]
const STRIDE = 1009 // a prime: takes the articles of a collection, which is sorted, in another order
const WARM = 500

/**
 * Placing backlinks in every post of an account of ever more posts, proof included, beside parsing the same Markdown
 * once. The time of a post contains its share of making the index of all of them.
 */
export async function benchBacklinks({ corpus }: Bench): Promise<void> {
  const records = await readCorpus(corpusFile(corpus))
  measure(multiply(records, WARM))
  const times = SIZES.map((size) => {
    const { indexMs, linkMs, parseMs } = measure(multiply(records, size))
    const ms = indexMs + linkMs
    report(`${size} posts`, `${Math.round(1000 / ms)} posts/s: ${ms.toFixed(3)} ms each, of it the index ${indexMs.toFixed(3)}`) // prettier-ignore
    report(
      '  parsing the same Markdown once',
      `${parseMs.toFixed(3)} ms each; ratio ${(ms / parseMs).toFixed(2)}`,
    )
    return { ms, ratio: ms / parseMs }
  })
  const [first, last] = [times[0], times.at(-1)]
  if (first && last) report('a post among the most to one among the fewest', (last.ms / first.ms).toFixed(2))
}

/** So many posts: the collection again and again, each time on hosts of its own, as other sites of the account are. */
function multiply(records: ImportRecord[], size: number): ImportRecord[] {
  return Array.from({ length: size }, (_, number) => {
    const place = (number * STRIDE) % records.length
    const { canonical_url, ...record } = records[place] as ImportRecord
    const url = new URL(canonical_url ?? `https://bench.example/${place}`)
    const copy = Math.floor(number / records.length)
    if (copy > 0) url.host = `copy${copy}.${url.host}`
    return { ...record, canonical_url: url.href }
  })
}

/** Milliseconds a post. Parsing and linking take turns: what else the machine does slows both. */
function measure(posts: ImportRecord[]) {
  const markdown = createMarkdown()
  const startedAt = performance.now()
  const index = createLinkIndex(toLinkables(posts))
  const indexMs = performance.now() - startedAt
  let [parseMs, linkMs] = [0, 0]
  for (const { content, title, canonical_url } of posts) {
    const from = performance.now()
    markdown.parse(content, {})
    const parsed = performance.now()
    insertLinks({ content, title, canonicalUrl: canonical_url ?? '' }, index)
    parseMs += parsed - from
    linkMs += performance.now() - parsed
  }
  const share = (ms: number) => ms / posts.length
  return { indexMs: share(indexMs), linkMs: share(linkMs), parseMs: share(parseMs) }
}
