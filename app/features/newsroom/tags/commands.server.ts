import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { toName } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { pageTag, toTagKey } from '../../articles/articles.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import { followTag } from '../../delivery/faces/commands.server.ts'
import type { ChangeRefusal, ChangeSummary } from '../board/board.ts'
import { changeMany } from '../board/commands.server.ts'
import { findTag, listToRename } from './queries.server.ts'
import { DESCRIPTION_LIMIT, type Tag, type TagRefusal, type TypedTag } from './tags.ts'
import { refuse } from '../../../shared/refusal.ts'

/**
 * Saves the name and the description of a tag. A new name is given to all own articles with the tag, by a run that can
 * be undone. The name of another tag merges the two, if `typed` says so. Returns the summary of that run, or the reason
 * why it was not started; `undefined` if the name stays. A refusal because of another tag names that tag.
 */
export async function saveTag(
  operator: Operator,
  key: string,
  typed: TypedTag,
): Promise<{ ok: true; renamed: ChangeSummary | ChangeRefusal | undefined } | TagRefusal> {
  const to = toName(typed.name, Infinity)
  const description = typed.description.trim()
  if (!isTagName(to)) return refuse('tag-wrong')
  if (description.length > DESCRIPTION_LIMIT) return refuse('description-long')
  if ((await consumeRateLimits([{ name: 'save-tag', of: operator.id, most: 60, windowS: 60 }])) > 0)
    return refuse('too-often')
  const tag = await findTag(operator, key)
  if (!tag) return refuse('tag-unknown')
  const taken = [tag.key, typed.mergeWith].includes(toTagKey(to))
    ? undefined
    : await findTag(operator, toTagKey(to))
  if (taken) return refuse('tag-taken', { taken })
  await writeAs(operator, (trx) => describe(trx, operator, { tag, to, description }))
  if (to === tag.name) return { ok: true, renamed: undefined }
  // All spellings of the tag get the new name, and so do those of a tag that it is merged with.
  const ids = await listToRename(operator, [key, toTagKey(to)], to)
  const change = { kind: 'rename-tag', tag: tag.name, to, newRunId: typed.newRunId } as const
  return { ok: true, renamed: await changeMany(operator, ids, change) }
}

const isTagName = (name: string) => name !== '' && name.length <= FIELDS.tags.limit && !name.includes(',')

/**
 * Stores the description under the key of the new name, which may have a description already. Stores the new key as the
 * target of the old one. The page of the old tag ignores the target while articles have that tag, also after an undo. The
 * categories of own sites get the new name.
 */
async function describe(
  trx: Transaction,
  operator: Operator,
  { tag, to, description }: { tag: Tag; to: string; description: string },
): Promise<void> {
  const newKey = toTagKey(to)
  const isMoved = newKey !== tag.key
  const kept = isMoved
    ? sql`coalesce(nullif(tags.description, ''), excluded.description)`
    : sql`excluded.description`
  if (description !== '' || !isMoved)
    await sql`
      insert into tags (user_id, tag_key, description) values (${operator.id}, ${newKey}, ${description})
      on conflict (user_id, tag_key) do update set description = ${kept}, changed_at = now()
    `.execute(trx)
  if (isMoved) {
    await sql`
      insert into tags (user_id, tag_key, moved_to) values (${operator.id}, ${tag.key}, ${newKey})
      on conflict (user_id, tag_key) do update set moved_to = excluded.moved_to, changed_at = now()
    `.execute(trx)
    await followTag(trx, operator, { from: tag.key, to: newKey })
  }
  const sites = trx.selectFrom('targetSites').select('id').where('kind', 'in', ['main', 'hosted'])
  const rows = await asInstallation(trx, () => sites.execute())
  // The empty list of a category may lead to the new name now.
  const toStale = ({ id }: { id: string }) => [
    pageTag.category(id, newKey),
    ...(isMoved ? [pageTag.list(id)] : []),
  ]
  await invalidatePages(trx, rows.flatMap(toStale))
}
