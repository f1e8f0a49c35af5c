import type { Token } from 'markdown-it'
import { removeLinks } from './apply-plan.ts'
import type { LinkPlan } from './backlinks.ts'
import { parseText, toHref } from './parse-text.ts'

/**
 * Whether a text got exactly the links of a plan and nothing else: without them it has the same bytes, and the parser
 * makes of it what it made of the text before (`tokens`), with one link more for each that was planned.
 */
export function isProven(
  { content, tokens }: { content: string; tokens: Token[] },
  linked: string,
  plan: LinkPlan,
): boolean {
  if (removeLinks(linked, plan) !== content) return false
  const added = plan.map(({ target }) => toHref(target))
  const after = parseText(linked)
  const isSame =
    tokens.length === after.length && tokens.every((token, at) => isAlike(token, after[at], added))
  return isSame && added.length === 0
}

function isAlike(before: Token, after: Token | undefined, added: string[]): boolean {
  if (!after) return false
  if (before.type !== 'inline' || after.type !== 'inline') return isEqual(before, after)
  const is = before.content === after.content ? mergeText(after, []) : mergeText(after, added)
  const was = mergeText(before, [])
  return was.length === is.length && was.every((part, at) => isPart(part, is[at]))
}

const isPart = (was: Part, is: Part | undefined) =>
  was.text === is?.text && (was.token && is?.token ? isEqual(was.token, is.token) : was.token === is?.token)

const isEqual = (was: Token, is: Token) =>
  was.type === is.type &&
  was.markup === is.markup &&
  was.info === is.info &&
  was.content === is.content &&
  isSameValue(was.attrs, is.attrs) &&
  isSameValue(was.meta, is.meta)

const isSameValue = (was: unknown, is: unknown) => was === is || JSON.stringify(was) === JSON.stringify(is)

interface Part {
  text: string
  /** What stands after the text; nothing at the end. */
  token?: Token
}

/** What an inline token holds, texts side by side as one; links that are named are left out, and taken off their list. */
function mergeText({ children }: Token, added: string[]): Part[] {
  const parts: Part[] = []
  let text = ''
  let isInAdded = false
  for (const child of children ?? []) {
    if (child.type === 'link_open' && isOneOf(child, added)) isInAdded = true
    else if (child.type === 'link_close' && isInAdded) isInAdded = false
    else if (child.type === 'text') text += child.content
    else {
      parts.push({ text, token: child })
      text = ''
    }
  }
  return [...parts, { text }]
}

function isOneOf(link: Token, added: string[]): boolean {
  const place = added.indexOf(String(link.attrGet('href')))
  if (place !== -1) added.splice(place, 1)
  return place !== -1
}
