import { notAllowed } from '../../platform/own-rows.server.ts'
import { isRefusal, refuse, type Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { ChangeRefusal } from '../newsroom/board/board.ts'
import { changeMany } from '../newsroom/board/commands.server.ts'
import { namesVersion, pinsVersion } from './api.ts'
import type { ChangeNotMade } from './change-article.server.ts'
import { findOwnArticle, type FoundArticle, standsElsewhere } from './queries.server.ts'

/** What became of a change by the board's commands: the article as it is now, or a refusal. */
export type Changed =
  | { ok: true; article: FoundArticle }
  | Refusal<'article-not-found'>
  | Extract<ChangeNotMade, Refusal<'precondition-failed'>>
  | ChangeRefusal
  | Refusal<'not-changed', { said: string }>

/**
 * Unpublishes or deletes one of the operator's articles, as a run of the board whose id is that of the request. Throws
 * `notAllowed` for one that also stands on sites that the person does not reach.
 */
export async function startChange(
  operator: Operator,
  articleId: string,
  { kind, ifMatch, workId }: { kind: 'unpublish' | 'delete'; ifMatch: string | undefined; workId: string },
): Promise<Changed> {
  const found = await findChangeable(operator, articleId, ifMatch)
  if (isRefusal(found)) return found
  const change = pinsVersion(ifMatch) ? { kind, version: found.version } : { kind }
  const done = await changeMany(operator, [articleId], { ...change, newRunId: workId })
  if (isRefusal(done)) return done
  const [said] = done.refusals
  const article = await findOwnArticle(operator, articleId)
  if (said !== undefined) return refuseSaid(said, { expected: ifMatch, current: article?.etag })
  return { ok: true, article: article ?? toUnpublished(found) }
}

async function findChangeable(operator: Operator, articleId: string, ifMatch: string | undefined) {
  const found = await findOwnArticle(operator, articleId)
  if (!found) return refuse('article-not-found')
  if (ifMatch !== undefined && !namesVersion(ifMatch, found.etag))
    return refuse('precondition-failed', { expected: ifMatch, current: found.etag })
  if (await standsElsewhere(operator, articleId)) throw notAllowed()
  return found
}

// Somebody may save between the look and the change.
const refuseSaid = (
  said: string,
  { expected, current }: { expected: string | undefined; current: string | undefined },
) =>
  said === 'changed-since' && current !== undefined
    ? refuse('precondition-failed', { expected, current })
    : refuse('not-changed', { said })

// People of named sites do not reach an article any more that they took off them.
const toUnpublished = (found: FoundArticle): FoundArticle => ({
  ...found,
  row: { ...found.row, publishedAt: null },
  url: null,
})
