import { findTopic, type Search, toStems } from './anchors.ts'
import { ENOUGH_LINKS, type LinkSource, MAX_CHARACTERS, parsePageUrl, type RefusedText } from './insertion.ts'
import { findExistingLinks } from './existing-links.ts'
import { findWordSequences } from './find-word-sequences.ts'
import type { LinkIndex } from './link-index.ts'
import { parseText } from './parse-text.ts'
import { type TextStructure, extractStructure } from './text-structure.ts'
import { refuse } from '../../../shared/refusal.ts'

/** The analysis of a text that may get links. */
export interface TextAnalysis {
  ok: true
  title: string
  reading: TextStructure
  search: Search
  /** The number of links to the canonical host that the text has. */
  existing: number
  /** The pages that the text links to already, as `pageOf` names them. */
  pages: Set<string>
}

/** Analyses a text, or returns the reason why it gets no links. */
export function analyseText(
  { content, canonicalUrl, title = '' }: LinkSource,
  index: LinkIndex,
): TextAnalysis | RefusedText {
  const canonical = parsePageUrl(canonicalUrl)
  if (!canonical) return refuse('address-wrong')
  if (content.length > MAX_CHARACTERS) return refuse('too-long')
  const tokens = parseText(content)
  const reading = extractStructure(content, tokens)
  const { count: existing, pages } = findExistingLinks(reading, canonical)
  if (existing >= ENOUGH_LINKS) return refuse('has-enough', { existing })
  const text = findWordSequences(reading.passages)
  const topic = findTopic(title, canonical, text.language)
  const headings = toStems(reading.headings.join('\n'), text.language)
  return {
    ok: true,
    title,
    reading,
    search: { canonical, index, text, topic, headings },
    existing,
    pages,
  }
}
