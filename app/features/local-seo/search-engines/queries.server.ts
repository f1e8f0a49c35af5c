import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { toPageRange } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { readIndexNowKey } from './key-file.server.ts'
import { toReadiness } from '../../../platform/page-changes.server.ts'
import { type Engine, ENGINES } from '../../../platform/page-changes.ts'
import type { EngineState, NoticesScreen, Receipt } from './search-engines.ts'

const SHOWN_PAGES = 20
const RECEIPTS_A_PAGE = 20

/** Returns the text of the key file for its path, on every site; undefined for any other path. */
export const findKeyFile = (path: string): string | undefined =>
  path === `/${readIndexNowKey()}.txt` ? readIndexNowKey() : undefined

/** Returns the data of the account's notices screen: the engines, the pages that wait, and a page of answers. */
export const findNotices = (operator: Operator, page: number): Promise<NoticesScreen> =>
  readAs(operator, async (trx) => {
    const engines: EngineState[] = []
    for (const engine of ENGINES) engines.push(await findEngine(trx, operator, engine))
    return {
      engines,
      waiting: await listWaiting(trx, operator),
      history: await listHistory(trx, operator, page),
      siteUrl: env.SITE_URL,
    }
  })

const count = () => sql<number>`count(*)::int`

const selectWaiting = (trx: Transaction, operator: Operator) =>
  trx.selectFrom('pageChanges').where(isOwn(operator, 'userId'))

const selectReceipts = (trx: Transaction, operator: Operator) =>
  trx.selectFrom('noticeReceipts').where(isOwn(operator, 'userId'))

async function findEngine(trx: Transaction, operator: Operator, engine: Engine): Promise<EngineState> {
  const { waiting } = await selectWaiting(trx, operator)
    .where(sql<boolean>`${engine} = any(waiting_for)`)
    .select(count().as('waiting'))
    .executeTakeFirstOrThrow()
  const last = await selectReceipts(trx, operator)
    .select(RECEIPT)
    .where('engine', '=', engine)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lock = await trx
    .selectFrom('noticeTurns')
    .select('pausedUntil')
    .where('engine', '=', engine)
    .where('origin', '=', env.SITE_URL)
    .where('pausedUntil', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return {
    engine,
    state: toReadiness(engine, env.SITE_URL),
    waiting,
    pausedUntil: lock?.pausedUntil ?? null,
    last: last && toReceipt(last),
  }
}

async function listWaiting(trx: Transaction, operator: Operator): Promise<NoticesScreen['waiting']> {
  const own = selectWaiting(trx, operator)
  const { total } = await own.select(count().as('total')).executeTakeFirstOrThrow()
  const pages = await own
    .select(['id', 'url', 'change', 'changedAt'])
    .orderBy('changedAt')
    .orderBy('id')
    .limit(SHOWN_PAGES)
    .execute()
  return { pages, total }
}

async function listHistory(
  trx: Transaction,
  operator: Operator,
  wanted: number,
): Promise<NoticesScreen['history']> {
  const own = selectReceipts(trx, operator)
  const { total } = await own.select(count().as('total')).executeTakeFirstOrThrow()
  const { page, pageCount } = toPageRange(total, wanted, RECEIPTS_A_PAGE)
  const rows = await own
    .select(RECEIPT)
    .orderBy('id', 'desc')
    .limit(RECEIPTS_A_PAGE)
    .offset((page - 1) * RECEIPTS_A_PAGE)
    .execute()
  return { receipts: rows.map(toReceipt), total, page, pageCount }
}

const RECEIPT = [
  'id',
  'engine',
  'origin',
  'addresses',
  'examples',
  'status',
  'outcome',
  'detail',
  'createdAt',
] as const

// Only this feature writes the column `engine`.
const toReceipt = (row: Omit<Receipt, 'engine'> & { engine: string }): Receipt => ({
  ...row,
  engine: row.engine as Engine,
})
