import type { Env, Token } from 'markdown-it'
import { removeLinks } from './apply-plan.ts'
import type { LinkPlan } from './backlinks.ts'
import { type Block, type Blocks, parseBlocks, parseInline, toHref } from './parse-text.ts'

/**
 * Whether a text got exactly the links of a plan and nothing else: without them it has the same bytes, it has the same
 * blocks with the same text in them, and each paragraph that changed is what it was with a planned link more. The parser
 * makes of a paragraph's text always the same, so the others need no second look.
 */
export function isProven(was: Blocks, linked: string, plan: LinkPlan): boolean {
  if (removeLinks(linked, plan) !== was.content) return false
  const is = parseBlocks(linked)
  const missing = plan.map(({ target }) => toHref(target))
  const isSame =
    was.tokens.length === is.tokens.length &&
    isSameValue(was.env, is.env) &&
    was.tokens.every((token, at) => isSameBlock(token, is.tokens[at], { env: was.env, missing }))
  return isSame && missing.length === 0
}

interface Proof {
  env: Env
  /** Where links lead that have not been found yet. */
  missing: string[]
}

function isSameBlock(was: Block, is: Block | undefined, { env, missing }: Proof): boolean {
  if (!is || !isSameKind(was, is) || !isSamePlace(was.map, is.map)) return false
  if (was.content === is.content) return true
  if (was.type !== 'inline') return false
  const before = mergeTexts(parseInline(was.content, env), [])
  const after = mergeTexts(parseInline(is.content, env), missing)
  return before.length === after.length && before.every((part, at) => isSamePart(part, after[at]))
}

const isSameKind = (was: Block, is: Block) =>
  was.type === is.type &&
  was.markup === is.markup &&
  was.info === is.info &&
  isSameValue(was.attrs, is.attrs) &&
  isSameValue(was.meta, is.meta)

const isSamePlace = (was: Token['map'], is: Token['map']) => was?.[0] === is?.[0] && was?.[1] === is?.[1]

const isSameValue = (was: unknown, is: unknown) => was === is || JSON.stringify(was) === JSON.stringify(is)

interface Part {
  text: string
  /** What stands after the text; nothing at the end. */
  token?: Token
}

function isSamePart(was: Part, is: Part | undefined): boolean {
  if (was.text !== is?.text) return false
  if (!was.token || !is.token) return was.token === is.token
  return isSameKind(was.token, is.token) && was.token.content === is.token.content
}

/** A paragraph's tokens, texts side by side as one; links that are missing are left out, and are missing no more. */
function mergeTexts(tokens: Token[], missing: string[]): Part[] {
  const parts: Part[] = []
  let text = ''
  let isInFound = false
  for (const token of tokens) {
    if (token.type === 'link_open' && isOneOf(token, missing)) isInFound = true
    else if (token.type === 'link_close' && isInFound) isInFound = false
    else if (token.type === 'text') text += token.content
    else {
      parts.push({ text, token })
      text = ''
    }
  }
  return [...parts, { text }]
}

function isOneOf(link: Token, missing: string[]): boolean {
  const place = missing.indexOf(String(link.attrGet('href')))
  if (place !== -1) missing.splice(place, 1)
  return place !== -1
}
