import { type Anchor, isPicked, placeOf } from './anchors.ts'

export interface Candidates {
  /** That lead to the canonical page. */
  own: Anchor[]
  others: Anchor[]
  least: number
  most: number
  /** Of the text, in UTF-16 units. */
  length: number
}

/**
 * The anchors that a text gets. What a model picked goes first. The canonical page has its link before there are two of
 * others; it gets a second one only where nothing else is left.
 */
export function chooseAnchors({ own, others, least, most, length }: Candidates): Anchor[] {
  const chosen: Anchor[] = []
  const add = (anchors: Anchor[]): boolean => {
    const best = findBest(anchors, chosen, length)
    if (best) chosen.push(best)
    return best !== undefined
  }
  const newOthers = () => others.filter(({ page }) => !chosen.some((anchor) => anchor.page === page))
  const hasOwn = add(own.filter(isPicked))
  const hasOther = add(others.filter(isPicked))
  if (!hasOther) add(newOthers())
  if (!hasOwn) add(own)
  while (chosen.length < most && add(newOthers()));
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

const NEAR = 0.25
const TOO_NEAR = 0.2 // of that

/** How well an anchor goes with others: 0 in the same paragraph or with the same words, 1 far away. */
function findRoom(anchor: Anchor, chosen: Anchor[], length: number): number {
  let room = 1
  for (const other of chosen) {
    const shared = anchor.stems.filter((stem) => other.stems.includes(stem)).length
    if (anchor.passage === other.passage || shared * 2 > Math.min(anchor.stems.length, other.stems.length))
      return 0
    room = Math.min(room, Math.abs(placeOf(anchor) - placeOf(other)) / (length * NEAR))
  }
  return isPicked(anchor) && room < TOO_NEAR ? 0 : room
}
