import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import {
  asInstallation,
  isOwn,
  notAllowed,
  readAs,
  writeAs,
  requireRight,
} from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createOneAtATime } from '../../../platform/concurrency-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { encodePicture, type Variant } from './encode-picture.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { toName } from '../../../shared/text.ts'
import { findRoomTaken, isUnused, selectUnused } from './queries.server.ts'
import {
  type PictureRefusal,
  type PictureWords,
  toPictureTag,
  type Upload,
  UPLOAD_LIMITS,
  type UploadRefusal,
} from './pictures.ts'

const runAlone = singleton('uploads under way', createOneAtATime)
const encodeOneAtATime = pLimit(1) // an unpacked picture needs up to 200 MB

/**
 * Stores a picture of the operator in all its sizes; the uploaded file itself is not kept. The same file again returns
 * the same picture. `read` returns the file; it is not called while another upload of the account is running. `name` is
 * the name of the file.
 */
export async function saveUpload(
  operator: Operator,
  read: () => Promise<Uint8Array>,
  name = '',
): Promise<{ ok: true; upload: Upload } | Refusal<UploadRefusal>> {
  const saved = await runAlone(operator, async () => saveFile(operator, Buffer.from(await read()), name))
  return saved ?? refuse('one-at-a-time')
}

type Saved = Awaited<ReturnType<typeof saveUpload>>

async function saveFile(operator: Operator, file: Buffer, typedName: string): Promise<Saved> {
  if (file.length === 0) return refuse('empty')
  if (file.length > UPLOAD_LIMITS.bytes) return refuse('too-large')
  const hash = createHash('sha256').update(file).digest('base64url')
  const known = await readAs(operator, (trx) => findByHash(trx, operator, hash))
  if (known) return { ok: true, upload: known }
  const taken = await findRoomTaken(operator)
  if (taken.pictures >= UPLOAD_LIMITS.accountPictures || taken.bytes >= UPLOAD_LIMITS.accountBytes)
    return refuse('no-room')
  const encoded = await encodeOneAtATime(() => encodePicture(file))
  if (!encoded.ok) return encoded
  const name = toName(typedName, NAME_LIMIT)
  return { ok: true, upload: await insertUpload(operator, { hash, name }, encoded.variants) }
}

const findByHash = (trx: Transaction, operator: Operator, hash: string) =>
  trx
    .selectFrom('uploads')
    .select(['id', 'width', 'height'])
    .where(isOwn(operator, 'userId'))
    .where('hash', '=', hash)
    .executeTakeFirst()

const NAME_LIMIT = 200

function insertUpload(
  operator: Operator,
  { hash, name }: { hash: string; name: string },
  variants: Variant[],
): Promise<Upload> {
  const largest = variants.at(-1) ?? { width: 1, height: 1 }
  const row = { id: uuidv7(), width: largest.width, height: largest.height }
  const bytes = variants.reduce((sum, variant) => sum + variant.bytes.length, 0)
  return writeAs(operator, async (trx) => {
    const added = await trx
      .insertInto('uploads')
      .values({ ...row, userId: operator.id, hash, name, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // Another process may have stored the same file in the meantime, or a person of other sites before. Then that picture
    // is returned: who has the file may show it.
    if (added.numInsertedOrUpdatedRows === 0n)
      return (await asInstallation(trx, () => findByHash(trx, operator, hash))) ?? row
    await trx
      .insertInto('uploadVariants')
      .values(variants.map((variant) => ({ ...variant, uploadId: row.id })))
      .execute()
    return row
  })
}

/**
 * Saves the words of one of the operator's pictures. Returns false if there is none that the person may change. Texts that
 * show it keep their own words.
 */
export const savePictureWords = (operator: Operator, id: string, words: PictureWords): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    const saved = await trx
      .updateTable('uploads')
      .set(words)
      .where(isOwn(operator, 'userId'))
      .where('id', '=', id)
      .executeTakeFirst()
    return saved.numUpdatedRows > 0n
  })

/**
 * Deletes one of the operator's pictures that the account does not use. Returns a refusal, if any. Uses of other accounts
 * do not hold it: anybody could name its address.
 */
export const removePicture = (operator: Operator, id: string): Promise<Refusal<PictureRefusal> | undefined> =>
  writeAs(operator, async (trx) => {
    const own = await trx
      .selectFrom('uploads')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!own) return refuse('gone')
    const unused = trx.selectFrom('uploads').select('id').where('id', '=', id).where(isUnused)
    // A text that the person does not reach may use it, too.
    if (!(await asInstallation(trx, () => unused.executeTakeFirst()))) return refuse('in-use')
    if ((await deleteUploads(trx, operator, [id])) === 0) throw notAllowed() // another person added it
    return undefined
  })

/** Deletes all of the operator's pictures that are not used and are older than a day. Returns their number. */
export const removeUnused = (operator: Operator): Promise<number> =>
  writeAs(operator, async (trx) => {
    requireRight(operator, 'organise')
    const unused = await selectUnused(trx, operator).select('id').execute()
    return unused.length === 0
      ? 0
      : deleteUploads(
          trx,
          operator,
          unused.map(({ id }) => id),
        )
  })

async function deleteUploads(trx: Transaction, operator: Operator, ids: string[]): Promise<number> {
  const removed = await trx
    .deleteFrom('uploads')
    .where('id', 'in', ids)
    .where(isOwn(operator, 'userId'))
    .where(isUnused)
    .returning('id')
    .execute()
  await invalidatePages(
    trx,
    removed.map(({ id }) => toPictureTag(id)),
  )
  return removed.length
}

/** Saves the setting that the operator's articles are only published if each image has a text alternative. */
export const saveAltRule = async (operator: Operator, isOn: boolean): Promise<void> => {
  requireRight(operator, 'organise')
  await writeAs(operator, async (trx) => {
    await trx.updateTable('users').set({ requiresAlt: isOn }).where(isOwn(operator, 'id')).execute()
    await note(trx, operator, ['rule-saved', isOn ? 'on' : 'off'])
  })
}
