import { insertLinks } from '../app/features/links/insertion/insert-links.ts'
import { createLinkIndex } from '../app/features/links/insertion/link-index.ts'
import type { ImportRecord } from '../app/features/moving-in/formats/formats.ts'
import { createMarkdown } from '../app/shared/markdown.ts'
import type { Bench } from './bench.ts'
import { corpusFile, readCorpus } from './corpus.ts'
import { toLinkables } from './linkables.ts'
import { report } from './measure.ts'

const SIZES = [1000, 10_000, 100_000]
const STRIDE = 1009 // a prime, so that the articles of a sorted collection come in another order
const WARM = 500

/**
 * Measures inserting backlinks into all posts of ever larger accounts, proof included, beside parsing the same Markdown
 * once. The time of a post includes its share of the time for the index.
 */
export async function benchBacklinks({ corpus }: Bench): Promise<void> {
  const records = await readCorpus(corpusFile(corpus))
  measure(multiply(records, WARM))
  const times = SIZES.map((size) => {
    const { indexMs, linkMs, parseMs } = measure(multiply(records, size))
    const ms = indexMs + linkMs
    report(
      `${size} posts`,
      `${Math.round(1000 / ms)} posts/s: ${ms.toFixed(3)} ms each, of it the index ${indexMs.toFixed(3)}`,
    )
    report(
      '  parsing the same Markdown once',
      `${parseMs.toFixed(3)} ms each; ratio ${(ms / parseMs).toFixed(2)}`,
    )
    return { ms, ratio: ms / parseMs }
  })
  const [first, last] = [times[0], times.at(-1)]
  if (first && last) report('a post among the most to one among the fewest', (last.ms / first.ms).toFixed(2))
}

interface Post extends ImportRecord {
  canonicalUrl: string
}

/**
 * Repeats the collection until there are `size` posts. Each repetition has hosts of its own, like the sites of an
 * account.
 */
function multiply(records: ImportRecord[], size: number): Post[] {
  return Array.from({ length: size }, (_, number) => {
    const index = (number * STRIDE) % records.length
    const { canonicalUrl, ...record } = records[index] as ImportRecord
    const url = new URL(canonicalUrl ?? `https://bench.example/${index}`)
    const copy = Math.floor(number / records.length)
    if (copy > 0) url.host = `copy${copy}.${url.host}`
    return { ...record, canonicalUrl: url.href }
  })
}

/** Returns milliseconds a post. Parsing and linking alternate, so that other load of the machine slows both. */
function measure(posts: Post[]) {
  const markdown = createMarkdown()
  const startedAt = performance.now()
  const index = createLinkIndex(toLinkables(posts))
  const indexMs = performance.now() - startedAt
  let [parseMs, linkMs] = [0, 0]
  for (const { content, title, canonicalUrl } of posts) {
    const from = performance.now()
    markdown.parse(content, {})
    const parsed = performance.now()
    insertLinks({ content, title, canonicalUrl }, index)
    parseMs += parsed - from
    linkMs += performance.now() - parsed
  }
  const share = (ms: number) => ms / posts.length
  return { indexMs: share(indexMs), linkMs: share(linkMs), parseMs: share(parseMs) }
}
