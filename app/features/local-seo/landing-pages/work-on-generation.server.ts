import { z } from 'zod'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { defineRun, inSteps, type StepResult } from '../../runs/commands.server.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { reviewsModel } from '../../writing/review/queries.server.ts'
import { findCatalogue } from './catalogue.server.ts'
import type { Catalogue } from './catalogue.ts'
import { findPagesHash, toInputsHash } from './fingerprint.server.ts'
import { addTo, type Cursor, cursorSchema, INITIAL_CURSOR, isAtStart } from './generation-cursor.ts'
import { GENERATION_RUN } from './landing-pages.ts'
import { type FinishedPage, type PreparedPages, preparePages } from './prepare-pages.server.ts'
import { findLastResult } from './queries.server.ts'
import { reserveAddresses } from './reserve-addresses.server.ts'
import { countUnwritten, saveWritten, writeSome } from './write-paragraphs.server.ts'
import { findChanges, type PageChanges, retirePages, savePages } from './write-pages.server.ts'

const PAGES_AT_ONCE = 500
const MOST_LOOKS = 10
const ROWS_AT_ONCE = 2000
const MOST_PASSES = 3

type Result = StepResult<Cursor>
type WritePart = (trx: Transaction) => Promise<Result>

/** The run that makes an account's landing pages. */
export const generationRun = defineRun({
  kind: GENERATION_RUN,
  input: z.object({ regenerateAll: z.boolean(), usesModel: z.boolean().optional() }),
  right: 'promote',
  sideBySide: 2,
  async prepare(run) {
    const { id, operator, input } = run
    const work = {
      operator,
      runId: id,
      onlyNew: !input.regenerateAll,
      usesModel: input.usesModel === true && hasModel() && !(await reviewsModel(operator)),
    }
    let making: Making | undefined
    let catalogue: Catalogue | undefined
    return inSteps(run, {
      cursor: cursorSchema,
      first: INITIAL_CURSOR,
      outcome: 'generated',
      toPartId: ({ pass, step, part }) => `${pass} ${step} ${part}`,
      steps: {
        addresses(cursor) {
          making = undefined // its plan contains slugs
          return Promise.resolve((trx) => reserve(trx, work, cursor))
        },
        async paragraphs(cursor) {
          catalogue ??= await findCatalogue(operator)
          return writeParagraphs(work, catalogue, cursor)
        },
        async pages(cursor) {
          making ??= await prepareMaking(work)
          return (await skipIfUnchanged(making, cursor)) ?? makePages(making, cursor)
        },
        retire: (cursor) => Promise.resolve((trx) => retire(trx, work, cursor)),
      },
    })
  },
})

/** Returns the result of a part that is done, with the changes of the cursor. */
const toResult = (cursor: Cursor, size: number, changes: Partial<Cursor>): Result => {
  const isSameStep = changes.step === undefined || changes.step === cursor.step
  return { size, next: { ...cursor, ...changes, part: isSameStep ? cursor.part + 1 : 0 } }
}

async function reserve(trx: Transaction, { operator, usesModel }: Work, cursor: Cursor): Promise<Result> {
  const count = await reserveAddresses(trx, operator, ROWS_AT_ONCE)
  if (count === ROWS_AT_ONCE) return toResult(cursor, 0, {})
  return toResult(cursor, 0, { step: usesModel && isAtStart(cursor) ? 'paragraphs' : 'pages' })
}

interface Work {
  operator: Operator
  runId: string
  onlyNew: boolean
  usesModel: boolean
}

interface Making extends Work {
  inputsHash: string
  findPlan: () => Promise<PreparedPages>
}

async function prepareMaking(work: Work): Promise<Making> {
  const catalogue = await findCatalogue(work.operator)
  let plan: Promise<PreparedPages> | undefined
  return {
    ...work,
    inputsHash: toInputsHash(catalogue),
    findPlan: () => (plan ??= preparePages(catalogue)),
  }
}

/**
 * Asks a model to write paragraphs for a few pages. The next step follows if no page is left or the model cannot
 * continue.
 */
async function writeParagraphs({ operator }: Work, catalogue: Catalogue, cursor: Cursor): Promise<WritePart> {
  const { asked, of } = cursor.paragraphs ?? { asked: 0, of: countUnwritten(catalogue) }
  const { pages, written, after, halted } = await writeSome(operator, catalogue, cursor.after)
  return async (trx) => {
    const count = await saveWritten(trx, operator, written)
    const { written: before = 0 } = cursor.tally
    const tally = { ...cursor.tally, written: before + count, halted }
    if (halted || written.length === 0) return toResult(cursor, 0, { step: 'pages', after: '', tally })
    return toResult(cursor, 0, { after, tally, paragraphs: { asked: asked + pages, of } })
  }
}

