import type { BlogPost } from '../../../db/tables.ts'
import type { RevisionCause } from '../../../db/writing-tables.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { renderText } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { rewriteArticle } from '../../writing/publish/commands.server.ts'
import { lockOwnArticle, selectOwnArticle } from '../../writing/publish/queries.server.ts'

interface Rewriting {
  rewrite: <Text extends { content: string; cover: string | null }>(text: Text) => Text
  cause: RevisionCause
}

type Rewritten = Awaited<ReturnType<typeof rewriteArticle>>

/**
 * Renders an imported article as it will be. Returns the second half, which stores it in a transaction; it does nothing for
 * an article that takes too long to render. Undefined if the operator has no such article.
 */
export async function prepareRewriting(
  operator: Operator,
  id: string,
  { rewrite, cause }: Rewriting,
): Promise<((trx: Transaction) => Promise<Rewritten | undefined>) | undefined> {
  const early = await readAs(operator, (trx) => selectOwnArticle(trx, operator, id).executeTakeFirst())
  if (!early) return undefined
  const earlyRendered = await render(operator, rewrite(early))
  return async (trx) => {
    const article = await lockOwnArticle(trx, operator, id)
    if (!article) return undefined
    const isSame = article.content === early.content
    const rendered = isSame ? earlyRendered : await render(operator, rewrite(article))
    if (!rendered) return undefined
    // Readers keep the date of the file. A form that was opened before does not fit the article any more.
    const updatedAt = new Date(article.updatedAt.getTime() + 1)
    return rewriteArticle(trx, operator, { article, rewrite, rendered, cause, updatedAt, isUnnoticed: true })
  }
}

async function render(operator: Operator, article: BlogPost): Promise<RenderedMarkdown | undefined> {
  try {
    return await renderText(article, operator.id)
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}
