import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findPictureType } from '../../articles/pictures/pictures.ts'
import { makePictureReader, showPictures } from '../formats/commands.server.ts'
import type { ImportRecord } from '../formats/formats.ts'
import { FOUND_PICTURE_PATH, READ_LIMITS } from './imports.ts'
import { toSourceFiles } from './read-upload.server.ts'

type FoundPicture = NonNullable<ImportRecord['pictures']>[number]

/** Returns a picture of the operator's file with its media type; undefined for another file, and once it is imported. */
export async function readFoundPicture(operator: Operator, picture: Omit<FoundPicture, 'address'>) {
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('imports')
      .select(['id', 'files'])
      .where(isOwn(operator, 'userId'))
      .where('state', 'in', ['read', 'stopped'])
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const files = toSourceFiles(row.id, { name: '', files: row.files })
  const read = await makePictureReader(files, READ_LIMITS)(picture)
  const type = read.ok ? findPictureType(read.bytes) : undefined
  return read.ok && type ? { bytes: read.bytes, type } : undefined
}

/** Returns a text that shows the pictures of its file, for a preview. */
export const showFoundPictures = (record: ImportRecord): string =>
  showPictures(record, ({ path, archive }) => {
    const query = archive ? `?archive=${encodeURIComponent(archive)}` : ''
    return FOUND_PICTURE_PATH + path.split('/').map(encodeURIComponent).join('/') + query
  })
