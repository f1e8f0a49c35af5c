import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs, writeAs } from '../../platform/own-rows.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { createTurns } from '../../platform/turns.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { encodePicture, type Variant } from './encode-picture.server.ts'
import { findRoomTaken } from './queries.server.ts'
import { type Upload, UPLOAD_LIMITS, type UploadRefusal } from './uploads.ts'

const takeTurn = remember('uploads under way', createTurns)
const encodeInTurn = pLimit(1) // an unpacked picture takes up to 200 MB

/**
 * Stores a picture of the operator's in every size that it is shown in, and forgets the file that it came as. The same
 * file again is the same picture. `read` gives the file; it is called only once it is the account's turn.
 */
export async function saveUpload(
  operator: Operator,
  read: () => Promise<Uint8Array>,
): Promise<{ ok: true; upload: Upload } | { ok: false; reason: UploadRefusal }> {
  const saved = await takeTurn(operator, async () => saveFile(operator, Buffer.from(await read())))
  return saved ?? { ok: false, reason: 'one-at-a-time' }
}

type Saved = Awaited<ReturnType<typeof saveUpload>>

async function saveFile(operator: Operator, file: Buffer): Promise<Saved> {
  if (file.length === 0) return { ok: false, reason: 'empty' }
  if (file.length > UPLOAD_LIMITS.bytes) return { ok: false, reason: 'too-large' }
  const hash = createHash('sha256').update(file).digest('base64url')
  const same = await readAs(operator, (trx) => findSame(trx, operator, hash))
  if (same) return { ok: true, upload: same }
  const taken = await findRoomTaken(operator)
  if (taken.pictures >= UPLOAD_LIMITS.accountPictures || taken.bytes >= UPLOAD_LIMITS.accountBytes)
    return { ok: false, reason: 'no-room' }
  const encoded = await encodeInTurn(() => encodePicture(file))
  return encoded.ok ? { ok: true, upload: await store(operator, hash, encoded.variants) } : encoded
}

const findSame = (trx: Transaction, operator: Operator, hash: string) =>
  trx
    .selectFrom('uploads')
    .select(['id', 'width', 'height'])
    .where(isOwn(operator, 'userId'))
    .where('hash', '=', hash)
    .executeTakeFirst()

function store(operator: Operator, hash: string, variants: Variant[]): Promise<Upload> {
  const largest = variants.at(-1) ?? { width: 1, height: 1 }
  const row = { id: uuidv7(), width: largest.width, height: largest.height }
  const bytes = variants.reduce((sum, variant) => sum + variant.bytes.length, 0)
  return writeAs(operator, async (trx) => {
    const added = await trx
      .insertInto('uploads')
      .values({ ...row, userId: operator.id, hash, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // Another process may have stored the same file meanwhile: then it is that one.
    if (added.numInsertedOrUpdatedRows === 0n) return (await findSame(trx, operator, hash)) ?? row
    await trx
      .insertInto('uploadVariants')
      .values(variants.map((variant) => ({ ...variant, uploadId: row.id })))
      .execute()
    return row
  })
}
