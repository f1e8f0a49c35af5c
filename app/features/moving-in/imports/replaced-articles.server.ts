import { sql } from 'kysely'
import { z } from 'zod'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { pick } from '../../../shared/pick.ts'
import { renderText, toTextColumns, updateArticle } from '../../articles/commands.server.ts'
import { type ArticleText, FIELD_NAMES } from '../../articles/fields/fields.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import { orderDeliveries, orderRemoval } from '../../delivery/deliveries/commands.server.ts'
import { listOrdered } from '../../delivery/deliveries/queries.server.ts'
import type { Imported } from '../formats/commands.server.ts'

const moment = z.coerce.date().nullable()

const replacedArticle = z.object({
  text: z.custom<ArticleText>((value) => typeof value === 'object' && value !== null),
  lang: z.string().nullable(),
  importKey: z.string().nullable(),
  importHash: z.string().nullable(),
  publishedAt: moment,
  updatedAt: z.coerce.date(),
  deletionAskedAt: moment,
  /** The old paths that lead to it since the import. */
  redirects: z.array(z.string()),
  /** The number of its newest revision after the import, and its date of publication then. */
  after: z.object({ revision: z.number(), publishedAt: z.string().nullable() }),
})
/** An article as it was before an import changed it. */
export type ReplacedArticle = z.output<typeof replacedArticle>

/** Reads what a row stores of an article before its import; undefined if it stores nothing. */
export const readReplaced = (stored: unknown): ReplacedArticle | undefined =>
  replacedArticle.safeParse(stored).data

const KEPT = ['lang', 'importKey', 'importHash', 'publishedAt', 'updatedAt', 'deletionAskedAt'] as const

/** Returns what updated articles were before their import, as their rows have it, by their ids. */
export async function noteReplaced(trx: Transaction, imported: Imported[]): Promise<Map<string, string>> {
  const updated = imported.flatMap(({ articleId, before }) => (before ? [{ articleId, before }] : []))
  if (updated.length === 0) return new Map()
  // A Date would lose its microseconds.
  const { rows } = await sql<{ id: string; revision: number; publishedAt: string | null }>`
    select id, to_jsonb(published_at) as published_at, coalesce((
      select max(number) from revisions where article_id = blog_posts.id and site_id is null), 0)::int as revision
    from blog_posts where id = any(${updated.map(({ articleId }) => articleId)}::uuid[])
  `.execute(trx)
  const byId = new Map(rows.map(({ id, ...after }) => [id, after]))
  return new Map(
    updated.map(({ articleId, before: { article, redirects } }) => [
      articleId,
      JSON.stringify({
        text: pick(article, FIELD_NAMES),
        ...pick(article, KEPT),
        redirects,
        after: byId.get(articleId),
      }),
    ]),
  )
}

/** Renders the text that an article had before its import. Throws DeadlineError. */
export const renderReplaced = ({ text, lang }: ReplacedArticle, accountId: string) =>
  renderText({ ...text, lang }, accountId)

/**
 * Gives a locked article back what it was before its import, in the caller's transaction. Returns the deliveries to make.
 */
export async function restoreReplaced(
  trx: Transaction,
  article: BlogPost,
  { text, redirects, after: _, ...kept }: ReplacedArticle & { rendered: RenderedMarkdown },
): Promise<string[]> {
  const { rendered, ...columns } = kept
  const restored = await updateArticle(trx, article, {
    ...toTextColumns(text, rendered),
    ...columns,
    cause: 'import',
    isUnnoticed: true,
  })
  if (redirects.length > 0)
    await trx
      .deleteFrom('redirects')
      .where('articleId', '=', article.id)
      .where('path', 'in', redirects)
      .execute()
  if (!restored.publishedAt) {
    const removed = await orderRemoval(trx, { articleId: article.id, forGood: kept.deletionAskedAt !== null })
    return removed.map(({ id }) => id)
  }
  const ordered = await listOrdered(trx, [article.id])
  const wantedHash = toWantedHash(restored)
  const orders = ordered.filter(({ siteId, isWanted }) => isWanted && siteId !== MAIN_SITE_ID)
  return orderDeliveries(
    trx,
    orders.map(({ articleId, siteId, varies }) => ({ articleId, siteId, varies, wantedHash })),
  )
}
