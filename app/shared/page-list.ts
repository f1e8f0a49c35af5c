import { toName } from './text.ts'

/** A page number, or the gap between two of them. */
export type PageListItem = number | 'ellipsis'

/**
 * Returns the pages that a pagination control shows (spec §2). Up to 7 pages: all. Otherwise, near the start: the first
 * four and the last; near the end: the first and the last four; in the middle: the current page and its neighbours,
 * with the first and the last.
 */
export function toPageList(current: number, pageCount: number): PageListItem[] {
  if (pageCount <= 7) return range(1, pageCount)
  if (current <= 3) return [1, 2, 3, 4, 'ellipsis', pageCount]
  if (current >= pageCount - 2) return [1, 'ellipsis', ...range(pageCount - 3, pageCount)]
  return [1, 'ellipsis', current - 1, current, current + 1, 'ellipsis', pageCount]
}

/** Returns the page number of a URL; 1 for any value but a positive whole number. */
export function parsePage(value: string | null): number {
  return value && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}

const FILTER_LENGTH = 200

/** Returns the text that a list of the desk is filtered by, from its URL; an empty text shows the whole list. */
export const parseFilter = (value: string | null): string => toName(value ?? '', FILTER_LENGTH)

/** Returns the URL of one page of a list; the first page has no number. */
export const toPageUrl = (url: string, page: number) =>
  page > 1 ? `${url}${url.includes('?') ? '&' : '?'}page=${page}` : url

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
