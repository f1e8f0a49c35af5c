import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { pick } from '../../../shared/pick.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { renderText, resolveTranslation } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { insertSavedRevision } from '../../articles/revisions/commands.server.ts'
import { toArticleState } from '../../articles/revisions/queries.server.ts'
import { REVISED_NAMES, type RevisedText } from '../../articles/revisions/revisions.ts'
import { type DraftText, type SavedDraft, toDraftText } from '../drafts/drafts.ts'
import { creditRevision } from '../approval/commands.server.ts'
import { readCredits } from '../approval/queries.server.ts'
import { findDraft, mergeCleanly } from '../drafts/queries.server.ts'
import { isRefusedForAlt, insertUnpublished, toUndefinedWhenLate } from '../publish/commands.server.ts'
import { findEditable, lockOwnArticle } from '../publish/queries.server.ts'
import { checkText, type EditableArticle } from '../writing.ts'
import type { PlanRefusal } from './schedule.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/** The text that a plan publishes. */
interface Source {
  id: string
  text: DraftText
  /** The draft with the text; undefined if the article itself has it. */
  draft: SavedDraft | undefined
  /** The version of the article; undefined for a draft without an article. */
  updatedAt: Date | undefined
  rendered: RenderedMarkdown
}

/** Returns the text that is saved now, or a refusal. */
export async function findSource(operator: Operator, id: string): Promise<Source | Refusal<PlanRefusal>> {
  const draft = await findDraft(operator, id)
  const article = await findEditable(operator, id)
  if (isDeleting(article)) return refuse('not-there')
  const text = draft ? mergeArticle(draft, article) : article?.typed
  if (!text) return refuse(draft ? 'article-changed' : 'not-there')
  const rendered = await renderChecked(operator, text)
  if (isRefusal(rendered)) return rendered
  return { id, text, draft, updatedAt: article?.updatedAt, rendered }
}

// An article may have changed since its working copy was made: by its tags, a picture, its links. Returns undefined if
// the author has to choose.
function mergeArticle(
  { text, base }: SavedDraft,
  article: EditableArticle | undefined,
): DraftText | undefined {
  if (!base || !article || base.version === article.version) return text
  return mergeCleanly(base.text, text, toDraftText(article.typed))
}

async function renderChecked(
  operator: Operator,
  text: DraftText,
): Promise<RenderedMarkdown | Refusal<PlanRefusal>> {
  const checked = checkText(text)
  if (!checked.ok) return refuse('not-ready')
  const rendered = await renderText(checked.text, operator.id).catch(toUndefinedWhenLate)
  if (!rendered) return refuse('text-too-slow')
  return (await isRefusedForAlt(operator, rendered)) ? refuse('alt-missing') : rendered
}

const isDeleting = (article: EditableArticle | undefined) => article?.state === 'deleting'

/** Stores the text as a revision. Returns its article and its number, or a refusal. */
export async function pin(
  trx: Transaction,
  operator: Operator,
  source: Source,
): Promise<{ articleId: string; revision: number } | Refusal<PlanRefusal>> {
  const article = source.updatedAt
    ? await lockOwnArticle(trx, operator, source.id)
    : await storeDraft(trx, operator, source)
  if (!article) return refuse(source.updatedAt ? 'not-there' : 'draft-changed')
  if (isRefusal(article)) return article
  const text = await toPinned(trx, operator, { source, article })
  if ('ok' in text) return text
  const stored = toArticleState(article)
  const state = { articleId: article.id, userId: operator.id, text, article: stored }
  const revision = await insertSavedRevision(trx, state)
  // An approval is that of the text as it was typed: it may name another article of the same group.
  const typed = { ...text, translationOf: source.text.translationOf }
  const shown = { id: article.id, text: typed, saved: toWritten(source), stored: stored.text }
  const credits = await readCredits(trx, operator, shown)
  if (credits) await creditRevision(trx, { articleId: article.id, number: revision }, credits)
  return { articleId: article.id, revision }
}

// The person who plans the text must be allowed to change the other article. The account, which carries the plan out, may.
async function toPinned(
  trx: Transaction,
  operator: Operator,
  { source, article }: { source: Source; article: BlogPost },
): Promise<RevisedText | Refusal<PlanRefusal>> {
  const typed = source.updatedAt ? source.text.translationOf || null : article.translationOf
  const linked = await resolveTranslation(trx, operator, { typed, before: article })
  if (isRefusal(linked)) return linked
  const slug = source.text.slug || article.slug
  return { ...pick(source.text, REVISED_NAMES), slug, translationOf: linked.translationOf ?? '' }
}

// What was merged with a changed article is still the writer's text.
const toWritten = ({ draft, text }: Source) =>
  draft && { text: pick(text, REVISED_NAMES), writtenBy: draft.writtenBy }

async function storeDraft(trx: Transaction, operator: Operator, source: Source) {
  const checked = checkText(source.text)
  if (!checked.ok || !source.draft) return undefined
  const { id, draft, rendered } = source
  return insertUnpublished(trx, operator, { id, version: draft.version, text: checked.text, rendered })
}
