import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fetchPicture } from '../../../connectors/pictures/fetch-picture.server.ts'
import { asAccount } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { decodePath } from '../../articles/articles.ts'
import { UPLOAD_LIMITS } from '../../articles/pictures/pictures.ts'
import { defineRun, executeItemOnce, recordItem } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { hasEnded } from '../../runs/runs.ts'
import { deliver } from '../../delivery/deliveries/commands.server.ts'
import { savePicture } from '../formats/commands.server.ts'
import { importInput, MOST_PICTURES, PICTURES_RUN, type PictureProblem } from './imports.ts'
import { sayReceipt } from './messages.ts'
import { replaceAddresses } from './picture-addresses.ts'
import { type IllustratedArticle, listIllustrated } from './queries.server.ts'
import { prepareRewriting } from './rewrite-imported.server.ts'

const HOSTS_AT_ONCE = 4
const ARTICLES_AT_ONCE = 10
const SILENT_AFTER = 3 // failures in a row without any response

// With the sites of the import: an article that is on another one was published since.
const picturesInput = z.object({ importId: z.uuid(), siteIds: importInput.shape.siteIds })

/** What a run needs of the receipt of a picture: its path here, if it does not stay where it is. */
const receipt = z.object({
  address: z.string(),
  path: z.string().optional(),
  isSilent: z.boolean().optional(),
})
type Receipt = z.output<typeof receipt>

/**
 * The run that fetches the pictures of imported articles from other hosts. Hosts take turns, and each is asked for one
 * picture at a time. Each picture has a receipt. An article is rewritten, in one transaction with its receipt, as soon
 * as all of its pictures have one. So a run that continues after a crash fetches nothing twice.
 */
export const picturesRun = defineRun({
  kind: PICTURES_RUN,
  input: picturesInput,
  right: 'organise',
  sayResult: sayReceipt,
  onError: 'retry', // only the database throws
  sideBySide: 2,
  async prepare({ id: runId, operator, input }) {
    const results = (await findRun(operator, runId))?.results ?? []
    const receipts = results.flatMap((result) => receipt.safeParse(result).data ?? [])
    const rewritten = new Set(results.map(({ articleId }) => articleId))
    const articles = await listIllustrated(operator, input.importId)
    const task = { runId, operator, ...toState(receipts) }
    let waiting = articles.filter(({ id }) => !rewritten.has(id))
    const left = listLeft(waiting, task)
    return async () => {
      const run = await findRun(operator, runId, { latest: 1 })
      if (!run || hasEnded(run)) return false
      const isReady = ({ pictures }: IllustratedArticle) =>
        [...pictures.keys()].every((key) => task.known.has(key))
      const ready = waiting.filter(isReady).slice(0, ARTICLES_AT_ONCE)
      waiting = waiting.filter((article) => !ready.includes(article))
      if (ready.length > 0) await Promise.all(ready.map((article) => rewriteOne(task, article)))
      else await fetchTurn(task, left)
      return waiting.length > 0
    }
  },
})

interface PictureTask {
  runId: string
  operator: Operator
  /** The paths of the pictures that have a receipt, by the standard form of the address; null for those that stay. */
  known: Map<string, string | null>
  /** The number of failures in a row without any response, by host. */
  silent: Map<string, number>
}

function toState(receipts: Receipt[]): Pick<PictureTask, 'known' | 'silent'> {
  const state = { known: new Map<string, string | null>(), silent: new Map<string, number>() }
  for (const one of receipts) note(state, one)
  return state
}

function note(
  { known, silent }: Pick<PictureTask, 'known' | 'silent'>,
  { address, path, isSilent }: Receipt,
): void {
  known.set(address, path ?? null)
  const { host } = new URL(address)
  silent.set(host, isSilent ? (silent.get(host) ?? 0) + 1 : 0)
}

interface Picture {
  /** The standard form of its address. */
  key: string
  /** The address as an article writes it; null if it cannot be replaced. */
  written: string | null
  host: string
  isTooMany: boolean
}

