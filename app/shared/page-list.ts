import { toName } from './text.ts'

export type PageListItem = number | 'ellipsis'

/**
 * The pages a pagination control shows (spec §2): all up to 7; beyond that the first four and the last near the
 * start, the first and the last four near the end, and in the middle the current page with its neighbours.
 */
export function toPageList(current: number, pageCount: number): PageListItem[] {
  if (pageCount <= 7) return range(1, pageCount)
  if (current <= 3) return [1, 2, 3, 4, 'ellipsis', pageCount]
  if (current >= pageCount - 2) return [1, 'ellipsis', ...range(pageCount - 3, pageCount)]
  return [1, 'ellipsis', current - 1, current, current + 1, 'ellipsis', pageCount]
}

/** The page number of an address; anything that is no positive whole number means the first page. */
export function parsePage(value: string | null): number {
  return value && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1
}

const FILTER_LENGTH = 200

/** What a list of the desk is filtered by, from its address; nothing means all of it. */
export const parseFilter = (value: string | null): string => toName(value ?? '', FILTER_LENGTH)

/** The address of a page of a list; the first has no number. */
export const toPageUrl = (url: string, page: number) =>
  page > 1 ? `${url}${url.includes('?') ? '&' : '?'}page=${page}` : url

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
