import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { asAccount } from '../../platform/own-rows.server.ts'
import { DeadlineError } from '../../platform/worker-pool.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { type RenderedMarkdown, renderText } from '../articles/commands.server.ts'
import type { LinkableArticle } from '../backlinks/backlinks.ts'
import { insertBacklinks, removeLinks } from '../backlinks/commands.server.ts'
import { replaceContent } from '../publishing/commands.server.ts'
import { type PostResult, toLinkInPlace } from './backlink-fixer.ts'
import { type PostRefusal, postRefusals } from './messages.ts'
import { findPost, type Post } from './queries.server.ts'

/** What is to become of a post, and what is then told of it. */
export interface PostChange {
  result: PostResult
  /** Its new text, and the state that it was made from; without it the post stays as it is. */
  text?: { version: string; content: string; rendered: RenderedMarkdown }
  /** The run whose links it takes out. */
  undoes?: string
}

/** Chooses links for a post, as far as it has none or too few. */
export async function planFix(
  operator: Operator,
  post: Post,
  options: { articles: LinkableArticle[]; usesModel: boolean },
): Promise<PostChange> {
  const { id, title } = post
  const inserted = await insertBacklinks(operator, post, options)
  if (!inserted.ok && inserted.reason === 'has-enough')
    return { result: { id, title, status: 'skipped', existingBacklinks: inserted.existing ?? 0 } }
  if (!inserted.ok) return refuse(post, inserted.reason)
  const { plan, existing, content, chosenBy, rendered } = inserted
  const links = plan.map((link) => toLinkInPlace(post.content, link))
  const totals = { backlinksAdded: plan.length, totalBacklinks: existing + plan.length }
  return {
    result: { id, title, status: 'success', ...totals, links, chosenBy },
    text: { version: post.version, content, rendered },
  }
}

/** Takes out of a post what a run put into it, unless somebody changed its text up to there since. */
export async function planUndo(
  operator: Operator,
  undoes: string,
  { id, title, links = [] }: PostResult,
): Promise<PostChange> {
  const post = await findPost(operator, id)
  if (!post) return refuse({ id, title }, 'article-not-found')
  const content = removeLinks(post.content, links)
  if (content === undefined) return refuse(post, 'links-changed')
  const result: PostResult = { id, title, status: 'success', backlinksRemoved: links.length }
  try {
    const rendered = await renderText({ ...post, content }, operator.id)
    return { result, text: { version: post.version, content, rendered }, undoes }
  } catch (error) {
    if (error instanceof DeadlineError) return refuse(post, 'too-slow')
    throw error
  }
}

/** Changes a post in the caller's transaction, unless somebody else did meanwhile; gives what came of it. */
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
  if (refusal) return refuse(result, refusal).result
  if (undoes) await noteUndone(trx, undoes, id)
  return result
}

async function noteUndone(trx: Transaction, runId: string, articleId: string): Promise<void> {
  const undone = JSON.stringify({ undoneAt: new Date() })
  await trx
    .updateTable('runItems')
    .set({ result: sql<never>`result || ${undone}::jsonb` })
    .where('runId', '=', runId)
    .where('itemId', '=', articleId)
    .execute()
}

const refuse = ({ id, title }: Pick<PostResult, 'id' | 'title'>, reason: PostRefusal): PostChange => ({
  result: { id, title, status: 'failed', error: postRefusals[reason] },
})
