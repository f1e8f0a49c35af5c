import { validate as isUuid } from 'uuid'
import { parseFilter } from '../../../shared/page-list.ts'
import type { actTexts } from './messages.ts'

/** Something that the record of an account tells. */
export type Act = keyof typeof actTexts

/** A line of the record. */
export interface RecordLine {
  id: string
  at: Date
  who: string
  act: string
  /** The title, the name or the address that it was about. */
  about: string | null
  /** The network address of the request; null for work in the background. */
  address: string | null
}

/** Which lines are shown. Empty values mean all. */
export interface RecordFilter {
  /** A part of what it was about. */
  q: string
  /** The id of a person. */
  person: string
  act: string
  /** Days such as `2026-11-27`: the first and the last one. */
  from: string
  to: string
}

/** Returns the filter of an address. A day that is none is left out, and so is a person without an id. */
export const parseRecordFilter = (search: URLSearchParams): RecordFilter => ({
  q: parseFilter(search.get('q')),
  person: toId(search.get('person')),
  act: search.get('act') ?? '',
  from: toDay(search.get('from')),
  to: toDay(search.get('to')),
})

const toId = (text: string | null) => (text !== null && isUuid(text) ? text : '')

const toDay = (text: string | null) =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''

/** Lines on a page of the screen. */
export const LINES_ON_PAGE = 50
