import {
  compareRecords,
  importArticles,
  type ImportedAs,
  type ImportRecord,
  type ImportTarget,
  prepareImport,
  toImportKey,
} from '../app/features/articles/files/commands.server.ts'
import { write } from '../app/platform/page-invalidation.server.ts'
import { checkpointStore } from '../app/platform/store.server.ts'

const BATCH = 100
const SETTLE_AFTER = 20 // batches; the journal of the embedded store grows until the store is settled

/** A record to import. `place` names its position in the file, for messages. */
interface Entry {
  place: string
  record: ImportRecord
}

/** Where outcomes go, as soon as they are known. */
interface Report {
  done: (outcomes: ImportedAs[]) => void
  skip: (place: string, problem: string) => void
}

interface Batch {
  entries: Entry[]
  store: () => Promise<ImportedAs[]>
}

/**
 * Imports records in batches, one transaction each. While one batch is stored, the next is rendered. If a batch fails,
 * its records are imported one by one, so that only the bad record is skipped. Of two records with the same key the
 * later wins.
 */
export function startImport(target: ImportTarget, report: Report) {
  const keys = new Set<string>()
  let entries: Entry[] = []
  let rendering: Batch | undefined
  let storing = Promise.resolve()
  let count = 0

  async function advance(): Promise<void> {
    const next = await prepare(target, entries.splice(0))
    await storing
    if ((count += 1) % SETTLE_AFTER === 0) await checkpointStore()
    storing = rendering ? store(rendering) : Promise.resolve()
    rendering = next
  }

  async function store(batch: Batch): Promise<void> {
    try {
      report.done(await batch.store())
    } catch {
      for (const entry of batch.entries) await storeAlone(entry)
    }
  }

  async function storeAlone({ place, record }: Entry): Promise<void> {
    try {
      report.done(await importArticles(target, [record]))
    } catch (error) {
      report.skip(place, error instanceof Error ? error.message : String(error))
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
      if (entries.length === BATCH) await advance()
    },
    /** Resolves when every record is imported or skipped. */
    end,
  }
}

// Sends the queries for this batch before the database is busy with the earlier batch.
async function prepare(target: ImportTarget, entries: Entry[]): Promise<Batch | undefined> {
  if (entries.length === 0) return undefined
  const records = entries.map(({ record }) => record)
  const prepared = prepareImport(target, records)
  await prepared.catch(() => {}) // `store` throws the error
  return { entries, store: async () => (await write(await prepared)).map((imported) => imported.as) }
}

/** Compares records with what is stored, in place of an import. Of two records with the same key the later one updates. */
export function compareOnly(target: ImportTarget, report: Pick<Report, 'done'>) {
  const keys = new Set<string>()
  const records: ImportRecord[] = []
  async function end(): Promise<void> {
    const batch = records.splice(0)
    const outcomes = await compareRecords(target, batch)
    report.done(batch.map((record, index) => toOutcome(toImportKey(record), outcomes[index])))
  }
  function toOutcome(key: string, outcome: ImportedAs = 'created'): ImportedAs {
    const isRepeated = keys.has(key)
    keys.add(key)
    return isRepeated ? 'updated' : outcome
  }
  return {
    async add({ record }: Entry): Promise<void> {
      records.push(record)
      if (records.length === BATCH) await end()
    },
    end,
  }
}
