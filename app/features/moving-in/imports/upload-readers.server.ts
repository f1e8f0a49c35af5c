import { z } from 'zod'
import { db } from '../../../platform/store/database.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { countLosses, type Loss, UnknownEncoding, UnreadableFile } from '../formats/formats.ts'
import { type EncodingQuestion, MOST_ITEMS } from './imports.ts'
import {
  type Place,
  readUploaded,
  toSourceFiles,
  type UploadedArticle,
  type UploadItem,
} from './read-upload.server.ts'
import type { Upload } from './uploads.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

const AT_ONCE = 50
const SLOW_MS = 3000
const KEPT_MS = 120_000

// The result of a step: where the next one goes on, and what the items of that file have lost in this step. The item
// that tells a loss takes it off again.
const stepResult = z.object({
  next: z.number(),
  file: z.number(),
  read: z.number(),
  lost: z.array(z.tuple([z.string(), z.number()])),
})
type StepResult = z.output<typeof stepResult>

/** Items of an upload. Without items its end is reached. */
export interface Step {
  /** The position of the first one in the upload. */
  from: number
  found: UploadedArticle[]
  /** Is stored with the items, as the result of this step. */
  result: StepResult
}

type Unread =
  | Refusal<'too-many-items'>
  | Refusal<'faulty', { detail: string }>
  | Refusal<'unknown-encoding', EncodingQuestion>

interface Reader {
  /** Runs one step after the other: a call and the job of its run may share a reader. Returns what the step returns. */
  inTurn: <T>(step: () => Promise<T>) => Promise<T>
  isBusy: () => boolean
  /** Returns the next items. Refused if the upload cannot be read. */
  next: () => Promise<Step | Unread>
  /** Returns the position of the next item. */
  position: () => number
  close: () => void
}

/** The reading of an upload by its run. */
export interface Reading {
  runId: string
  importId: string
  operator: Operator
}

const kept = singleton('upload readers', () => new Map<string, { reader: Reader; timer: NodeJS.Timeout }>())

/**
 * Returns the reader of an upload, at the place that the stored steps lead to. It stays open for the next slice of the
 * run, for two minutes: another one has to read the file from its beginning to find its place.
 */
export async function findReader(reading: Reading, upload: Upload): Promise<Reader> {
  const { runId } = reading
  const place = await findPlace(runId)
  const open = kept.get(runId)
  const reader = open?.reader.position() === place.next ? open.reader : openReader(reading, upload, place)
  if (reader !== open?.reader) closeReader(runId)
  clearTimeout(open?.timer)
  const timer = setTimeout(() => closeWhenIdle(runId), KEPT_MS).unref()
  kept.set(runId, { reader, timer })
  return reader
}

// The first step of a large file may take minutes on a slow machine.
function closeWhenIdle(runId: string): void {
  const open = kept.get(runId)
  if (open?.reader.isBusy()) open.timer.refresh()
  else closeReader(runId)
}

/** Closes the reader of an upload, if this process has one. */
export function closeReader(runId: string): void {
  const open = kept.get(runId)
  if (!open) return
  clearTimeout(open.timer)
  kept.delete(runId)
  open.reader.close()
}

interface StoredPlace extends Place {
  /** The position of the next item in the upload. */
  next: number
}

function openReader({ runId, importId, operator }: Reading, upload: Upload, place: StoredPlace): Reader {
  const files = toSourceFiles(importId, upload)
  const items = readUploaded(upload, { files, accountId: operator.id, place })
  let at: Omit<StepResult, 'lost'> = place
  let isClosed = false
  let lastStep: Promise<unknown> = Promise.resolve()
  let steps = 0
  return {
    inTurn(step) {
      steps += 1
      const ended = lastStep.then(step).finally(() => (steps -= 1))
      lastStep = ended.catch(() => {})
      return ended
    },
    isBusy: () => steps > 0,
    async next() {
      try {
        const taken = await take(items, AT_ONCE)
        if (isClosed) throw new Error('The reader of this upload was closed too early.')
        const from = at.next
        const result = toResult(at, taken)
        at = result
        return result.next > MOST_ITEMS
          ? refuse('too-many-items')
          : { from, found: taken.map(({ found }) => found), result }
      } catch (error) {
        if (error instanceof UnreadableFile) return refuse('faulty', { detail: error.message })
        if (error instanceof UnknownEncoding) return refuse('unknown-encoding', toQuestion(error))
        closeReader(runId) // it would seem to be at its end now
        throw error
      }
    },
    position: () => at.next,
    close() {
      isClosed = true
      items.return(undefined).catch(() => {}) // it may fail where it waits
    },
  }
}

/** Reads the next items; fewer than `most` if they are slow, so that the work of other accounts is not delayed. */
async function take<Item>(items: AsyncGenerator<Item>, most: number): Promise<Item[]> {
  const taken: Item[] = []
  const until = performance.now() + SLOW_MS
  while (taken.length < most && (taken.length === 0 || performance.now() < until)) {
    const next = await items.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

function toResult(before: Omit<StepResult, 'lost'>, items: UploadItem[]): StepResult {
  const next = before.next + items.length
  const last = items.at(-1)
  if (!last) return { ...before, lost: [] }
  if (last.isLast) return { next, file: last.file + 1, read: 0, lost: [] }
  const own = items.filter(({ file }) => file === last.file)
  const earlier = before.file === last.file ? before.read : 0
  return { next, file: last.file, read: earlier + own.length, lost: addUp(own.flatMap(listLost)) }
}

const toQuestion = ({ file, samples }: UnknownEncoding): EncodingQuestion => ({ file, samples })

function listLost({ found }: UploadItem): Loss[] {
  if ('leftOut' in found) return found.count === undefined ? [] : [[found.leftOut, -found.count]]
  return 'fields' in found ? countLosses(found) : []
}

async function findPlace(runId: string): Promise<StoredPlace> {
  const rows = await db
    .selectFrom('runItems')
    .select('result')
    .where('runId', '=', runId)
    .orderBy('version')
    .execute()
  const steps = rows.map(({ result }) => stepResult.parse(result))
  const { next, file, read } = steps.at(-1) ?? { next: 0, file: 0, read: 0 }
  const lost = steps.filter((step) => step.file === file).flatMap((step) => step.lost)
  return { next, file, read, lost: addUp(lost) }
}

function addUp(counts: Loss[]): Loss[] {
  const sums = new Map<string, number>()
  for (const [kind, count] of counts) sums.set(kind, (sums.get(kind) ?? 0) + count)
  return [...sums].filter(([, count]) => count !== 0)
}
