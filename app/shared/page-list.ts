import { formatCount, toName } from './text.ts'

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

/** One page of a list. */
export interface PageRange {
  page: number
  pageCount: number
}

/** One page of a list with a filter. */
export interface FoundRange extends PageRange {
  /** The number of rows that the filter finds, and of all rows. */
  found: number
  total: number
}

/** One page of a list, with its rows. */
export interface FoundRows<Row> extends FoundRange {
  rows: Row[]
}

/** Returns the page of a list that is shown: the wanted one, or the last. */
export function toPageRange(rows: number, wanted: number, rowsPerPage: number): PageRange {
  const pageCount = Math.max(1, Math.ceil(rows / rowsPerPage))
  return { page: Math.min(wanted, pageCount), pageCount }
}

/** Returns one page of rows that are all in memory; `found` are those that the filter finds. */
export function takePage<Row>(
  { found, all }: { found: Row[]; all: Row[] },
  wanted: number,
  rowsPerPage: number,
): FoundRows<Row> {
  const { page, pageCount } = toPageRange(found.length, wanted, rowsPerPage)
  const rows = found.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  return { rows, found: found.length, total: all.length, page, pageCount }
}

/** Returns the number of rows in words, such as `3 of 20 tags`. Without a filter it is only `20 tags`. */
export const countFound = (
  { found, total }: Pick<FoundRange, 'found' | 'total'>,
  toCount: (count: number) => string,
  isFiltered = found !== total,
) => (isFiltered ? `${formatCount(found)} of ${toCount(total)}` : toCount(total))

/** Returns the URL of a list with a query. Empty values are left out. */
export function toListUrl(path: string, query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Returns the URL of one page of a list; the first page has no number. */
export const toPageUrl = (url: string, page: number) =>
  page > 1 ? `${url}${url.includes('?') ? '&' : '?'}page=${page}` : url

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
