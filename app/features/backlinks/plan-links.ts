import {
  ENOUGH_LINKS,
  type LinkPlan,
  type LinkRefusal,
  type LinkSource,
  MAX_CHARACTERS,
  MOST_LINKS,
  pageOf,
  parsePageUrl,
  type PlannedLink,
} from './backlinks.ts'
import { findExistingLinks } from './existing-links.ts'
import { type Anchor, findTopic, toStems } from './anchors.ts'
import { findOtherAnchors } from './find-other-anchors.ts'
import { findOwnAnchors } from './find-own-anchors.ts'
import { findRuns } from './find-runs.ts'
import type { LinkIndex } from './link-index.ts'
import { parseText } from './parse-text.ts'
import { readText } from './read-text.ts'

// A text needs room for a third link.
const LONG = { passages: 6, runs: 12 }
const NEAR = 0.25

interface Planned {
  ok: true
  plan: LinkPlan
  /** Links to the canonical host that were there before. */
  existing: number
}

/**
 * Chooses where a text gets which links, without a model: phrases that say what the canonical page is about, and such
 * as say what another article on its host is about. Two or three links to that host in all, or a reason why not.
 */
export function planLinks(
  { content, canonicalUrl, title = '' }: LinkSource,
  index: LinkIndex,
): Planned | { ok: false; reason: LinkRefusal; existing?: number } {
  const canonical = parsePageUrl(canonicalUrl)
  if (!canonical) return { ok: false, reason: 'address-wrong' }
  if (content.length > MAX_CHARACTERS) return { ok: false, reason: 'too-long' }
  const reading = readText(content, parseText(content))
  const { count: existing, pages } = findExistingLinks(reading, canonical)
  if (existing >= ENOUGH_LINKS) return { ok: false, reason: 'has-enough', existing }
  const text = findRuns(reading.passages)
  const topic = findTopic(title, canonical, text.language)
  const headings = toStems(reading.headings.join('\n'), text.language)
  const search = { canonical, index, text, topic, headings }
  const isLong = reading.passages.length >= LONG.passages && text.runs.length >= LONG.runs
  const chosen = chooseAnchors({
    own: pages.has(pageOf(canonical)) ? [] : findOwnAnchors(search),
    others: findOtherAnchors(search).filter(({ page }) => page !== pageOf(canonical) && !pages.has(page)),
    least: ENOUGH_LINKS - existing,
    most: (isLong ? MOST_LINKS : ENOUGH_LINKS) - existing,
    length: content.length,
  })
  if (chosen.length < ENOUGH_LINKS - existing) return { ok: false, reason: 'no-places', existing }
  const plan = chosen.map(toPlannedLink).toSorted((a, b) => a.at - b.at)
  return { ok: true, plan, existing }
}

interface Choice {
  own: Anchor[]
  others: Anchor[]
  least: number
  most: number
  length: number
}

// The canonical page has its link before there are two of others; it gets a second one only where nothing else is left.
function chooseAnchors({ own, others, least, most, length }: Choice): Anchor[] {
  const chosen: Anchor[] = []
  const add = (anchors: Anchor[]) => {
    const best = findBest(anchors, chosen, length)
    if (best) chosen.push(best)
  }
  const newOthers = () => others.filter(({ page }) => !chosen.some((anchor) => anchor.page === page))
  add(newOthers())
  add(own)
  while (chosen.length < most) {
    const before = chosen.length
    add(newOthers())
    if (chosen.length === before) break
  }
  if (chosen.length < least) add(own)
  return chosen
}

function findBest(anchors: Anchor[], chosen: Anchor[], length: number): Anchor | undefined {
  let best: { anchor: Anchor; score: number } | undefined
  for (const anchor of anchors) {
    const score = anchor.score * findRoom(anchor, chosen, length)
    if (score > (best?.score ?? 0)) best = { anchor, score }
  }
  return best?.anchor
}

/** How well an anchor goes with others: 0 in the same paragraph or with the same words, 1 far away. */
function findRoom(anchor: Anchor, chosen: Anchor[], length: number): number {
  let room = 1
  for (const other of chosen) {
    const shared = anchor.stems.filter((stem) => other.stems.includes(stem)).length
    if (anchor.passage === other.passage || shared * 2 > Math.min(anchor.stems.length, other.stems.length))
      return 0
    room = Math.min(room, Math.abs(placeOf(anchor) - placeOf(other)) / (length * NEAR))
  }
  return room
}

function placeOf({ passage, from }: Anchor): number {
  const line = passage.lines.findLast((candidate) => candidate.from <= from)
  return line ? line.at + from - line.from : 0
}

function toPlannedLink(anchor: Anchor): PlannedLink {
  const { passage, from, to, url } = anchor
  return {
    at: placeOf(anchor),
    length: to - from,
    words: passage.text.slice(from, to),
    target: toTarget(url),
  }
}

const UNSAFE = /[^\w\-.~:/?#@!$&'*+,;=%]/g

/** An address as it may stand between the brackets of a Markdown link. */
const toTarget = ({ href }: URL) => href.replaceAll(UNSAFE, toPercent).replaceAll(/&(?=#?\w+;)/g, '&amp;')

// What a URL writes as it is, but Markdown does not, is of ASCII.
const toPercent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
