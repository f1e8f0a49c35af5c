import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asAccount } from '../../../platform/own-rows.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { renderText } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { type LinkableArticle, removeLinks } from '../insertion/insertion.ts'
import { insertBacklinks } from '../insertion/commands.server.ts'
import { replaceContent } from '../../writing/publish/commands.server.ts'
import { type PostRefusal, type PostResult, toLinkInPlace } from './fixer.ts'
import { findPost, type Post } from './queries.server.ts'

/** A planned change of a post, and the result that the run then reports. */
export interface PostChange {
  result: PostResult
  /** The new text, and the version of the post that it was made from. Without it the post stays unchanged. */
  text?: { version: string; content: string; rendered: RenderedMarkdown }
  /** The id of the run whose links the change removes. */
  undoes?: string
}

/** Plans the links of a post. A post that has enough links is skipped. Stores nothing. */
export async function prepareFix(
  operator: Operator,
  post: Post,
  options: { articles: LinkableArticle[]; usesModel: boolean },
): Promise<PostChange> {
  const { id, title } = post
  const inserted = await insertBacklinks(operator, post, options)
  if (!inserted.ok)
    return inserted.reason === 'has-enough'
      ? { result: { id, title, status: 'skipped', existingBacklinks: inserted.existing } }
      : toFailure(post, inserted.reason)
  const { plan, existing, content, chosenBy, rendered } = inserted
  const links = plan.map((link) => toLinkInPlace(post.content, link))
  const totals = { backlinksAdded: plan.length, totalBacklinks: existing + plan.length }
  return {
    result: { id, title, status: 'success', ...totals, links, chosenBy },
    text: { version: post.version, content, rendered },
  }
}

/**
 * Plans to remove the links that a run inserted into a post. It refuses a text that was changed since, anywhere up to
 * its last link. Stores nothing.
 */
export async function prepareUndo(
  operator: Operator,
  undoes: string,
  { id, title, links = [] }: PostResult,
): Promise<PostChange> {
  const post = await findPost(operator, id)
  if (!post) return toFailure({ id, title }, 'article-not-found')
  const content = removeLinks(post.content, links)
  if (content === undefined) return toFailure(post, 'links-changed')
  const result: PostResult = { id, title, status: 'success', backlinksRemoved: links.length }
  try {
    const rendered = await renderText({ ...post, content }, operator.id)
    return { result, text: { version: post.version, content, rendered }, undoes }
  } catch (error) {
    if (error instanceof DeadlineError) return toFailure(post, 'too-slow')
    throw error
  }
}

/** Changes a post in the caller's transaction, unless its version has changed. Returns the result to report. */
export async function changePost(
  trx: Transaction,
  operator: Operator,
  { result, text, undoes }: PostChange,
): Promise<PostResult> {
  if (!text) return result
  const { id } = result
  const refusal = await asAccount(trx, operator, () =>
    replaceContent(trx, operator, { articleId: id, ...text }),
  )
  if (refusal) return toFailure(result, refusal.reason).result
  if (undoes) await updateUndone(trx, undoes, id)
  return result
}

async function updateUndone(trx: Transaction, runId: string, articleId: string): Promise<void> {
  const undone = JSON.stringify({ undoneAt: new Date() })
  await trx
    .updateTable('runItems')
    .set({ result: sql<never>`result || ${undone}::jsonb` })
    .where('runId', '=', runId)
    .where('itemId', '=', articleId)
    .execute()
}

const toFailure = ({ id, title }: Pick<PostResult, 'id' | 'title'>, reason: PostRefusal): PostChange => ({
  result: { id, title, status: 'failed', reason },
})
