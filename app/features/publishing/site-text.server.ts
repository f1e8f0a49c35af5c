import type { BlogPost } from '../../db/tables.ts'
import { db } from '../../platform/database.server.ts'
import { hashText, renderText } from '../articles/commands.server.ts'
import { ensureVariation } from '../variations/commands.server.ts'

/** An article in the words that were written for a site; as it is, where that could not be done. */
export async function toText<A extends BlogPost>(article: A, siteId: string): Promise<A> {
  const operator = article.userId === null ? undefined : await findOperator(article.userId)
  if (!operator) return article
  const order = { articleId: article.id, siteId, sourceHash: hashText(article) }
  const outcome = await ensureVariation(operator, order)
  if (!outcome?.ok) return article
  const { title, content, metaDescription } = outcome.variation
  const { html, toc, excerpt, readingMinutes } = await renderText(
    { content, canonicalUrl: article.canonicalUrl },
    operator.id,
  )
  return { ...article, title, content, metaDescription, contentHtml: html, toc, excerpt, readingMinutes }
}

const findOperator = (id: string) =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirst()
