import { createHash } from 'node:crypto'
import { singleton } from '../../../platform/singleton.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import { renderText } from '../../articles/commands.server.ts'
import { listWords, splitBlocks, withoutAnchors } from './blocks.ts'

/** A text of a city or a service, rendered to be shown and split to be compared. */
export interface RenderedText {
  html: string
  /** The words of each of its paragraphs. */
  blocks: string[][]
}

const NOTHING: RenderedText = { html: '', blocks: [] }
const MOST_KEPT = 4000 // each has a few paragraphs

const kept = singleton('texts of landing pages', () => new Map<string, RenderedText>())

/**
 * Renders and sanitises a Markdown text of an account, and keeps it for the next run. A text that takes over 2 s
 * becomes empty.
 */
export async function renderLocalText(content: string, accountId: string): Promise<RenderedText> {
  if (content.trim() === '') return NOTHING
  const key = createHash('sha256').update(content).digest('base64url')
  const known = kept.get(key)
  if (known) return known
  const rendered = await render(content, accountId)
  const oldest = kept.size < MOST_KEPT ? undefined : kept.keys().next().value
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(key, rendered)
  return rendered
}

async function render(content: string, accountId: string): Promise<RenderedText> {
  try {
    const html = withoutAnchors(
      (await renderText({ content, canonicalUrl: null, lang: null }, accountId)).html,
    ).trim()
    return { html, blocks: splitBlocks(html).map(listWords) }
  } catch (error) {
    if (error instanceof DeadlineError) return NOTHING
    throw error
  }
}
