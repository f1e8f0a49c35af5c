import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { makePictureKeeper } from '../formats/commands.server.ts'
import { READ_LIMITS } from './imports.ts'
import { toSourceFiles } from './read-upload.server.ts'

/** Opens the pictures in the upload of an import, which its run keeps before the articles that show them. */
export async function openUploadPictures(operator: Operator, importId: string) {
  const row = await db.selectFrom('imports').select('files').where('id', '=', importId).executeTakeFirst()
  const upload = { name: '', files: row?.files ?? [] }
  return makePictureKeeper(operator, toSourceFiles(importId, upload), READ_LIMITS)
}
