import {
  importArticles,
  type ImportedAs,
  type ImportRecord,
  type ImportTarget,
  prepareImport,
  toImportKey,
} from '../app/features/articles/import.server.ts'
import { settleStore } from '../app/platform/store.server.ts'

const BATCH = 100
const SETTLE_AFTER = 20 // batches; until then the embedded store's journal only grows

/** A record to import, and where it stands, for people. */
export interface Entry {
  place: string
  record: ImportRecord
}

interface Report {
  done: (outcomes: ImportedAs[]) => void
  skip: (place: string, problem: string) => void
}

interface Batch {
  entries: Entry[]
  store: () => Promise<ImportedAs[]>
}

/**
 * Imports records in batches, one transaction each: while one is stored, the next is rendered. If a record spoils its
 * batch, each goes in on its own, so that only that one is skipped. Of two with the same key the later one wins.
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
    if ((count += 1) % SETTLE_AFTER === 0) await settleStore()
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
    /** Takes a record; resolves when there is room for the next. */
    async add(entry: Entry): Promise<void> {
      const key = toImportKey(entry.record)
      if (keys.has(key)) await end()
      keys.add(key)
      entries.push(entry)
      if (entries.length === BATCH) await advance()
    },
    /** Resolves when every record is in, or skipped. */
    end,
  }
}

// The store is asked what it knows before it is busy with the batch before.
async function prepare(target: ImportTarget, entries: Entry[]): Promise<Batch | undefined> {
  if (entries.length === 0) return undefined
  const records = entries.map(({ record }) => record)
  const prepared = prepareImport(target, records)
  await prepared.catch(() => {}) // heard of when it is stored
  return { entries, store: async () => (await prepared)() }
}
