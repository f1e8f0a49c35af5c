import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Act } from '../../accounts/record/record.ts'
import { pageTagsOfArticle } from '../../articles/articles.ts'
import type { Focus, Upload } from '../../articles/pictures/pictures.ts'
import { findUsedPicture } from '../../articles/pictures/queries.server.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import type { Replacement, ReplaceRefusal } from './library.ts'
import { findReplacement, listTextIds } from './queries.server.ts'
import { replacementRun } from './work-on-replacement.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'
import { countOf } from '../../../shared/text.ts'

/**
 * Saves the focus of one of the operator's pictures, and invalidates the pages that show it as a cover. Returns false if
 * there is none that the person may change.
 */
export const savePictureFocus = (operator: Operator, id: string, focus: Focus | null): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    const saved = await trx
      .updateTable('uploads')
      .set({ focus })
      .where(isOwn(operator, 'userId'))
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!saved) return false
    // Copies on hosted sites, and articles of other accounts, show it too.
    await asInstallation(trx, () => moveCovers(trx, id, focus))
    return true
  })

async function moveCovers(trx: Transaction, id: string, focus: Focus | null): Promise<void> {
  const users = sql`(select owner_id from picture_uses where upload_id = ${id} and place = 'article')`
  const moved = await trx
    .updateTable('blogPosts')
    .set({ imageFocus: focus })
    .where(sql<boolean>`(id in ${users} or origin_id in ${users})`)
    .where(sql<boolean>`starts_with(image_url, ${`/uploads/${id}-`})`)
    .returning(['id', 'siteId', 'tags', 'author'])
    .execute()
  await invalidatePages(trx, moved.flatMap(pageTagsOfArticle))
}

type Started = { ok: true; runId: string; to: Upload } | Refusal<ReplaceRefusal>

/**
 * Replaces one of the operator's pictures by another one in all articles and drafts of the account, as a run. This call
 * works on it for 20 s at most; jobs do the rest. A new picture without words gets those of the old one.
 */
export async function replaceEverywhere(operator: Operator, id: string, toId: string): Promise<Started> {
  requireRight(operator, 'organise')
  const [from, to] = [await findUsedPicture(operator, id), await findUsedPicture(operator, toId)]
  if (!from || !to) return refuse('unknown')
  if (id === toId) return refuse('same-picture')
  const { alt, caption } = from
  await writeAs(operator, (trx) =>
    trx
      .updateTable('uploads')
      .set({ alt, caption })
      .where(isOwn(operator, 'userId'))
      .where('id', '=', toId)
      .where('alt', '=', '')
      .where('caption', '=', '')
      .execute(),
  )
  const ids = await listTextIds(operator, id)
  return start(operator, { from: toUpload(from), to: toUpload(to), ids, leftOut: [], isUndo: false })
}

const toUpload = ({ id, width, height }: Upload): Upload => ({ id, width, height })

/**
 * Restores the old picture of a replacement in the texts that it changed. Texts that showed both pictures before stay
 * as they are.
 */
export async function undoReplacement(operator: Operator, runId: string): Promise<Started> {
  const done = await findReplacement(operator, runId)
  if (!done || done.input.isUndo) return refuse('unknown')
  const { from, to } = done.input
  if (!(await findUsedPicture(operator, from.id))) return { ok: false, reason: 'unknown' } // deleted since
  const { changed: ids, leftOut } = done
  return start(operator, { from: to, to: from, ids, leftOut, isUndo: true })
}

async function start(operator: Operator, input: Replacement): Promise<Started> {
  const total = input.ids.length
  const act = input.isUndo ? 'picture-put-back' : 'picture-replaced'
  const line: [Act, string] = [act, countOf(total, 'text', 'texts')]
  const runId = await replacementRun.start(operator, { input, total, delayS: TAKEOVER_S, line })
  if (runId === undefined) return refuse('under-way')
  await withinCallLimit(replacementRun.work(runId))
  return { ok: true, runId, to: input.to }
}

// The request makes the first attempts. The job continues after a crash.
const TAKEOVER_S = 30
