import { sql } from 'kysely'
import { db, type Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { parseUploadName, uploadPath } from './uploads.ts'

/** A stored picture in the size that the name of its file says, whoever asks; undefined for a name that names none. */
export async function findPicture(name: string): Promise<{ id: string; bytes: Buffer } | undefined> {
  const named = parseUploadName(name)
  if (!named) return undefined
  const { id, width, height } = named
  const row = await db
    .selectFrom('uploadVariants')
    .select('bytes')
    .where('uploadId', '=', id)
    .where('width', '=', width)
    .where('height', '=', height)
    .executeTakeFirst()
  return row && { id, bytes: row.bytes }
}

/** How much room the operator's pictures take: how many there are, and their bytes in all sizes together. */
export const findRoomTaken = (operator: Operator): Promise<{ pictures: number; bytes: number }> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('uploads')
      .select([
        sql<number>`count(*)::int`.as('pictures'),
        sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'), // up to 2^53
      ])
      .where(isOwn(operator, 'userId'))
      .executeTakeFirstOrThrow(),
  )

/** Where the operator's pictures are, in their largest size, the oldest first. */
export async function listUploadPaths(trx: Transaction, operator: Operator): Promise<string[]> {
  const rows = await trx
    .selectFrom('uploads')
    .select(['id', 'width', 'height'])
    .where(isOwn(operator, 'userId'))
    .orderBy('id')
    .execute()
  return rows.map(({ id, ...size }) => uploadPath(id, size))
}
