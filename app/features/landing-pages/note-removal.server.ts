import type { Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { findPagesOrigin } from '../landing-domains/queries.server.ts'
import { noteChanges } from '../search-engines/commands.server.ts'
import { landingPagePath } from './landing-pages.ts'

const NOTED_AT_ONCE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Notes, in the transaction that deletes an account, that its landing pages on the main site are gone. At home on its own
 * domain they are not told of: nothing answers there any more, and search engines would not believe us.
 */
export async function notePagesRemoval(trx: Transaction, userId: string): Promise<void> {
  if ((await findPagesOrigin(trx, userId)) !== env.SITE_URL) return
  const page = { origin: env.SITE_URL, userId: null, change: 'removed', isInFeeds: false } as const
  let after: string | undefined = BEFORE_ALL
  while (after !== undefined) {
    const rows = await listListed(trx, userId, after)
    await noteChanges(
      trx,
      rows.map((row) => ({ ...page, path: landingPagePath(row) })),
    )
    after = rows.length === NOTED_AT_ONCE ? rows.at(-1)?.id : undefined
  }
}

const listListed = (trx: Transaction, userId: string, after: string) =>
  trx
    .selectFrom('generatedPages')
    .select(['id', 'slug'])
    .where('userId', '=', userId)
    .where('isPublished', '=', true)
    .where('isNoindex', '=', false)
    .where('id', '>', after)
    .orderBy('id')
    .limit(NOTED_AT_ONCE)
    .execute()
