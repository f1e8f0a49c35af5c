import type { TextPlace } from '../editor/editor.ts'

/** The parts of a preview by which its places are found. */
interface Shown {
  page: HTMLElement
  /** The heights of its headings. */
  tops: number[]
  /** The height of the end of the text. */
  bottom: number
  /** The distance by which it can be scrolled. */
  most: number
}

function readShown(frame: HTMLIFrameElement | null): Shown | undefined {
  const page = frame?.contentDocument?.documentElement
  const prose = page?.querySelector('.prose')
  if (!page || !prose) return undefined
  const headings = [...prose.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  return {
    page,
    tops: headings.map((element) => element.getBoundingClientRect().top + page.scrollTop),
    bottom: prose.getBoundingClientRect().bottom + page.scrollTop,
    most: page.scrollHeight - page.clientHeight,
  }
}

/**
 * Scrolls a preview to a position of its text, at the same distance between the same two headings. If the page has
 * other headings, such as those in HTML, scrolls to the same share of its height.
 */
export function scrollTo(
  frame: HTMLIFrameElement | null,
  { share, headings, above, between }: TextPlace,
): void {
  const shown = readShown(frame)
  if (!shown) return
  const { page, tops, bottom, most } = shown
  if (tops.length !== headings) return void (page.scrollTop = share * most)
  const [start, end] = [tops[above - 1] ?? 0, tops[above] ?? bottom]
  page.scrollTop = start + between * (end - start)
}

/** Returns the place of the text at the upper edge of a preview; undefined if it shows none. */
export function findShown(frame: HTMLIFrameElement | null): TextPlace | undefined {
  const shown = readShown(frame)
  if (!shown) return undefined
  const { page, tops, bottom, most } = shown
  const height = page.scrollTop
  const above = tops.findLastIndex((top) => top <= height + 1) + 1
  const [start, end] = [tops[above - 1] ?? 0, tops[above] ?? bottom]
  return {
    share: most > 0 ? Math.min(1, height / most) : 0,
    headings: tops.length,
    above,
    between: end > start ? Math.min(1, Math.max(0, (height - start) / (end - start))) : 0,
  }
}
