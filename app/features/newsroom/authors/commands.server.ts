import { sql } from 'kysely'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { pageTag } from '../../articles/articles.ts'
import { parseProfile, type ProfileRefusal, type TypedProfile } from './authors.ts'
import { findAuthor } from './queries.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Saves the operator's profile of an author of own articles. The picture is the path of an upload, or null for none.
 * Returns the refusal, if any.
 */
export async function saveProfile(
  operator: Operator,
  name: string,
  { picture, ...typed }: TypedProfile & { picture: string | null },
): Promise<Refusal<ProfileRefusal> | undefined> {
  const parsed = parseProfile(typed)
  if (!parsed.ok) return parsed
  if ((await consumeRateLimits([{ name: 'save-profile', of: operator.id, most: 60, windowS: 60 }])) > 0)
    return refuse('too-often')
  if (!(await findAuthor(operator, name))) return refuse('author-unknown')
  const profile = { ...parsed.texts, picture, changedAt: sql<Date>`now()` }
  await writeAs(operator, async (trx) => {
    await trx
      .insertInto('authorProfiles')
      .values({ userId: operator.id, name, ...profile })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'name'])
          .doUpdateSet(profile)
          .where(isOwn(operator, 'authorProfiles.userId')),
      )
      .execute()
    const sites = trx.selectFrom('targetSites').select('id').where('kind', 'in', ['main', 'hosted'])
    const rows = await asInstallation(trx, () => sites.execute())
    const stale = rows.flatMap(({ id }) => [pageTag.author(id, name), pageTag.articlesBy(id, name)])
    await invalidatePages(trx, stale)
  })
  return undefined
}
