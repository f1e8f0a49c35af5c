import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { languageOf } from '../../articles/articles.ts'
import { listChoosable } from '../../articles/pictures/queries.server.ts'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import { listTargetSites } from '../../delivery/target-sites/queries.server.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { NO_PROVIDER } from '../../delivery/variations/variations.ts'
import {
  type BegunDraft,
  type DraftState,
  type ShownReview,
  type SavedDraft,
  toDraftPath,
  toDraftText,
} from '../drafts/drafts.ts'
import { findDraft, listBegun } from '../drafts/queries.server.ts'
import { findArticleOfDraft, findEditable, findFirstSteps } from '../publish/queries.server.ts'
import {
  ARTICLES_PATH,
  type EditableArticle,
  type EditRefusal,
  type FirstSteps,
  type TranslatedArticle,
} from '../writing.ts'

/** The choices that the form of an article offers. */
interface Choices {
  sites: TargetSite[]
  pictures: ChoosablePicture[]
  /** The reason why no site can get a variation. */
  unavailableReason: string | undefined
}

const listChoices = async (operator: Operator): Promise<Choices> => ({
  sites: await listTargetSites(operator),
  pictures: await listChoosable(operator),
  unavailableReason: hasModel() ? undefined : NO_PROVIDER,
})

/** Returns the other articles of the group that a text belongs to, in the order in which they were made. */
const listTranslations = (
  operator: Operator,
  { id, typed }: { id: string | undefined; typed: string | undefined },
): Promise<TranslatedArticle[]> =>
  readAs(operator, async (trx) => {
    const named = typed && isUuid(typed) ? typed.toLowerCase() : id
    if (named === undefined) return []
    const group = sql<string>`coalesce((select translation_of from blog_posts where id = ${named}), ${named})`
    const rows = await trx
      .selectFrom('blogPosts')
      .select(['id', 'title', 'lang', 'excerpt', 'publishedAt'])
      .where((where) => where.or([where('id', '=', group), where('translationOf', '=', group)]))
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .where('deletionAskedAt', 'is', null)
      .orderBy('id')
      .limit(TRANSLATIONS_SHOWN)
      .execute()
    return rows
      .filter((row) => row.id !== id)
      .map((row) => ({
        id: row.id,
        title: row.title,
        language: languageOf(row),
        isPublished: row.publishedAt !== null,
      }))
  })

const TRANSLATIONS_SHOWN = 50

/** The content of the form of an existing article. */
interface EditForm extends Choices {
  article: EditableArticle
  /** The articles that it is a translation of. */
  translations: TranslatedArticle[]
  /** Its working copy. */
  draft: SavedDraft | undefined
}

/** Returns the form of one of the operator's articles; undefined if there is no such article. */
export async function findEditForm(operator: Operator, articleId: string): Promise<EditForm | undefined> {
  if (!isUuid(articleId)) return undefined
  const article = await findEditable(operator, articleId)
  if (!article) return undefined
  const draft = await findDraft(operator, articleId)
  const typed = draft?.text.translationOf || article.typed.translationOf
  const translations = await listTranslations(operator, { id: articleId, typed })
  return { article, draft, translations, ...(await listChoices(operator)) }
}

/** Returns the path that the id of a draft leads to: its form, or that of the article that it became. */
export async function findDraftPath(operator: Operator, draftId: string): Promise<string | undefined> {
  if (!isUuid(draftId)) return undefined
  if (await findDraft(operator, draftId)) return toDraftPath(draftId)
  const articleId = await findArticleOfDraft(operator, draftId)
  return articleId && `${ARTICLES_PATH}/${articleId}`
}

/** A text that was saved after a form was opened, and the version that names it for the next try of that form. */
export interface NewerText {
  newer: DraftState
  seen: { version: string } | { draftVersion: string }
}

/** Returns the text that a refused form would replace, if that is the reason. Its writer sees it, and may replace it then. */
export async function findNewerText(
  operator: Operator,
  articleId: string,
  reason: EditRefusal,
): Promise<NewerText | undefined> {
  if (reason === 'draft-changed') {
    const draft = await findDraft(operator, articleId)
    return draft && { newer: draft, seen: { draftVersion: String(draft.version) } }
  }
  const article = reason === 'changed-meanwhile' ? await findEditable(operator, articleId) : undefined
  return (
    article && {
      newer: { version: 0, text: toDraftText(article.typed) },
      seen: { version: article.version },
    }
  )
}

/** The content of the form of a new article. */
interface PublishForm extends Choices {
  draft: DraftState | undefined
  /** The articles that it is a translation of. */
  translations: TranslatedArticle[]
  /** The state of its review; null without one. */
  review: ShownReview | null
  /** The newest draft, to offer it in a form without one. */
  begun: BegunDraft | undefined
  firstSteps: FirstSteps | undefined
}

/**
 * Returns the form of a new article, with the operator's draft of that id if there is one. `cookies` say whether the first
 * steps were closed.
 */
export async function findPublishForm(
  operator: Operator,
  draftId: string | undefined,
  cookies: string | null,
): Promise<PublishForm> {
  const saved = draftId !== undefined && isUuid(draftId) ? await findDraft(operator, draftId) : undefined
  const draft = saved && { version: saved.version, text: saved.text }
  const [begun] = draft ? [] : await listBegun(operator, 1)
  const firstSteps = await findFirstSteps(operator, cookies)
  const typed = draft?.text.translationOf
  const translations = typed ? await listTranslations(operator, { id: undefined, typed }) : []
  return {
    draft,
    translations,
    review: saved?.review ?? null,
    begun,
    firstSteps,
    ...(await listChoices(operator)),
  }
}

async function findState(operator: Operator, draftId: string): Promise<DraftState | undefined> {
  const draft = isUuid(draftId) ? await findDraft(operator, draftId) : undefined
  return draft && { version: draft.version, text: draft.text }
}

/** The draft that a refused form was made from, and its version. */
interface SentDraft {
  draft: DraftState | undefined
  sentVersion: number
  /** The newer draft that the form shows beside its own text. */
  saved?: DraftState | undefined
}

/**
 * Returns the draft that a refused form was made from, and its version. If the draft was saved elsewhere since, that is
 * shown only if it is the reason: `isShown`. Otherwise the next try is refused for it.
 */
export async function findSentDraft(
  operator: Operator,
  { id, version }: { id: string; version: number },
  isShown: boolean,
): Promise<SentDraft> {
  const draft = await findState(operator, id)
  if (isShown) return { draft, saved: draft, sentVersion: draft?.version ?? version }
  return { draft: draft?.version === version ? draft : undefined, sentVersion: version }
}
