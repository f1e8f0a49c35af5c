import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { CAUSES_OF_MANY } from './revisions.ts'

/** Selects the writer of the newest state of an article or a draft. A change of many texts is not writing. */
export const selectWriter = (trx: Transaction, operator: Operator, articleId: string) =>
  trx
    .selectFrom('revisions')
    .select(sql<string | null>`coalesce(written_by, made_by)`.as('writer'))
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('cause', 'not in', CAUSES_OF_MANY)
    .orderBy('number', 'desc')
    .limit(1)

/**
 * Returns the person who wrote the text that an article has now; null for a deleted person, undefined if nobody is known. A
 * text that is only saved beside the article is another one.
 */
export async function findLastWriter(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<string | null | undefined> {
  const row = await selectWriter(trx, operator, articleId).where('hash', 'is not', null).executeTakeFirst()
  return row ? row.writer : findImporter(trx, operator, articleId)
}

// The text of an import has no state before its first change.
async function findImporter(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<string | undefined> {
  const article = await trx
    .selectFrom('blogPosts')
    .select('begunBy')
    .where('id', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .where(
      sql<boolean>`not exists (select from revisions where article_id = blog_posts.id and site_id is null)`,
    )
    .executeTakeFirst()
  return article?.begunBy ?? undefined
}
