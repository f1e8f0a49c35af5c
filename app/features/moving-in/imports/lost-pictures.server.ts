import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isWaiting, toArticleId } from './found-items.server.ts'
import { type LostPictures, SHOWN } from './imports.ts'
import { sayLostPicture } from './messages.ts'

// As the reader of files and the run store them.
const lostPictures = z.array(z.object({ address: z.string(), reason: z.string() })).catch([])

/** Returns the articles of an import with the pictures that do not come in, or did not. */
export async function findLostPictures(trx: Transaction, importId: string): Promise<LostPictures> {
  const articles = trx
    .selectFrom('importRecords')
    .where('importId', '=', importId)
    .where('lostPictures', 'is not', null)
    .where('found', 'in', ['new', 'changed'])
    .where(sql<boolean>`outcome is distinct from 'refused'`)
  const { count } = await articles.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const rows = await articles
    .select(['position', 'title', 'lostPictures'])
    .select([toArticleId.as('articleId'), isWaiting.as('isWaiting')])
    .orderBy('position')
    .limit(SHOWN)
    .execute()
  const shown = rows.map(({ lostPictures: stored, ...article }) => ({
    ...article,
    pictures: lostPictures
      .parse(stored)
      .map(({ address, reason }) => ({ address, problem: sayLostPicture(reason) })),
  }))
  return { count, articles: shown }
}
