import { insertChosen, type Inserted, type LinkSource, removeLinks } from './insertion.ts'
import type { LinkIndex } from './link-index.ts'
import { chooseLinks } from './choose-links.ts'
import type { LinkPick } from './prompt.ts'
import { refuse } from '../../../shared/refusal.ts'

/**
 * Inserts links into a text, first those that a model picked. It removes them again as a test: if the bytes then differ
 * from those before, the whole plan is refused. The caller compares the HTML with `isShownAlike`.
 */
export function insertLinks(source: LinkSource, index: LinkIndex, picks: LinkPick[] = []): Inserted {
  const planned = chooseLinks(source, index, picks)
  if (!planned.ok) return planned
  const { plan } = planned
  const content = insertChosen(source.content, plan)
  if (content === undefined || removeLinks(content, plan) !== source.content) return refuse('not-proven')
  return { ...planned, content }
}
