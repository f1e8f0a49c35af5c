import { setImmediate as nextTick } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { leaveOut, makeTally, type Tally, toHeadings } from '../../../shared/left-out.ts'
import {
  CATALOGUE,
  type Entry,
  type EntryFields,
  type FileRefusal,
  type Kind,
  toEntrySlug,
  toLabel,
} from './cities-services.ts'
import { parseEntry, toSentences, type EntryFormValues } from './entry-form.ts'
import { refuse } from '../../../shared/refusal.ts'

/** The entry that a line of a file adds, with its future id. */
export interface ImportRecord extends Entry {
  line: number
}

/** The columns of a file, and its lines that add no entry. */
export interface ImportReport {
  columns: { used: string[]; unused: string[] }
  repeated: Tally
  refused: Tally
}

/** The entries that a file adds, and the report on its other lines. */
export interface ImportPreview {
  records: ImportRecord[]
  report: ImportReport
}

/** The position of each field in a line; -1 for a missing field. */
export type Columns = Record<keyof EntryFields, number>

// The patterns match headings without spaces and punctuation. Earlier patterns are preferred.
const HEADINGS: Record<Kind, Record<keyof EntryFields, RegExp[]>> = {
  cities: {
    name: [/^(name|city|cityname|town|place|placename)$/],
    state: [
      /^(state|statename|statefull|province|region)$/,
      /^(statecode|stateid|stateabbreviation|stateshort)$/,
    ],
    population: [/^(population|pop|inhabitants)$/, /^pop(ulation)?\d{4}$/],
    text: [/^(notes?|facts?|localfacts|description)$/],
  },
  services: {
    name: [/^(name|service|servicename|title)$/],
    state: [],
    population: [],
    text: [/^(description|desc|details?|notes?)$/],
  },
}

/** Finds the fields among a file's headings, in any letter case. Refused with the first required field without one. */
export function findColumns(
  kind: Kind,
  header: string[],
): { ok: true; columns: Columns } | Extract<FileRefusal, { reason: 'no-column' }> {
  const plain = header.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const find = (field: keyof EntryFields) => {
    const matching = HEADINGS[kind][field].find((pattern) => plain.some((heading) => pattern.test(heading)))
    return matching ? plain.findIndex((heading) => matching.test(heading)) : -1
  }
  const columns = {
    name: find('name'),
    state: find('state'),
    population: find('population'),
    text: find('text'),
  }
  const lack = (column: 'name' | 'state') => refuse('no-column', { column, found: toHeadings(header) })
  if (columns.name === -1) return lack('name')
  if (CATALOGUE[kind].isPlace && columns.state === -1) return lack('state')
  return { ok: true, columns }
}

const LINES_AT_ONCE = 1000

/**
 * Returns the entries that the lines of a file would add. Of lines with the same slug, the first counts. Lets the event
 * loop run in between.
 */
export async function previewImport(
  kind: Kind,
  { header, lines }: { header: string[]; lines: { line: number; cells: string[] }[] },
  columns: Columns,
): Promise<ImportPreview> {
  const bySlug = new Map<string, ImportRecord>()
  const repeated = makeTally()
  const refused = makeTally()
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await nextTick()
    const typed = toTypedLine(cells, columns)
    const parsed = parseEntry(kind, typed)
    if (!parsed.ok) {
      leaveOut(refused, { line, label: toLabel(typed), why: toSentences(parsed.errors).join('; ') })
      continue
    }
    const slug = toEntrySlug(kind, parsed.value)
    const first = bySlug.get(slug)
    if (first)
      leaveOut(repeated, { line, label: toLabel(parsed.value), why: `The same as line ${first.line}` })
    else bySlug.set(slug, { ...parsed.value, id: uuidv7(), slug, line })
  }
  return { records: [...bySlug.values()], report: { columns: toUse(header, columns), repeated, refused } }
}

function toTypedLine(cells: string[], columns: Columns): EntryFormValues {
  // A file may have no such column, and a line may have fewer cells.
  const cellOf = (field: keyof Columns) => cells[columns[field]] ?? ''
  return {
    name: cellOf('name'),
    state: cellOf('state'),
    population: cellOf('population'),
    text: cellOf('text'),
  }
}

function toUse(header: string[], columns: Columns): ImportReport['columns'] {
  const used = new Set(Object.values(columns))
  const pick = (isUsed: boolean) => toHeadings(header.filter((_, place) => used.has(place) === isUsed))
  return { used: pick(true), unused: pick(false) }
}
