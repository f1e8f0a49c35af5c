import { writeFile } from 'node:fs/promises'
import type { ImportedAs } from '../app/features/moving-in/formats/commands.server.ts'
import type { Fault } from '../app/features/moving-in/formats/faults.ts'
import { type Loss, sayLoss } from '../app/features/moving-in/formats/formats.ts'
import type { LostPicture } from '../app/features/moving-in/formats/record-pictures.ts'
import { sayLostPicture } from '../app/features/moving-in/imports/messages.ts'
import type { Entry } from './import-batches.ts'

interface PlannedArticle {
  file: string
  place: string
  title: string
  plannedFor: string
}

interface LossyArticle {
  file: string
  place: string
  title: string
  lost: { what: string; count: number }[]
}

interface WordlessArticle {
  file: string
  place: string
  title: string
  words: string[]
}

interface PicturelessArticle {
  file: string
  place: string
  title: string
  pictures: { address: string; problem: string }[]
}

type Tally = Record<ImportedAs | 'skipped', number>

interface Refusal {
  file: string
  place: string
  problem: string
  field?: string
  value?: string
}

/** What an import of several files did, or would do. */
export interface ImportReport {
  /** Begins the part of a file. */
  begin: (file: string) => void
  /** Adds the outcomes of records. */
  done: (outcomes: ImportedAs[]) => void
  /** Adds an article that is planned for its date. */
  plan: (entry: Entry) => void
  /** Adds an article with what it loses. */
  lose: (entry: Entry, losses: Loss[]) => void
  /** Adds an article with the parts of its text that readers do not find. */
  miss: (entry: Entry, words: string[]) => void
  /** Adds an article with its pictures that do not come in. */
  lack: (entry: Entry, pictures: LostPicture[]) => void
  /** Adds a record that is refused; without `faults` it has no wrong field. */
  skip: (place: string, problem: string, faults?: Fault[]) => void
  /** Adds items, or parts of articles, that do not come in, by their kind. */
  leaveOut: (what: string, count: number) => void
  /** Ends the part of a file and prints it. Returns false if nothing was found in the file. */
  end: () => boolean
  /** Returns true if something was refused. */
  hasRefused: () => boolean
  /** Writes all of it as JSON. */
  write: (path: string) => Promise<void>
}

interface FileReport {
  file: string
  counts: Tally
  planned: PlannedArticle[]
  losses: LossyArticle[]
  lostWords: WordlessArticle[]
  lostPictures: PicturelessArticle[]
  leftOut: Map<string, number>
}

const makeFileReport = (file: string): FileReport => ({
  file,
  counts: { created: 0, updated: 0, unchanged: 0, skipped: 0 },
  planned: [],
  losses: [],
  lostWords: [],
  lostPictures: [],
  leftOut: new Map(),
})

/** Makes the report of a command. In a dry run it says what would be done. */
export function makeReport(isDry: boolean): ImportReport {
  const files: FileReport[] = []
  const refused: Refusal[] = []
  let current = makeFileReport('')
  let startedAt = 0
  return {
    begin(file) {
      current = makeFileReport(file)
      files.push(current)
      startedAt = performance.now()
    },
    done(outcomes) {
      const { counts } = current
      for (const outcome of outcomes) counts[outcome] += 1
      const count = counts.created + counts.updated + counts.unchanged
      if (process.stderr.isTTY) process.stderr.write(`\r${count} articles`)
    },
    plan({ place, record: { title, plannedAt } }) {
      const { file, planned } = current
      if (plannedAt) planned.push({ file, place, title, plannedFor: plannedAt.toISOString() })
    },
    lose({ place, record: { title } }, kinds) {
      const lost = kinds.map(([what, count]) => ({ what, count }))
      current.losses.push({ file: current.file, place, title, lost })
    },
    miss({ place, record: { title } }, words) {
      current.lostWords.push({ file: current.file, place, title, words })
    },
    lack({ place, record: { title } }, lost) {
      const pictures = lost.map(({ address, reason }) => ({ address, problem: sayLostPicture(reason) }))
      current.lostPictures.push({ file: current.file, place, title, pictures })
    },
    skip(place, problem, faults) {
      current.counts.skipped += 1
      process.stderr.write(`${place}: ${problem}\n`)
      for (const fault of faults?.map(toReason) ?? [{ problem }])
        refused.push({ file: current.file, place, ...fault })
    },
    leaveOut(what, count) {
      current.leftOut.set(what, (current.leftOut.get(what) ?? 0) + count)
    },
    end() {
      const { counts, leftOut } = current
      if (Object.values(counts).every((count) => count === 0) && leftOut.size === 0) return false
      const seconds = (performance.now() - startedAt) / 1000
      process.stdout.write(sayFile(current, { isDry, seconds }))
      return true
    },
    hasRefused: () => refused.length > 0,
    write: (path) =>
      writeFile(path, `${JSON.stringify({ isDryRun: isDry, ...listAll(files), refused }, null, 2)}\n`),
  }
}

