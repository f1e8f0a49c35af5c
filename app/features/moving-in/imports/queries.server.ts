import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isSiteOwner } from '../../accounts/sign-in/queries.server.ts'
import { listTargetSites } from '../../delivery/target-sites/queries.server.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { hasEnded, type RunState } from '../../runs/runs.ts'
import {
  CHUNK_BYTES,
  type CurrentImport,
  type MovedPictures,
  MOST_PICTURES,
  PICTURES_PART,
  PICTURES_RUN,
  TAKE_BACK_RUN,
  type TakenBack,
  toAuthor,
} from './imports.ts'
import {
  countItems,
  listLeftOut,
  listLosses,
  listLossy,
  listRefused,
  listSamples,
  listUnplanned,
  listWithoutPath,
} from './found-items.server.ts'
import { listKept } from './kept-articles.server.ts'
import { findLostPictures } from './lost-pictures.server.ts'
import { readQuestion, sayProblem, sayReceipt } from './messages.ts'
import { findPictures } from './picture-addresses.ts'

const LINES = 200
const ARTICLES_AT_ONCE = 5 // other work has its turn in between

/**
 * Returns the import of an account with the items found in its file; undefined without one. Times are in the time zone of
 * its reader.
 */
export const findImport = (operator: Operator, timeZone: string): Promise<CurrentImport | undefined> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('imports')
      .leftJoin('runs', 'runs.id', 'runId')
      .select(['imports.id', 'fileName', 'imports.state', 'problem', 'asDrafts', 'runId'])
      .select(['runs.state as runState', 'kind', 'total', 'done', 'runs.counts'])
      .where(isOwn(operator, 'imports.userId'))
      .executeTakeFirst()
    if (!row || row.state === 'uploading') return undefined
    const { id, fileName, state, problem, asDrafts } = row
    return {
      id,
      fileName,
      state,
      problem: problem && sayProblem(problem),
      question: readQuestion(problem),
      asDrafts,
      run: toRun(row),
      counts: await countItems(trx, operator, id),
      refused: await listRefused(trx, id),
      leftOut: await listLeftOut(trx, id),
      losses: await listLosses(trx, id),
      lossy: await listLossy(trx, id, 'lost'),
      wordless: await listLossy(trx, id, 'lostWords'),
      lostPictures: await findLostPictures(trx, id),
      unplanned: asDrafts ? [] : await listUnplanned(trx, id),
      withoutPath: await listWithoutPath(trx, id),
      samples: await listSamples(trx, id, asDrafts ? undefined : timeZone),
      kept: await listKept(trx, operator, id),
      pictures: await findMoved(trx, row),
      takenBack: await findTakenBack(trx, row),
    }
  })

/** The content of the screen of an import. */
interface ImportScreen {
  /** True if the account owns the main site. */
  ownsSite: boolean
  current: CurrentImport | undefined
  /** The sites to choose from, while the choice is open. */
  sites: TargetSite[]
  /** The author of articles that name none. */
  author: string
}

/** Returns the screen of the account's import. */
export async function findImportScreen(operator: Operator, timeZone: string): Promise<ImportScreen> {
  const current = await findImport(operator, timeZone)
  return {
    ownsSite: await isSiteOwner(operator),
    current,
    sites: current?.state === 'read' ? await listTargetSites(operator) : [],
    author: toAuthor(operator),
  }
}

interface WithRun {
  runId: string | null
  runState: RunState | null
  kind: string | null
  total: number | null
  done: number | null
  counts: Record<string, number> | null
}

const toRun = ({ runId, runState, total, done }: WithRun) =>
  runId && runState ? { id: runId, state: runState, total: total ?? 0, done: done ?? 0 } : undefined

async function findMoved(
  trx: Transaction,
  { runId, runState, kind, counts }: WithRun,
): Promise<MovedPictures | undefined> {
  if (!runId || !runState || kind !== PICTURES_RUN) return undefined
  const rows = await trx
    .selectFrom('runItems')
    .select('result')
    .where('runId', '=', runId)
    .where(sql<boolean>`result ? 'address'`)
    .orderBy(sql`result ? 'path'`)
    .orderBy('version')
    .limit(LINES)
    .execute()
  const lines = rows.map(({ result }) => {
    const { address = '', path = null, problem = null } = sayReceipt(result)
    return { address, path, problem }
  })
  const { fetched = 0, left = 0 } = counts ?? {}
  return { isOver: hasEnded({ state: runState }), fetched, left, lines }
}

