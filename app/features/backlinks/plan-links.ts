import { type Anchor, isPicked, placeOf } from './anchors.ts'
import {
  ENOUGH_LINKS,
  type LinkChooser,
  type LinkPlan,
  type LinkRefusal,
  type LinkSource,
  MOST_LINKS,
  pageOf,
  type PlannedLink,
} from './backlinks.ts'
import { chooseAnchors } from './choose-anchors.ts'
import { findOtherAnchors } from './find-other-anchors.ts'
import { findOwnAnchors } from './find-own-anchors.ts'
import { findPickedAnchors } from './find-picked-anchors.ts'
import type { LinkIndex } from './link-index.ts'
import type { Blocks } from './parse-text.ts'
import type { LinkPick } from './prompt.ts'
import { type Study, studyText } from './study-text.ts'

// A text needs room for a third link.
const LONG = { passages: 6, runs: 12 }

interface Planned {
  ok: true
  plan: LinkPlan
  /** Links to the canonical host that were there before. */
  existing: number
  chosenBy: LinkChooser
  /** Of the text before. */
  blocks: Blocks
}

/**
 * Chooses where a text gets which links: what a model picked, as far as it stands there and may be linked; and phrases
 * that say what the canonical page is about, and such as say what another article on its host is about. Two or three
 * links to that host in all, or a reason why not.
 */
export function planLinks(
  source: LinkSource,
  index: LinkIndex,
  picks: LinkPick[] = [],
): Planned | { ok: false; reason: LinkRefusal; existing?: number } {
  const study = studyText(source, index)
  if (!study.ok) return study
  const { existing, reading, search } = study
  const isLong = reading.passages.length >= LONG.passages && search.text.runs.length >= LONG.runs
  const least = ENOUGH_LINKS - existing
  const chosen = chooseAnchors({
    ...findCandidates(study, picks),
    least,
    most: (isLong ? MOST_LINKS : ENOUGH_LINKS) - existing,
    length: source.content.length,
  })
  if (chosen.length < least) return { ok: false, reason: 'no-places', existing }
  const plan = chosen.map(toPlannedLink).toSorted((a, b) => a.at - b.at)
  return { ok: true, plan, existing, chosenBy: findChooser(chosen), blocks: study.blocks }
}

function findCandidates(study: Study, picks: LinkPick[]): { own: Anchor[]; others: Anchor[] } {
  const { search, pages } = study
  const own = pageOf(search.canonical)
  const isOwn = ({ page }: Anchor) => page === own
  const picked = picks.length > 0 ? findPickedAnchors(study, picks) : []
  const others = findOtherAnchors(search).filter(({ page }) => page !== own && !pages.has(page))
  return {
    own: [...picked.filter(isOwn), ...(pages.has(own) ? [] : findOwnAnchors(search))],
    others: [...picked.filter((anchor) => !isOwn(anchor)), ...others],
  }
}

function findChooser(chosen: Anchor[]): LinkChooser {
  if (chosen.every(isPicked)) return 'model'
  return chosen.some(isPicked) ? 'both' : 'rules'
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
