import { type Anchor, isPicked, toPosition } from './anchors.ts'
import {
  ENOUGH_LINKS,
  LEAST_ADDED,
  type LinkChooser,
  type LinkedText,
  type LinkSource,
  MOST_LINKS,
  pageOf,
  type ChosenLink,
  type RefusedText,
} from './insertion.ts'
import { chooseAnchors } from './choose-anchors.ts'
import { findOtherAnchors } from './find-other-anchors.ts'
import { findOwnAnchors } from './find-own-anchors.ts'
import { findPickedAnchors } from './find-picked-anchors.ts'
import type { LinkIndex } from './link-index.ts'
import type { LinkPick } from './prompt.ts'
import { type TextAnalysis, analyseText } from './analyse-text.ts'
import { refuse } from '../../../shared/refusal.ts'

// Only a long text gets a third link.
const LONG = { passages: 6, sequences: 12 }

/**
 * Plans the links of a text. Candidates are the picks of a model that the text really has. Phrases that name the topic
 * of its canonical page are candidates too. Others are phrases that match the title of another article on the host.
 * Adds two links or three (spec §9), so that a text with one link ends with three. Adds a single link if there is no
 * place for two and the text then has enough. Otherwise returns a refusal.
 */
export function chooseLinks(
  source: LinkSource,
  index: LinkIndex,
  picks: LinkPick[] = [],
): Omit<LinkedText, 'content'> | RefusedText {
  const study = analyseText(source, index)
  if (!study.ok) return study
  const { existing, reading, search } = study
  const isLong = reading.passages.length >= LONG.passages && search.text.sequences.length >= LONG.sequences
  const chosen = chooseAnchors({
    ...findCandidates(study, picks),
    linksOwn: study.pages.has(pageOf(search.canonical)),
    least: LEAST_ADDED,
    most: isLong ? MOST_LINKS - existing : LEAST_ADDED,
    length: source.content.length,
  })
  if (existing + chosen.length < ENOUGH_LINKS) return refuse('no-places')
  const plan = chosen.map(toChosenLink).toSorted((a, b) => a.at - b.at)
  return { ok: true, plan, existing, chosenBy: findChooser(chosen) }
}

function findCandidates(study: TextAnalysis, picks: LinkPick[]): { own: Anchor[]; others: Anchor[] } {
  const { search, pages } = study
  const own = pageOf(search.canonical)
  const isOwn = ({ page }: Anchor) => page === own
  const picked = picks.length > 0 ? findPickedAnchors(study, picks) : []
  const others = findOtherAnchors(search).filter(({ page }) => page !== own && !pages.has(page))
  return {
    own: [...picked.filter(isOwn), ...findOwnAnchors(search)],
    others: [...picked.filter((anchor) => !isOwn(anchor)), ...others],
  }
}

function findChooser(chosen: Anchor[]): LinkChooser {
  if (chosen.every(isPicked)) return 'model'
  return chosen.some(isPicked) ? 'both' : 'rules'
}

function toChosenLink(anchor: Anchor): ChosenLink {
  const { passage, from, to, url } = anchor
  return {
    at: toPosition(anchor),
    length: to - from,
    words: passage.text.slice(from, to),
    target: toTarget(url),
  }
}

const UNSAFE = /[^\w\-.~:/?#@!$&'*+,;=%]/g

/** Returns an address in the form that is safe inside the brackets of a Markdown link. */
const toTarget = ({ href }: URL) => href.replaceAll(UNSAFE, toPercent).replaceAll(/&(?=#?\w+;)/g, '&amp;')

// The signs that a URL allows and a Markdown link does not are all ASCII.
const toPercent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
