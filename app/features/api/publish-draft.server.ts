import { refuse, type Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import { insertBacklinks } from '../links/insertion/commands.server.ts'
import type { DraftText, SavedDraft } from '../writing/drafts/drafts.ts'
import { findDraft } from '../writing/drafts/queries.server.ts'
import { publishArticle } from '../writing/publish/commands.server.ts'
import { findArticleOfDraft } from '../writing/publish/queries.server.ts'
import { checkText, type DraftErrors, type PublishRefusal } from '../writing/writing.ts'
import { namesVersion } from './api.ts'
import { type ChangeNotMade, mergeFrom, type SaveEdit, toArticleEdit } from './change-article.server.ts'
import { findOwnArticle, type FoundArticle, toDraftEtag } from './queries.server.ts'

type Published =
  | { ok: true; article: FoundArticle }
  | ChangeNotMade
  | Refusal<'draft-gone'>
  | Refusal<PublishRefusal, { waitS?: number }>

/** Publishes a new article under the id of its request, as the form of the desk does, with its backlinks. */
export async function publishText(
  operator: Operator,
  draftId: string,
  { text, draftVersion }: { text: DraftText; draftVersion?: number },
): Promise<Published> {
  const checked = checkText(text)
  if (!checked.ok) return refuse('invalid-request', { errors: checked.errors })
  const { siteIds, generateVariations } = text
  if (siteIds.length === 0) return refuse('invalid-request', { errors: NO_SITE })
  const draft = { ...checked.text, draftId, siteIds, generateVariations, draftVersion }
  const published = await publishArticle(operator, draft, { placeLinks: insertBacklinks })
  if (!published.ok) return published
  return toPublished(operator, published.summary.articleId)
}

const NO_SITE: DraftErrors = { siteIds: 'required' }

interface DraftWish {
  draftId: string
  ifMatch: string | undefined
  choices: { siteIds?: string[] | undefined; generateVariations?: boolean | undefined }
  workId: string
}

/**
 * Publishes a draft of the operator, or a working copy over its article. A draft that was published before, as by a
 * request whose answer was lost, is found as its article.
 */
export async function publishDraft(operator: Operator, wish: DraftWish, save: SaveEdit): Promise<Published> {
  const { draftId, ifMatch, choices, workId } = wish
  const draft = await findDraft(operator, draftId)
  const article = await findOwnArticle(operator, draftId)
  if (!draft) return findPublished(operator, article, { draftId, workId })
  const etag = toDraftEtag(draft)
  if (ifMatch !== undefined && !namesVersion(ifMatch, etag))
    return refuse('precondition-failed', { expected: ifMatch, current: etag })
  const { siteIds = draft.text.siteIds, generateVariations = draft.text.generateVariations } = choices
  const text = { ...draft.text, siteIds, generateVariations }
  if (!article) return publishText(operator, draftId, { text, draftVersion: draft.version })
  return publishCopy(operator, { draft: { ...draft, text }, article, workId }, save)
}

async function findPublished(
  operator: Operator,
  article: FoundArticle | undefined,
  { draftId, workId }: { draftId: string; workId: string },
): Promise<Published> {
  if (article) return article.row.saveId === workId ? { ok: true, article } : refuse('draft-gone')
  const articleId = await findArticleOfDraft(operator, draftId)
  return articleId ? toPublished(operator, articleId) : refuse('draft-gone')
}

async function publishCopy(
  operator: Operator,
  { draft, article, workId }: { draft: SavedDraft; article: FoundArticle; workId: string },
  save: SaveEdit,
): Promise<Published> {
  const text = mergeCopy(draft, article)
  if (!text.ok) return text
  const edit = { articleId: draft.id, draftVersion: draft.version, saveId: workId, isPublished: true }
  const made = toArticleEdit(article, text.text, edit)
  if (!made.ok) return made
  const saved = await save(operator, made.edit)
  return saved.ok ? toPublished(operator, draft.id) : saved
}

// The article may have changed since its working copy was made from it.
function mergeCopy({ base, text }: SavedDraft, article: FoundArticle): ReturnType<typeof mergeFrom> {
  if (!base || base.version === article.version) return { ok: true, text }
  return mergeFrom({ text: base.text, hasSameSites: true }, article.typed, text)
}

async function toPublished(operator: Operator, articleId: string): Promise<Published> {
  const article = await findOwnArticle(operator, articleId)
  return article ? { ok: true, article } : refuse('article-not-found')
}
