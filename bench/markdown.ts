import { renderMarkdown } from '../app/features/articles/markdown/render-markdown.server.ts'
import type { Bench } from './bench.ts'
import { corpusFile, readCorpus } from './corpus.ts'
import { median, report } from './measure.ts'

const SHOWN = 3

/** Measures how long articles take to render, after a round to warm up, and names the slowest. */
export async function benchMarkdown({ corpus }: Bench): Promise<void> {
  const records = await readCorpus(corpusFile(corpus))
  for (const { content } of records) render(content)
  const timed = records.map(({ title, content }) => ({
    title,
    words: content.split(/\s+/).length,
    ms: render(content),
  }))
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)
  report(`${timed.length} articles, median`, `${median(timed.map(({ ms }) => ms)).toFixed(2)} ms`)
  for (const { title, words, ms } of slowest)
    report(`slowest: ${title}`, `${ms.toFixed(1)} ms, ${words} words`)
}

function render(content: string): number {
  const startedAt = performance.now()
  renderMarkdown({ content, baseUrl: null, lang: null })
  return performance.now() - startedAt
}
