import { findTopic, type Search, toStems } from './anchors.ts'
import { ENOUGH_LINKS, type LinkRefusal, type LinkSource, MAX_CHARACTERS, parsePageUrl } from './backlinks.ts'
import { findExistingLinks } from './existing-links.ts'
import { findRuns } from './find-runs.ts'
import type { LinkIndex } from './link-index.ts'
import { type Blocks, parseText } from './parse-text.ts'
import { type Reading, readText } from './read-text.ts'

/** What is known of a text that may get links. */
export interface Study {
  ok: true
  title: string
  reading: Reading
  blocks: Blocks
  search: Search
  /** Links to the canonical host that are there. */
  existing: number
  /** Pages that are linked already, as `pageOf` names them. */
  pages: Set<string>
}

/** Reads a text, and says why where it gets no links at all. */
export function studyText(
  { content, canonicalUrl, title = '' }: LinkSource,
  index: LinkIndex,
): Study | { ok: false; reason: LinkRefusal; existing?: number } {
  const canonical = parsePageUrl(canonicalUrl)
  if (!canonical) return { ok: false, reason: 'address-wrong' }
  if (content.length > MAX_CHARACTERS) return { ok: false, reason: 'too-long' }
  const { tokens, blocks } = parseText(content)
  const reading = readText(content, tokens)
  const { count: existing, pages } = findExistingLinks(reading, canonical)
  if (existing >= ENOUGH_LINKS) return { ok: false, reason: 'has-enough', existing }
  const text = findRuns(reading.passages)
  const topic = findTopic(title, canonical, text.language)
  const headings = toStems(reading.headings.join('\n'), text.language)
  return {
    ok: true,
    title,
    reading,
    blocks,
    search: { canonical, index, text, topic, headings },
    existing,
    pages,
  }
}
