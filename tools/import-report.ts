import { writeFile } from 'node:fs/promises'
import type { ImportedAs } from '../app/features/moving-in/formats/commands.server.ts'
import type { Fault } from '../app/features/moving-in/formats/faults.ts'
import { type Loss, sayLoss } from '../app/features/moving-in/formats/losses.ts'
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

/** Makes the report of a command. In a dry run it says what would be done. */
export function makeReport(isDry: boolean): ImportReport {
  const files: { file: string; counts: Tally; leftOut: { what: string; count: number }[] }[] = []
  const refused: Refusal[] = []
  const planned: PlannedArticle[] = []
  const losses: LossyArticle[] = []
  const lostWords: WordlessArticle[] = []
  let tally = toTally()
  let leftOut = new Map<string, number>()
  let startedAt = 0
  let name = ''
  return {
    begin(file) {
      name = file
      tally = toTally()
      leftOut = new Map()
      startedAt = performance.now()
    },
    done(outcomes) {
      for (const outcome of outcomes) tally[outcome] += 1
      const count = tally.created + tally.updated + tally.unchanged
      if (process.stderr.isTTY) process.stderr.write(`\r${count} articles`)
    },
    plan({ place, record: { title, plannedAt } }) {
      if (plannedAt) planned.push({ file: name, place, title, plannedFor: plannedAt.toISOString() })
    },
    lose({ place, record: { title } }, kinds) {
      const lost = kinds.map(([what, count]) => ({ what, count }))
      losses.push({ file: name, place, title, lost })
    },
    miss({ place, record: { title } }, words) {
      lostWords.push({ file: name, place, title, words })
    },
    skip(place, problem, faults) {
      tally.skipped += 1
      process.stderr.write(`${place}: ${problem}\n`)
      for (const fault of faults?.map(toReason) ?? [{ problem }])
        refused.push({ file: name, place, ...fault })
    },
    leaveOut(what, count) {
      leftOut.set(what, (leftOut.get(what) ?? 0) + count)
    },
    end() {
      files.push({
        file: name,
        counts: tally,
        leftOut: [...leftOut].map(([what, count]) => ({ what, count })),
      })
      if (Object.values(tally).every((count) => count === 0) && leftOut.size === 0) return false
      const seconds = (performance.now() - startedAt) / 1000
      const counts = toCounts(tally, isDry)
      process.stdout.write(`${name}: ${counts}, ${tally.skipped} skipped, in ${seconds.toFixed(1)} s\n`)
      const ofFile = ({ file }: { file: string }) => file === name
      process.stdout.write(sayPlanned(planned.filter(ofFile)))
      process.stdout.write(sayArticles('loses', losses.filter(ofFile).map(toLossLine)))
      process.stdout.write(sayArticles('readers do not find', lostWords.filter(ofFile).map(toWordLine)))
      const kinds = [...leftOut].map(([what, times]) => `${times} ${what}`)
      if (kinds.length > 0) process.stdout.write(`  left out: ${kinds.join(', ')}\n`)
      return true
    },
    hasRefused: () => refused.length > 0,
    write(path) {
      const lists = Object.entries({ planned, losses, lostWords }).filter(([, articles]) => articles.length > 0)
      const all = { isDryRun: isDry, files, ...Object.fromEntries(lists), refused }
      return writeFile(path, `${JSON.stringify(all, null, 2)}\n`)
    },
  }
}

const toReason = ({ field, value, problem }: Fault) => ({
  field,
  problem,
  ...(value !== undefined && { value }),
})

const sayPlanned = (articles: PlannedArticle[]): string =>
  articles
    .map(({ place, title, plannedFor }) => `  planned for ${toMinute(plannedFor)}: ${place}, ${title}\n`)
    .join('')

const SHOWN = 20

const toLossLine = ({ place, title, lost }: LossyArticle) =>
  `${place}, ${title}: ${lost.map(({ what, count }) => sayLoss([what, count])).join(', ')}`

const toWordLine = ({ place, title, words }: WordlessArticle) =>
  `${place}, ${title}: ${words.map((part) => `“${part}”`).join(', ')}`

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

const toTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0, skipped: 0 })
