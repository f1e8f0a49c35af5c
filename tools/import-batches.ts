import type { Operator } from '../app/features/accounts/accounts.ts'
import {
  compareRecords,
  type Imported,
  type ImportedAs,
  type ImportTarget,
  prepareImport,
} from '../app/features/moving-in/formats/commands.server.ts'
import type { LostPicture, OldLink } from '../app/features/moving-in/formats/record-pictures.ts'
import { type ImportRecord, toImportKey, toArticleText } from '../app/features/moving-in/formats/formats.ts'
import { unplanned } from '../app/features/moving-in/imports/messages.ts'
import {
  findPlanGap,
  type PlanResult,
  planImported,
} from '../app/features/writing/schedule/commands.server.ts'
import type { Transaction } from '../app/platform/store/database.server.ts'
import { asAccount } from '../app/platform/own-rows.server.ts'
import { write } from '../app/platform/web/page-invalidation.server.ts'
import { isStoreFailure } from '../app/platform/store/store-away.server.ts'
import { checkpointStore } from '../app/platform/store/store.server.ts'
import { refuse, type Refusal } from '../app/shared/refusal.ts'
import type { PictureKeeper } from './import-files.ts'

const BATCH = 100
const BATCH_CHARACTERS = 1_000_000 // three batches are in memory at once, each with its texts, their HTML and its query
const SETTLE_AFTER = 20 // batches; the journal of the embedded store grows until the store is settled

/** A record to import. `place` names its position in the file, for messages. */
export interface Entry {
  place: string
  record: ImportRecord
  /** Its links to pages of its old site. */
  links?: LinkedArticle['links']
}

/** A stored article that links to pages of its old site. */
export interface LinkedArticle {
  articleId: string
  links: OldLink[]
}

/** Where outcomes go, as soon as they are known. */
interface Report {
  done: (outcomes: ImportedAs[]) => void
  plan: (entry: Entry) => void
  leaveOut: (what: string, count: number) => void
  skip: (place: string, problem: string) => void
  lack: (entry: Entry, pictures: LostPicture[]) => void
  link: (article: LinkedArticle) => void
}

/** The place that an import writes to, and what its plans need. */
export interface Destination extends ImportTarget {
  /** The account that articles are planned for; undefined while none exists. */
  operator: Operator | undefined
  /** The sites that plans publish on. */
  siteIds: string[]
  /** True if the account asks for alt texts of images. */
  needsAlt: boolean
  /** Keeps the pictures of the folder or the archive. */
  pictures?: PictureKeeper
}

interface Outcome {
  as: ImportedAs
  entry: Entry
  /** Undefined if it is not stored. */
  articleId?: string
  lostPictures?: LostPicture[]
  /** True for a page whose path is not free. */
  lacksPath?: boolean
  /** Undefined if it is not to be planned. */
  planned?: PlanResult | Refusal<'no-account'> | undefined
}

interface Batch {
  entries: Entry[]
  store: () => Promise<Outcome[]>
}

/**
 * Imports records in batches, one transaction each. While one batch is stored, the next is rendered. If a batch fails,
 * its records are imported one by one, so that only the bad record is skipped. A failure of the store itself ends the
 * import, which can be repeated. Of two records with the same key the later wins.
 */
export function startImport(target: Destination, report: Report) {
  const keys = new Set<string>()
  let entries: Entry[] = []
  let rendering: Batch | undefined
  let storing = Promise.resolve()
  let count = 0
  let characters = 0

  async function advance(): Promise<void> {
    characters = 0
    const next = await prepare(target, entries.splice(0))
    await storing
    if ((count += 1) % SETTLE_AFTER === 0) await checkpointStore()
    storing = rendering ? store(rendering) : Promise.resolve()
    storing.catch(() => {}) // it is awaited in the next round
    rendering = next
  }

  async function store(batch: Batch): Promise<void> {
    try {
      note(await batch.store(), report)
    } catch {
      for (const entry of batch.entries) await storeAlone(entry)
    }
  }

  async function storeAlone(entry: Entry): Promise<void> {
    try {
      const batch = await prepare(target, [entry])
      if (batch) note(await batch.store(), report)
    } catch (error) {
      if (isStoreFailure(error)) throw error
      report.skip(entry.place, error instanceof Error ? error.message : String(error))
    }
  }

  async function end(): Promise<void> {
    while (entries.length > 0 || rendering) await advance()
    await storing
    keys.clear()
  }

  return {
    /** Adds a record. Resolves when the next record may be added. */
    async add(entry: Entry): Promise<void> {
      const key = toImportKey(entry.record)
      if (keys.has(key)) await end()
      keys.add(key)
      entries.push(entry)
      characters += entry.record.content.length
      if (entries.length === BATCH || characters > BATCH_CHARACTERS) await advance()
    },
    /** Resolves when every record is imported or skipped. */
    end,
  }
}