/** Lists the pictures without a receipt, in the order of the articles. The same picture of several articles counts once. */
function listLeft(articles: IllustratedArticle[], { known }: PictureTask): Picture[] {
  const all = new Map(articles.flatMap(({ pictures }) => [...pictures]))
  return [...all]
    .filter(([key]) => !known.has(key))
    .map(([key, written], index) => ({
      key,
      written,
      host: new URL(key).host,
      isTooMany: known.size + index >= MOST_PICTURES,
    }))
}

/** Fetches the next picture of some hosts, and stores the receipts. */
async function fetchTurn(task: PictureTask, left: Picture[]): Promise<void> {
  const turn = new Map<string, Picture>()
  for (const picture of left) {
    if (turn.size === HOSTS_AT_ONCE) break
    if (!turn.has(picture.host)) turn.set(picture.host, picture)
  }
  const fetched = await Promise.all([...turn.values()].map((picture) => fetchOne(task, picture)))
  for (const { picture, save } of fetched) {
    const outcome = await save()
    const one = { address: picture.key, ...outcome }
    await recordItem(task.runId, {
      itemId: createHash('sha256').update(picture.key).digest('base64url'),
      outcome: 'path' in outcome ? 'fetched' : 'left',
      result: one,
    })
    note(task, one)
    left.splice(left.indexOf(picture), 1)
  }
}

/** The path of a picture here, or the reason why it stays where it is. */
type Outcome = { path: string } | (PictureProblem & { isSilent?: boolean })

/** Fetches a picture. `save` of the result stores it, and returns its receipt. */
async function fetchOne(
  task: PictureTask,
  picture: Picture,
): Promise<{ picture: Picture; save: () => Promise<Outcome> }> {
  const { written, host, isTooMany, key } = picture
  const leave = (outcome: Outcome) => ({ picture, save: () => Promise.resolve(outcome) })
  if (isTooMany) return leave({ reason: 'too-many-pictures' })
  if (written === null) return leave({ reason: 'written-oddly' })
  if ((task.silent.get(host) ?? 0) >= SILENT_AFTER)
    return leave({ reason: 'host-silent', host, isSilent: true })
  const fetched = await fetchPicture(written, UPLOAD_LIMITS.bytes)
  if (!fetched.ok)
    return leave({ reason: 'not-fetched', detail: fetched.problem, isSilent: fetched.isSilent })
  return { picture, save: () => saveOne(task.operator, fetched.bytes, toFileName(key)) }
}

async function saveOne(operator: Operator, bytes: Buffer, name: string): Promise<Outcome> {
  const saved = await savePicture(operator, bytes, name)
  return saved.ok ? { path: saved.path } : { reason: saved.reason }
}

const toFileName = (address: string) => decodePath(new URL(address).pathname.split('/').at(-1) ?? '')

/** Rewrites the addresses of an article's pictures, and stores the receipt of the article. */
async function rewriteOne(task: PictureTask, { id, pictures }: IllustratedArticle): Promise<void> {
  const { runId, operator, known } = task
  const paths = new Map([...pictures.keys()].flatMap((key) => toPair(key, known.get(key))))
  if (paths.size === 0) return
  const rewriteIn = await prepareRewriting(operator, id, {
    rewrite: (text) => replaceAddresses(text, paths),
    cause: 'import-pictures',
  })
  if (!rewriteIn) return
  let deliveryIds: string[] = []
  await write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: id,
      async work() {
        const rewritten = await asAccount(trx, operator, () => rewriteIn(trx))
        deliveryIds = rewritten?.deliveryIds ?? []
        return { outcome: rewritten ? 'rewritten' : 'unchanged', size: 0, result: { articleId: id } }
      },
    }),
  )
  await Promise.all(deliveryIds.map((deliveryId) => deliver(deliveryId)))
}

const toPair = (key: string, path: string | null | undefined): [string, string][] =>
  path ? [[key, path]] : []
