import type { Tally } from '../../../shared/left-out.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import { SITES_LIMIT } from './target-sites.ts'

/** The most lines of a file of sites. An account can have a tenth of them, and each costs half a millisecond. */
export const SITES_FILE_LINES = 10 * SITES_LIMIT

/** The columns of a file of sites, and its lines that add none. */
export interface SitesReport {
  columns: { used: string[]; unused: string[] }
  repeated: Tally
  refused: Tally
}

/** What a file would add, compared with the sites of now. */
export interface SitesPreview extends SitesReport {
  /** The text of the file, which the form sends again. */
  text: string
  likeId: string
  /** The sites that it adds. */
  toAdd: { line: number; name: string; url: string; groupName: string; tagline: string }[]
  present: Tally
  isTooMany: boolean
}

/** A column without which a file of sites is not read. */
export type LackedColumn = Refusal<'no-column', { column: 'name' | 'address'; found: string[] }>

/** A reason why a file of sites is not read. */
export type SitesFileRefusal =
  | Refusal<'empty' | 'too-large' | 'too-many-lines' | 'not-utf8'>
  | Refusal<'broken-csv', { line: number }>
  | LackedColumn
  | Refusal<'too-often', { waitS: number }>