// Sends the queries for this batch before the database is busy with the earlier batch.
async function prepare(target: Destination, entries: Entry[]): Promise<Batch | undefined> {
  if (entries.length === 0) return undefined
  const records = entries.map(({ record }) => record)
  await target.pictures?.keep(await listChanged(target, records))
  const prepared = prepareImport(target, records)
  await prepared.catch(() => {}) // `store` throws the error
  return {
    entries,
    store: () => write(async (trx) => storeIn(trx, target, { entries, store: await prepared })),
  }
}

/** Returns the records with pictures that are new or have changed. */
async function listChanged(target: Destination, records: ImportRecord[]): Promise<ImportRecord[]> {
  const shown = records.filter(({ pictures }) => pictures !== undefined)
  if (shown.length === 0) return []
  const outcomes = await compareRecords(target, shown)
  return shown.filter((_, index) => outcomes[index] !== 'unchanged')
}

async function storeIn(
  trx: Transaction,
  target: Destination,
  { entries, store }: { entries: Entry[]; store: (trx: Transaction) => Promise<Imported[]> },
): Promise<Outcome[]> {
  const imported = await store(trx)
  const plans = imported.flatMap(({ articleId, plannedFor: dueAt }) => (dueAt ? [{ articleId, dueAt }] : []))
  const { operator } = target
  const results = operator
    ? await asAccount(trx, operator, () => planImported(trx, operator, { ...target, plans }))
    : undefined
  return imported.flatMap(({ as, articleId, plannedFor, lostPictures, lacksPath }, index) => {
    const entry = entries[index]
    const planned = results ? results.get(articleId) : plannedFor && refuse('no-account')
    return entry ? [{ as, entry, planned, articleId, lostPictures, lacksPath }] : []
  })
}

function note(outcomes: Outcome[], report: Omit<Report, 'skip'>): void {
  report.done(outcomes.map(({ as }) => as))
  noteWithoutPath(outcomes, report)
  for (const { entry, articleId, lostPictures = [] } of outcomes) {
    if (lostPictures.length > 0) report.lack(entry, lostPictures)
    if (articleId && entry.links) report.link({ articleId, links: entry.links })
  }
  for (const { entry, planned } of outcomes)
    if (planned?.ok) report.plan(entry)
    else if (planned)
      report.leaveOut(`article with a date in the future (a draft now: ${REASONS[planned.reason]})`, 1)
}

function noteWithoutPath(outcomes: Outcome[], { leaveOut }: Pick<Report, 'leaveOut'>): void {
  for (const { lacksPath } of outcomes)
    if (lacksPath) leaveOut('page whose address is not free (a draft on no site now)', 1)
}

const REASONS = { ...unplanned, 'no-account': 'no account exists yet that could publish it' }

/** Compares records with what is stored, in place of an import. Of two records with the same key the later one updates. */
export function compareOnly(target: Destination, report: Omit<Report, 'skip'>) {
  const keys = new Set<string>()
  const entries: Entry[] = []
  async function end(): Promise<void> {
    const batch = entries.splice(0)
    const records = batch.map(({ record }) => record)
    const outcomes = await compareRecords(target, records)
    note(
      batch.map((entry, index) => toOutcome(entry, outcomes[index])),
      report,
    )
  }
  function toOutcome(entry: Entry, compared: ImportedAs = 'created'): Outcome {
    const key = toImportKey(entry.record)
    const as = keys.has(key) ? 'updated' : compared
    keys.add(key)
    return { as, entry, ...(as === 'created' && { planned: foresee(target, entry.record) }) }
  }
  return {
    async add(entry: Entry): Promise<void> {
      entries.push(entry)
      if (entries.length === BATCH) await end()
    },
    end,
  }
}

function foresee({ operator, author, asDrafts }: Destination, record: ImportRecord): Outcome['planned'] {
  const { plannedAt } = record
  if (!plannedAt || asDrafts) return undefined
  return operator
    ? (findPlanGap(toArticleText(record, record.author ?? author), plannedAt) ?? { ok: true })
    : refuse('no-account')
}
