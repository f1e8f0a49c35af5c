import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { findPagesOrigin } from '../domains/queries.server.ts'
import { recordPageChanges } from '../../../platform/page-changes.server.ts'
import { landingPagePath } from './landing-pages.ts'

const NOTED_AT_ONCE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Records for search engines the removal of an account's landing pages on the main site. Runs in the transaction that
 * deletes the account. Pages on its own domain are not recorded. This installation does not answer there any more, so
 * search engines could not verify it.
 */
export async function recordPagesRemoval(trx: Transaction, userId: string): Promise<void> {
  if ((await findPagesOrigin(trx, userId)) !== env.SITE_URL) return
  const page = { origin: env.SITE_URL, userId: null, change: 'removed', isInFeeds: false } as const
  let after: string | undefined = BEFORE_ALL
  while (after !== undefined) {
    const rows = await listListed(trx, userId, after)
    await recordPageChanges(
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