/** Ends the run if there is no change since a run that checked all pages. Returns undefined otherwise. */
async function skipIfUnchanged(
  { operator, onlyNew, inputsHash }: Making,
  cursor: Cursor,
): Promise<WritePart | undefined> {
  if (onlyNew || !isAtStart(cursor)) return undefined
  const result = await findLastResult(operator)
  const last = result === undefined ? undefined : cursorSchema.parse(result)
  if (last?.inputsHash !== inputsHash) return undefined
  const pagesHash = await readAs(operator, (trx) => findPagesHash(trx, operator))
  if (last.pagesHash !== pagesHash) return undefined
  const { written, halted } = cursor.tally
  const tally = { ...last.tally, changed: 0, retired: 0, written, halted }
  return () =>
    Promise.resolve(toResult(cursor, tally.generated, { step: 'done', tally, inputsHash, pagesHash }))
}

async function makePages(making: Making, cursor: Cursor): Promise<WritePart> {
  const { operator, onlyNew } = making
  const plan = await making.findPlan()
  const isFirst = cursor.pass === 1
  const inputsHash = toCommonHash(making, cursor)
  const changes: PageChanges = { fresh: [], changed: [] }
  let { after, tally } = cursor
  let size = 0
  // If little has changed, many pages are checked for one transaction.
  for (let look = 0; look < MOST_LOOKS && countChanges(changes) < PAGES_AT_ONCE; look += 1) {
    const next = nextPages(plan, after)
    if (next.pages.length === 0) break
    const { fresh, changed } = await findChanges(operator, next.pages, { onlyNew })
    changes.fresh.push(...fresh)
    changes.changed.push(...changed)
    after = next.after
    if (!isFirst) continue
    size += next.pages.length
    tally = addTo(tally, onlyNew ? [...fresh, ...changed] : next.pages)
  }
  const isOver = after === cursor.after
  return async (trx) => {
    const { left } = await savePages(trx, operator, changes)
    tally = { ...tally, changed: tally.changed + countChanges(changes) - left }
    const next = { after, tally, left: cursor.left + left, inputsHash }
    if (!isOver) return toResult(cursor, size, next)
    if (next.left === 0 || cursor.pass === MOST_PASSES)
      return toResult(cursor, size, { ...next, step: 'retire' })
    return toResult(cursor, size, { ...next, step: 'addresses', after: '', left: 0, pass: cursor.pass + 1 })
  }
}

// The operator may change cities or services between two parts of a run.
const toCommonHash = ({ onlyNew, inputsHash }: Making, cursor: Cursor) =>
  !onlyNew && (isAtStart(cursor) || cursor.inputsHash === inputsHash) ? inputsHash : undefined

const countChanges = ({ fresh, changed }: PageChanges) => fresh.length + changed.length

/** Makes the next 500 pages after a pair, in the order of services and cities; none after the last. */
function nextPages({ catalogue: { services, cities }, pageAt }: PreparedPages, after: string) {
  const [serviceId = '', cityId = ''] = after.split(' ')
  const pages: FinishedPage[] = []
  for (const [service, { id }] of services.entries()) {
    if (id < serviceId) continue
    const from = id === serviceId ? firstAfter(cities, cityId) : 0
    const to = Math.min(cities.length, from + PAGES_AT_ONCE - pages.length)
    for (let city = from; city < to; city += 1) pages.push(pageAt(service, city))
    if (pages.length === PAGES_AT_ONCE) break
  }
  const last = pages.at(-1)
  return { pages, after: last ? `${last.serviceId} ${last.cityId}` : after }
}

function firstAfter(cities: { id: string }[], id: string): number {
  const index = cities.findIndex((city) => city.id > id)
  return index === -1 ? cities.length : index
}

async function retire(trx: Transaction, { operator, onlyNew }: Work, cursor: Cursor): Promise<Result> {
  const count = onlyNew ? 0 : await retirePages(trx, operator, ROWS_AT_ONCE)
  const tally = { ...cursor.tally, retired: cursor.tally.retired + count }
  if (count === ROWS_AT_ONCE) return toResult(cursor, 0, { tally })
  const pagesHash = cursor.inputsHash && (await findPagesHash(trx, operator))
  return toResult(cursor, 0, { step: 'done', tally, pagesHash })
}
