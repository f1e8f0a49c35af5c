import type { Refusal } from '../../shared/refusal.ts'
import type { SavedDraft } from '../writing/drafts/drafts.ts'
import type { DraftErrors } from '../writing/writing.ts'
import { answerWith } from './answer.server.ts'
import { refuseApi, refuseAs } from './refuse.ts'
import { toApiDraft, toArticleHead, toFieldErrors } from './convert.ts'
import { isApiRefusal } from './messages.ts'
import type { OperationName } from './operations.ts'
import { type FoundArticle, toDraftEtag } from './queries.server.ts'
import type { Changed } from './start-change.server.ts'

/** The sentences of the desk, by the reason of a refusal. */
type Sentences = Record<string, string | { title: string; description?: string } | { message: string }>

/** A refusal with what its problem tells. */
type Told = Refusal<
  string,
  {
    errors?: DraftErrors
    expected?: string | undefined
    current?: string
    conflicts?: object[]
    waitS?: number | undefined
  }
>

/** Returns the answer of an operation on an article: the article without its text and with its ETag, or the problem. */
export function answerArticle(
  name: OperationName,
  done: { ok: true; article: FoundArticle } | Told,
  sentences: Sentences,
): Response {
  if (!done.ok) return refuse(done, sentences)
  const { article } = done
  const location = `/v1/articles/${article.row.id}`
  return answerWith(name, toArticleHead(article), { etag: article.etag, location })
}

/** Returns the answer of an operation on a draft: the draft without its text and with its ETag, or the problem. */
export function answerDraft(
  name: OperationName,
  done: { ok: true; draft: SavedDraft } | Told,
  sentences: Sentences,
): Response {
  if (!done.ok) return refuse(done, sentences)
  const { content: _, ...head } = toApiDraft(done.draft)
  return answerWith(name, head, { etag: toDraftEtag(done.draft), location: `/v1/drafts/${head.id}` })
}

/** Returns the answer of an operation that the board's commands carried out. */
export function answerChange(
  name: OperationName,
  changed: Changed,
  { changeRefusals, sayRefusal }: { changeRefusals: Sentences; sayRefusal: (reason: string) => string },
): Response {
  if (!changed.ok)
    return changed.reason === 'not-changed' && 'said' in changed
      ? refuseAs({ ok: false, reason: changed.said }, sayRefusal(changed.said))
      : refuse(changed, changeRefusals)
  const { article } = changed
  return answerWith(name, toArticleHead(article), { etag: article.etag })
}

function refuse({ errors, ...told }: Told, sentences: Sentences): Response {
  const { reason, waitS, ok: _, ...members } = told
  if (reason === 'article-not-found' || reason === 'gone') return refuseApi('not-found')
  if (isApiRefusal(reason))
    return refuseApi(reason, { ...members, ...(errors && { errors: toFieldErrors(errors) }) })
  const said = sentences[reason] ?? reason
  const message = typeof said === 'object' && 'message' in said ? said.message : said
  const { expected, current } = told
  return refuseAs({ ok: false, reason, waitS }, message, { expected, current })
}
