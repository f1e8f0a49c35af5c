/**
 * Scrolls a row of links sideways until the link of the open page is in its middle. The page does not scroll. Used as a
 * ref.
 */
export function showCurrent(link: HTMLElement | null): void {
  const row = link?.parentElement
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
