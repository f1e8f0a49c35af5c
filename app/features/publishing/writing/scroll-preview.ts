import type { TextPlace } from '../editor/editor.ts'

/**
 * Scrolls a preview to a position of its text, at the same distance between the same two headings. If the page has
 * other headings, such as those in HTML, scrolls to the same share of its height.
 */
export function scrollTo(frame: HTMLIFrameElement | null, { share, ...place }: TextPlace): void {
  const page = frame?.contentDocument?.documentElement
  const prose = page?.querySelector('.prose')
  if (!page || !prose) return
  const most = page.scrollHeight - page.clientHeight
  const headings = [...prose.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  const topOf = (element: Element) => element.getBoundingClientRect().top + page.scrollTop
  if (headings.length !== place.headings) return void (page.scrollTop = share * most)
  const [last, next] = [headings[place.above - 1], headings[place.above]]
  const start = last ? topOf(last) : 0
  const end = next ? topOf(next) : prose.getBoundingClientRect().bottom + page.scrollTop
  page.scrollTop = start + place.between * (end - start)
}
