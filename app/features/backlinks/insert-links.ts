import { applyPlan } from './apply-plan.ts'
import type { Inserted, LinkSource } from './backlinks.ts'
import type { LinkIndex } from './link-index.ts'
import { planLinks } from './plan-links.ts'
import type { LinkPick } from './prompt.ts'
import { isProven } from './prove-plan.ts'

/** Puts links into a text, first those that a model picked, and proves that nothing else changed; a plan that cannot be proven is refused as a whole. */
export function insertLinks(source: LinkSource, index: LinkIndex, picks: LinkPick[] = []): Inserted {
  const planned = planLinks(source, index, picks)
  if (!planned.ok) return planned
  const { plan, existing, chosenBy, blocks } = planned
  const content = applyPlan(source.content, plan)
  const isSound = content !== undefined && isProven(blocks, content, plan)
  if (!isSound) return { ok: false, reason: 'not-proven', existing }
  return { ok: true, content, plan, existing, chosenBy }
}
