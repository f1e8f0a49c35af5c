import { writeFile } from 'node:fs/promises'
import type { ImportedAs } from '../app/features/moving-in/formats/commands.server.ts'
import type { Fault } from '../app/features/moving-in/formats/faults.ts'
import type { LostPicture } from '../app/features/moving-in/formats/record-pictures.ts'
import { sayLostPicture } from '../app/features/moving-in/imports/messages.ts'
import type { Entry } from './import-batches.ts'

interface PlannedArticle {
  file: string
  place: string
  title: string
  plannedFor: string
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

/** Makes the report of a command. In a dry run it says what would be done. */
export function makeReport(isDry: boolean): ImportReport {
  const files: { file: string; counts: Tally; leftOut: { what: string; count: number }[] }[] = []
  const refused: Refusal[] = []
  const articles: Articles = { planned: [], lostWords: [], lostPictures: [] }
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
      if (!plannedAt) return
      articles.planned.push({ file: name, place, title, plannedFor: plannedAt.toISOString() })
    },
    miss({ place, record: { title } }, words) {
      articles.lostWords.push({ file: name, place, title, words })
    },
    lack({ place, record: { title } }, lost) {
      const pictures = lost.map(({ address, reason }) => ({ address, problem: sayLostPicture(reason) }))
      articles.lostPictures.push({ file: name, place, title, pictures })
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
      files.push({ file: name, counts: tally, leftOut: toKinds(leftOut) })
      if (Object.values(tally).every((count) => count === 0) && leftOut.size === 0) return false
      const seconds = (performance.now() - startedAt) / 1000
      const counts = toCounts(tally, isDry)
      process.stdout.write(`${name}: ${counts}, ${tally.skipped} skipped, in ${seconds.toFixed(1)} s\n`)
      process.stdout.write(sayArticles(name, articles))
      const kinds = [...leftOut].map(([what, times]) => `${times} ${what}`)
      if (kinds.length > 0) process.stdout.write(`  left out: ${kinds.join(', ')}\n`)
      return true
    },
    hasRefused: () => refused.length > 0,
    write(path) {
      const lists = Object.entries(articles).filter(([, { length }]) => length > 0)
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

const toKinds = (counts: Map<string, number>) => [...counts].map(([what, count]) => ({ what, count }))

interface Articles {
  planned: PlannedArticle[]
  lostWords: WordlessArticle[]
  lostPictures: PicturelessArticle[]
}

/** Returns lines about the articles of a file that have a plan, or lose something. */
function sayArticles(name: string, { planned, lostWords, lostPictures }: Articles): string {
  const isOfFile = ({ file }: { file: string }) => file === name
  return (
    sayPlanned(planned.filter(isOfFile)) +
    sayLostWords(lostWords.filter(isOfFile)) +
    sayLostPictures(lostPictures.filter(isOfFile))
  )
}

const sayPlanned = (articles: PlannedArticle[]): string =>
  articles
    .map(({ place, title, plannedFor }) => `  planned for ${toMinute(plannedFor)}: ${place}, ${title}\n`)
    .join('')

const SHOWN = 20

/** Returns a line for each of the first articles that lose words. */
function sayLostWords(articles: WordlessArticle[]): string {
  const lines = articles
    .slice(0, SHOWN)
    .map(({ place, title, words }) => `${place}, ${title}: ${words.map((part) => `“${part}”`).join(', ')}`)
  const rest = articles.length - lines.length
  const all = rest > 0 ? [...lines, `${rest} more articles (--report FILE lists them)`] : lines
  return all.map((line) => `  readers do not find: ${line}\n`).join('')
}

/** Returns a line for each of the first articles whose pictures do not all come in. */
function sayLostPictures(articles: PicturelessArticle[]): string {
  const lines = articles
    .slice(0, SHOWN)
    .flatMap(({ place, title, pictures }) =>
      pictures.map(({ address, problem }) => `${place}, ${title}: ${address}. ${problem}`),
    )
  const rest = articles.length - Math.min(articles.length, SHOWN)
  const all = rest > 0 ? [...lines, `${rest} more articles (--report FILE lists them)`] : lines
  return all.map((line) => `  image that does not come in: ${line}\n`).join('')
}

const toCounts = ({ created, updated, unchanged }: Tally, isDry: boolean) =>
  isDry
    ? `${created} to import, ${updated} to update, ${unchanged} unchanged, nothing written`
    : `${created} imported, ${updated} updated, ${unchanged} unchanged`

// `2027-01-05 09:00 UTC`
const toMinute = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`

const toTally = (): Tally => ({ created: 0, updated: 0, unchanged: 0, skipped: 0 })