async function findTakenBack(
  trx: Transaction,
  { runId, runState, kind, counts }: WithRun,
): Promise<TakenBack | undefined> {
  if (!runId || !runState || kind !== TAKE_BACK_RUN) return undefined
  const part = await trx
    .selectFrom('runItems')
    .select(sql<number>`(result->>'removed')::int`.as('pictures'))
    .where('runId', '=', runId)
    .where('itemId', '=', PICTURES_PART)
    .executeTakeFirst()
  const { deleted = 0, restored = 0, kept = 0 } = counts ?? {}
  return { isOver: hasEnded({ state: runState }), deleted, restored, kept, pictures: part?.pictures ?? 0 }
}

/** Returns the import that a run works on, for its job; undefined if it is deleted or has another state. */
export const findWork = (runId: string, state: 'reading' | 'importing') =>
  db
    .selectFrom('imports')
    .select(['id', 'fileName', 'asDrafts'])
    .where('runId', '=', runId)
    .where('state', '=', state)
    .executeTakeFirst()

/** Returns bytes of an upload, piece by piece: `bytes` of them, after the first `from`. */
export async function* readUpload(
  importId: string,
  { from, bytes }: { from: number; bytes: number },
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < from + bytes;) {
    const start = at % CHUNK_BYTES
    const most = Math.min(CHUNK_BYTES - start, from + bytes - at)
    const row = await db
      .selectFrom('importChunks')
      .select(sql<Buffer>`substring(bytes from ${start + 1}::int for ${most}::int)`.as('piece'))
      .where('importId', '=', importId)
      .where('number', '=', Math.floor(at / CHUNK_BYTES))
      .executeTakeFirst()
    if (!row || row.piece.length === 0) return // the import was replaced in the meantime
    yield row.piece
    at += row.piece.length
  }
}

/** An imported article with its pictures of other hosts, as `findPictures` returns them. */
export interface IllustratedArticle {
  id: string
  pictures: Map<string, string | null>
}

/**
 * Lists the articles of an import that show pictures of other hosts, in the order of the file. Ends at the first picture
 * beyond MOST_PICTURES, which is in the list, so that the report names it.
 */
export async function listIllustrated(operator: Operator, importId: string): Promise<IllustratedArticle[]> {
  const ownHost = new URL(env.SITE_URL).host
  const articles: IllustratedArticle[] = []
  const keys = new Set<string>()
  for (let after: number | undefined = -1; after !== undefined;) {
    const rows = await readAs(operator, (trx) =>
      readIllustrated(trx, operator, { importId, after: after ?? 0 }),
    )
    for (const { id, ...texts } of rows) {
      const all = findPictures(texts, ownHost)
      const pictures = new Map([...all].filter(([key]) => keys.size <= MOST_PICTURES && keys.add(key)))
      if (pictures.size > 0) articles.push({ id, pictures })
    }
    if (keys.size > MOST_PICTURES) return articles
    after = rows.length < ARTICLES_AT_ONCE ? undefined : rows.at(-1)?.position
  }
  return articles
}

const readIllustrated = (
  trx: Transaction,
  operator: Operator,
  { importId, after }: { importId: string; after: number },
) =>
  trx
    .selectFrom('importRecords')
    .innerJoin('blogPosts', 'blogPosts.id', 'articleId')
    .select(['position', 'blogPosts.id', 'content', 'contentHtml', 'cover'])
    .where('importId', '=', importId)
    .where('position', '>', after)
    .where('outcome', 'in', ['created', 'updated'])
    .where(isOwn(operator, 'blogPosts.userId'))
    .where('deletionAskedAt', 'is', null)
    .where(sql<boolean>`(content_html like '%<img %' or cover like 'http%')`)
    .orderBy('position')
    .limit(ARTICLES_AT_ONCE)
    .execute()

/** Returns the number of pictures of other hosts that the articles of an import show. */
export async function countPicturesLeft(operator: Operator, importId: string): Promise<number> {
  const articles = await listIllustrated(operator, importId)
  return new Set(articles.flatMap(({ pictures }) => [...pictures.keys()])).size
}
