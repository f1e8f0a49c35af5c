/** For the link of the open page in a row that scrolls sideways: brings it into sight, and moves nothing else. */
export function showCurrent(link: HTMLElement | null): void {
  const row = link?.parentElement
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
