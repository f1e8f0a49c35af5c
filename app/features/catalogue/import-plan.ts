import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { toExcerpt } from '../../shared/text.ts'
import { CATALOGUE, type Entry, type EntryFields, type Kind, toEntrySlug, toLabel } from './catalogue.ts'
import { EMPTY, parseEntry, toSentences, type TypedEntry } from './entry-form.ts'

/** So many of each kind of outcome are shown, and no more are kept. */
export const SHOWN = 50

/** What a line of a file would add, with the id that it will have. */
export interface ImportRecord extends Entry {
  line: number
}

/** A line that is left out. */
export interface LeftOut {
  line: number
  label: string
  why: string
}

interface Tally {
  count: number
  /** The first of them. */
  first: LeftOut[]
}

/** What came of reading a file: which columns, and which lines add nothing. */
export interface ImportReport {
  columns: { used: string[]; unused: string[] }
  repeated: Tally
  refused: Tally
}

export interface ImportPlan {
  records: ImportRecord[]
  report: ImportReport
}

/** Where each field stands in a line; -1 for one that does not. */
export type Columns = Record<keyof EntryFields, number>

// Without their spaces and signs, in the order of preference.
const HEADINGS: Record<Kind, Record<keyof EntryFields, RegExp[]>> = {
  cities: {
    name: [/^(name|city|cityname|town|place|placename)$/],
    state: [/^(state|statename|province|region)$/, /^(statecode|stateid|stateabbreviation)$/],
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

/** Finds the fields among a file's headings, in any letter case; `missing` is the first one that has to be there. */
export function findColumns(
  kind: Kind,
  header: string[],
): { ok: true; columns: Columns } | { ok: false; missing: 'name' | 'state' } {
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
  if (columns.name === -1) return { ok: false, missing: 'name' }
  if (CATALOGUE[kind].isPlace && columns.state === -1) return { ok: false, missing: 'state' }
  return { ok: true, columns }
}

const LINES_AT_ONCE = 1000

/** What the lines of a file would add. Of lines with the same slug the first counts. Others are served in between. */
export async function planImport(
  kind: Kind,
  { header, lines }: { header: string[]; lines: { line: number; cells: string[] }[] },
  columns: Columns,
): Promise<ImportPlan> {
  const bySlug = new Map<string, ImportRecord>()
  const repeated = makeTally()
  const refused = makeTally()
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await nextTurn()
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

const toTypedLine = (cells: string[], columns: Columns): TypedEntry => ({
  ...EMPTY,
  name: cells[columns.name] ?? '',
  state: cells[columns.state] ?? '',
  population: cells[columns.population] ?? '',
  text: cells[columns.text] ?? '',
})

const HEADINGS_SHOWN = 20
const HEADING_LENGTH = 40
const LABEL_LENGTH = 200

/** The first of a file's headings, as they are shown; `…` says that there are more. */
export function toHeadings(header: string[]): string[] {
  const named = header.filter((heading) => heading.trim() !== '')
  const shown = named.slice(0, HEADINGS_SHOWN).map((heading) => toExcerpt(heading, HEADING_LENGTH))
  return named.length > HEADINGS_SHOWN ? [...shown, '…'] : shown
}

function toUse(header: string[], columns: Columns): ImportReport['columns'] {
  const used = new Set(Object.values(columns))
  const pick = (isUsed: boolean) => toHeadings(header.filter((_, place) => used.has(place) === isUsed))
  return { used: pick(true), unused: pick(false) }
}

const makeTally = (): Tally => ({ count: 0, first: [] })

function leaveOut(tally: Tally, left: LeftOut): void {
  tally.count += 1
  if (tally.first.length < SHOWN) tally.first.push({ ...left, label: toExcerpt(left.label, LABEL_LENGTH) })
}
