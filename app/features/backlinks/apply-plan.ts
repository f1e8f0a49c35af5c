import type { LinkPlan, PlannedLink } from './backlinks.ts'

const toMarkdown = ({ words, target }: PlannedLink) => `[${words}](${target})`

/** Puts the links of a plan into the text that it was made for; undefined where its words do not stand in their places. */
export function applyPlan(content: string, plan: LinkPlan): string | undefined {
  let linked = ''
  let done = 0
  for (const link of plan) {
    const end = link.at + link.length
    if (link.at < done || content.slice(link.at, end) !== link.words) return undefined
    linked += content.slice(done, link.at) + toMarkdown(link)
    done = end
  }
  return linked + content.slice(done)
}

/** Takes the links of a plan out again: the same bytes as before; undefined where somebody changed the text up to them. */
export function removeLinks(linked: string, plan: LinkPlan): string | undefined {
  let content = ''
  let done = 0
  for (const link of plan) {
    const at = done + link.at - content.length
    const whole = toMarkdown(link)
    if (at < done || !linked.startsWith(whole, at)) return undefined
    content += linked.slice(done, at) + link.words
    done = at + whole.length
  }
  return content + linked.slice(done)
}
