import { type Anchor, isPicked, toPosition } from './anchors.ts'

interface Candidates {
  /** Anchors that lead to the canonical page. */
  own: Anchor[]
  /** Anchors that lead to other pages of its host. */
  others: Anchor[]
  /** True if the text links to the canonical page already. */
  linksOwn: boolean
  /** The wanted number of links. */
  least: number
  most: number
  /** The length of the text, in UTF-16 units. */
  length: number
}

/**
 * Chooses the anchors of a text, those of a model first. The canonical page gets its link before a second other page
 * does. It gets a further link only if no other page is left, and only up to the wanted number.
 */
export function chooseAnchors({ own, others, linksOwn, least, most, length }: Candidates): Anchor[] {
  const chosen: Anchor[] = []
  const add = (anchors: Anchor[]): boolean => {
    const best = findBest(anchors, chosen, length)
    if (best) chosen.push(best)
    return best !== undefined
  }
  const newOthers = () => others.filter(({ page }) => !chosen.some((anchor) => anchor.page === page))
  const hasOwn = add(own.filter(isPicked)) || linksOwn
  const hasOther = add(others.filter(isPicked))
  if (!hasOther) add(newOthers())
  if (!hasOwn) add(own)
  while (chosen.length < most && add(newOthers()));
  while (chosen.length < least && add(own));
  return chosen
}

function findBest(anchors: Anchor[], chosen: Anchor[], length: number): Anchor | undefined {
  let best: Anchor | undefined
  let bestScore = 0
  for (const anchor of anchors) {
    const score = anchor.score * rateDistance(anchor, chosen, length)
    if (score > bestScore) [best, bestScore] = [anchor, score]
  }
  return best
}

const NEAR = 0.25 // of the length of the text
const TOO_NEAR = 0.2 // of that distance

/** Rates the distance of an anchor to the chosen ones, from 0 (same paragraph, or similar words) to 1 (far). */
function rateDistance(anchor: Anchor, chosen: Anchor[], length: number): number {
  let distance = 1
  for (const other of chosen) {
    const shared = anchor.stems.filter((stem) => other.stems.includes(stem)).length
    if (anchor.passage === other.passage || shared * 2 > Math.min(anchor.stems.length, other.stems.length))
      return 0
    distance = Math.min(distance, Math.abs(toPosition(anchor) - toPosition(other)) / (length * NEAR))
  }
  return isPicked(anchor) && distance < TOO_NEAR ? 0 : distance
}
