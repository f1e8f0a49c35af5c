import { z } from 'zod'
import type { Transaction } from '../../platform/database.server.ts'
import { readAs } from '../../platform/own-rows.server.ts'
import { write } from '../../platform/page-drops.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { doItem, workOnRun } from '../runs/commands.server.ts'
import { findOpenRun, findRun } from '../runs/queries.server.ts'
import { hasEnded } from '../runs/runs.ts'
import { hasModel } from '../ai-usage/queries.server.ts'
import { findCatalogue } from './catalogue.server.ts'
import type { Catalogue } from './catalogue.ts'
import { findPagesHash, toInputsHash } from './fingerprint.server.ts'
import { addTo, FIRST, isAtStart, type Place, readPlace } from './generation-place.ts'
import { GENERATION_RUN } from './landing-pages.ts'
import { type FinishedPage, type Plan, planPages } from './plan-pages.server.ts'
import { findLastResult } from './queries.server.ts'
import { reserveAddresses } from './reserve-addresses.server.ts'
import { countUnwritten, saveWritten, writeSome } from './write-paragraphs.server.ts'
import { findChanges, type PageChanges, retirePages, savePages } from './write-pages.server.ts'

const PAGES_AT_ONCE = 500
const MOST_LOOKS = 10
const ROWS_AT_ONCE = 2000
const MOST_PASSES = 3

const inputSchema = z.object({ regenerateAll: z.boolean(), usesModel: z.boolean().default(false) })

/** Goes on with a run for a while. Each batch is written with where the next one begins, in one transaction. */
export async function workOnGeneration(runId: string, sliceMs?: number): Promise<void> {
  const run = await findOpenRun(runId)
  if (!run) return
  const { operator } = run
  await workOnRun({
    id: runId,
    kind: GENERATION_RUN,
    sliceMs,
    async prepare(_, input) {
      const { regenerateAll, usesModel } = inputSchema.parse(input)
      const work = { operator, runId, onlyNew: !regenerateAll, usesModel: usesModel && hasModel() }
      let making: Making | undefined
      let writing: Catalogue | undefined
      return async () => {
        const place = await findPlace(operator, runId)
        if (!place || place.step === 'done') return false
        if (place.step === 'addresses') {
          await reserve(work, place)
          making = undefined // it names addresses
        } else if (place.step === 'paragraphs') {
          writing ??= await findCatalogue(operator)
          await writeParagraphs(work, writing, place)
        } else if (place.step === 'pages') {
          making ??= await prepareMaking(work)
          if (!(await keepPages(making, place))) await makePages(making, place)
        } else await retire(work, place)
        return true
      }
    },
  })
}

/** Undefined for a run that has ended. */
async function findPlace(operator: Operator, runId: string): Promise<Place | undefined> {
  const run = await findRun(operator, runId, { latest: 1 })
  if (!run || hasEnded(run)) return undefined
  return run.results[0] ? readPlace(run.results[0]) : FIRST
}

const doPart = (
  runId: string,
  place: Place,
  work: (trx: Transaction) => Promise<{ size: number; next: Omit<Place, 'part'> }>,
): Promise<void> =>
  write((trx) =>
    doItem(trx, runId, {
      itemId: `${place.pass} ${place.step} ${place.part}`,
      async work() {
        const { size, next } = await work(trx)
        const part = next.step === place.step ? place.part + 1 : 0
        return { outcome: 'generated', size, result: { ...next, part } }
      },
    }),
  )

const reserve = ({ operator, runId, usesModel }: Work, place: Place) =>
  doPart(runId, place, async (trx) => {
    const count = await reserveAddresses(trx, operator, ROWS_AT_ONCE)
    if (count === ROWS_AT_ONCE) return { size: 0, next: place }
    return { size: 0, next: { ...place, step: usesModel && isAtStart(place) ? 'paragraphs' : 'pages' } }
  })

interface Work {
  operator: Operator
  runId: string
  onlyNew: boolean
  usesModel: boolean
}

interface Making extends Work {
  inputsHash: string
  findPlan: () => Promise<Plan>
}