/** Returns what the reports of files have, as one list of each kind; a list of articles only if it has some. */
function listAll(files: FileReport[]) {
  const lists = {
    planned: files.flatMap(({ planned }) => planned),
    losses: files.flatMap(({ losses }) => losses),
    lostWords: files.flatMap(({ lostWords }) => lostWords),
    lostPictures: files.flatMap(({ lostPictures }) => lostPictures),
  }
  return {
    files: files.map(({ file, counts, leftOut }) => ({
      file,
      counts,
      leftOut: [...leftOut].map(([what, count]) => ({ what, count })),
    })),
    ...Object.fromEntries(Object.entries(lists).filter(([, articles]) => articles.length > 0)),
  }
}

const toReason = ({ field, value, problem }: Fault) => ({
  field,
  problem,
  ...(value !== undefined && { value }),
})

/** Returns the lines about a file. */
function sayFile(
  { file, counts, planned, losses, lostWords, lostPictures, leftOut }: FileReport,
  { isDry, seconds }: { isDry: boolean; seconds: number },
): string {
  const kinds = [...leftOut].map(([what, times]) => `${times} ${what}`)
  return [
    `${file}: ${toCounts(counts, isDry)}, ${counts.skipped} skipped, in ${seconds.toFixed(1)} s\n`,
    sayPlanned(planned),
    sayArticles('loses', losses.map(toLossLine)),
    sayArticles('readers do not find', lostWords.map(toWordLine)),
    sayArticles('image that does not come in', lostPictures.flatMap(toPictureLines)),
    kinds.length > 0 ? `  left out: ${kinds.join(', ')}\n` : '',
  ].join('')
}

const sayPlanned = (articles: PlannedArticle[]): string =>
  articles
    .map(({ place, title, plannedFor }) => `  planned for ${toMinute(plannedFor)}: ${place}, ${title}\n`)
    .join('')

const SHOWN = 20

const toLossLine = ({ place, title, lost }: LossyArticle) =>
  `${place}, ${title}: ${lost.map(({ what, count }) => sayLoss([what, count])).join(', ')}`

const toWordLine = ({ place, title, words }: WordlessArticle) =>
  `${place}, ${title}: ${words.map((part) => `“${part}”`).join(', ')}`

const toPictureLines = ({ place, title, pictures }: PicturelessArticle) =>
  pictures.map(({ address, problem }) => `${place}, ${title}: ${address}. ${problem}`)

/** Returns the first lines about articles. */
function sayArticles(what: string, lines: string[]): string {
  const rest = lines.length - SHOWN
  const shown = lines.slice(0, SHOWN)
  const all = rest > 0 ? [...shown, `${rest} more articles (--report FILE lists them)`] : shown
  return all.map((line) => `  ${what}: ${line}\n`).join('')
}

const toCounts = ({ created, updated, unchanged }: Tally, isDry: boolean) =>
  isDry
    ? `${created} to import, ${updated} to update, ${unchanged} unchanged, nothing written`
    : `${created} imported, ${updated} updated, ${unchanged} unchanged`

// `2027-01-05 09:00 UTC`
const toMinute = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`