async function prepareMaking(work: Work): Promise<Making> {
  const catalogue = await findCatalogue(work.operator)
  let plan: Promise<Plan> | undefined
  return {
    ...work,
    inputsHash: toInputsHash(catalogue),
    findPlan: () => (plan ??= planPages(catalogue)),
  }
}

/** Has a model write for a few pages; then, or where there are no more or it cannot, pages are made. */
async function writeParagraphs({ operator, runId }: Work, catalogue: Catalogue, place: Place): Promise<void> {
  const { asked, of } = place.paragraphs ?? { asked: 0, of: countUnwritten(catalogue) }
  const { pages, written, after, halted } = await writeSome(operator, catalogue, place.after)
  await doPart(runId, place, async (trx) => {
    const count = await saveWritten(trx, operator, written)
    const tally = { ...place.tally, written: (place.tally.written ?? 0) + count, halted }
    if (halted || written.length === 0)
      return { size: 0, next: { ...place, step: 'pages', after: '', tally } }
    return { size: 0, next: { ...place, after, tally, paragraphs: { asked: asked + pages, of } } }
  })
}

/** Leaves all pages as they are if nothing is different since a run that has looked at them all; tells whether it did. */
async function keepPages({ operator, runId, onlyNew, inputsHash }: Making, place: Place): Promise<boolean> {
  if (onlyNew || !isAtStart(place)) return false
  const result = await findLastResult(operator)
  const last = result === undefined ? undefined : readPlace(result)
  if (last?.inputsHash !== inputsHash) return false
  const pagesHash = await readAs(operator, (trx) => findPagesHash(trx, operator))
  if (last.pagesHash !== pagesHash) return false
  const { written, halted } = place.tally
  const tally = { ...last.tally, changed: 0, retired: 0, written, halted }
  await doPart(runId, place, () =>
    Promise.resolve({
      size: tally.generated,
      next: { ...place, step: 'done', tally, inputsHash, pagesHash },
    }),
  )
  return true
}

async function makePages(making: Making, place: Place): Promise<void> {
  const { operator, runId, onlyNew } = making
  const plan = await making.findPlan()
  const isFirst = place.pass === 1
  const inputsHash = toCommonHash(making, place)
  const changes: PageChanges = { fresh: [], changed: [] }
  let { after, tally } = place
  let size = 0
  // Where little changed, many pages are looked at for one transaction.
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
  const isOver = after === place.after
  await doPart(runId, place, async (trx) => {
    const { left } = await savePages(trx, operator, changes)
    tally = { ...tally, changed: tally.changed + countChanges(changes) - left }
    const next: Place = { ...place, after, tally, left: place.left + left, inputsHash }
    if (!isOver) return { size, next }
    if (next.left === 0 || place.pass === MOST_PASSES) return { size, next: { ...next, step: 'retire' } }
    return { size, next: { ...next, step: 'addresses', after: '', left: 0, pass: place.pass + 1 } }
  })
}

// Somebody may change cities or services between two parts of a run.
const toCommonHash = ({ onlyNew, inputsHash }: Making, place: Place) =>
  !onlyNew && (isAtStart(place) || place.inputsHash === inputsHash) ? inputsHash : undefined

const countChanges = ({ fresh, changed }: PageChanges) => fresh.length + changed.length

/** The pages behind a pair, each service with all of its cities; none behind the last. */
function nextPages({ catalogue: { services, cities }, pageAt }: Plan, after: string) {
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
  const place = cities.findIndex((city) => city.id > id)
  return place === -1 ? cities.length : place
}

const retire = ({ operator, runId, onlyNew }: Work, place: Place) =>
  doPart(runId, place, async (trx) => {
    const count = onlyNew ? 0 : await retirePages(trx, operator, ROWS_AT_ONCE)
    const tally = { ...place.tally, retired: place.tally.retired + count }
    if (count === ROWS_AT_ONCE) return { size: 0, next: { ...place, tally } }
    const pagesHash = place.inputsHash && (await findPagesHash(trx, operator))
    return { size: 0, next: { ...place, step: 'done', tally, pagesHash } }
  })
