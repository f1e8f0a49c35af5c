import type { Refusal } from '../../shared/refusal.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { RevisedText } from '../articles/revisions/revisions.ts'
import type { DraftText } from '../writing/drafts/drafts.ts'
import { mergeTexts } from '../writing/drafts/queries.server.ts'
import { type ArticleEdit, checkText, type DraftErrors, type EditRefusal } from '../writing/writing.ts'
import { namesVersion } from './api.ts'
import { type SentTexts, toTyped } from './convert.ts'
import { noSitesYet } from './messages.ts'
import { findArticleBase, findOwnArticle, type FoundArticle } from './queries.server.ts'

/** A change of an article by a program. */
export interface ArticleWish {
  articleId: string
  ifMatch: string | undefined
  merges: boolean
  changes: SentTexts
  /** True if readers see it afterwards, also if they did not before. */
  publishes: boolean
  /** Names the request: its repetition after a crash changes nothing. */
  workId: string
}

/** A part of a text that was changed on both sides. */
interface BothChanged {
  field: string
  mine: string
  theirs: string
}

/** The version that a request names, and the one that is there. */
interface Versions {
  expected: string | undefined
  current: string
}

/** The text of a change, or the reason why there is none. */
type Wanted =
  | { ok: true; text: DraftText }
  | Refusal<'precondition-failed', Versions>
  | Refusal<'base-gone', Versions>
  | Refusal<'conflict', { conflicts: BothChanged[] }>

/** The reasons why a change was refused, with both versions, or with both texts. */
export type ChangeNotMade =
  | Extract<Wanted, { ok: false }>
  | Refusal<'invalid-request', { errors: DraftErrors }>
  | Refusal<'has-draft'>
  | Refusal<'changed-meanwhile', Versions>
  | Refusal<EditRefusal, { waitS?: number }>

/** Saves an article as the edit form does. */
export type SaveEdit = (
  operator: Operator,
  edit: ArticleEdit,
) => Promise<{ ok: true } | Refusal<EditRefusal, { waitS?: number }>>

const TRIES = 5

/**
 * Changes one of the operator's articles from the version that a program names, by the command of the edit form. Its working
 * copy stays. With `merges` a change from an older version is merged with what happened since.
 */
export async function changeArticle(
  operator: Operator,
  wish: ArticleWish,
  save: SaveEdit,
): Promise<{ ok: true; article: FoundArticle } | ChangeNotMade> {
  for (let tried = 1; ; tried += 1) {
    const found = await findOwnArticle(operator, wish.articleId)
    if (!found || found.row.deletionAskedAt) return refuse('article-not-found')
    if (found.row.saveId === wish.workId) return { ok: true, article: found } // it was carried out, and its answer lost
    if (tried > TRIES) return refuse('changed-meanwhile', { expected: wish.ifMatch, current: found.etag })
    const edit = await toEdit(operator, found, wish)
    if (!edit.ok) return edit
    const saved = await save(operator, edit.edit)
    if (saved.ok) {
      const article = await findOwnArticle(operator, wish.articleId)
      return article ? { ok: true, article } : refuse('article-not-found')
    }
    // Somebody saved between our two looks. The next one finds that version.
    if (saved.reason !== 'changed-meanwhile') return saved
  }
}

async function toEdit(
  operator: Operator,
  found: FoundArticle,
  { articleId, changes, publishes, workId, ...wish }: ArticleWish,
): Promise<{ ok: true; edit: ArticleEdit } | ChangeNotMade> {
  const { row, copy } = found
  if (copy && !copy.base) return refuse('has-draft')
  const isShown = row.publishedAt !== null || publishes
  if (changes.siteIds && !isShown) return refuse('invalid-request', { errors: { siteIds: noSitesYet } })
  const present = { id: articleId, text: found.typed, etag: found.etag, findBase: findArticleBase }
  const wanted = await toWanted(operator, present, { ...wish, mine: toTyped(changes) })
  if (!wanted.ok) return wanted
  const { generateVariations } = wanted.text
  const text = { ...wanted.text, generateVariations: isShown && generateVariations }
  return toArticleEdit(found, text, { articleId, saveId: workId, isPublished: publishes, keepsCopy: true })
}

/** Returns the edit that gives an article a text, or what is wrong with the text. */
export function toArticleEdit(
  { version }: FoundArticle,
  text: DraftText,
  edit: Pick<ArticleEdit, 'articleId' | 'saveId' | 'isPublished' | 'keepsCopy' | 'draftVersion'>,
): { ok: true; edit: ArticleEdit } | Refusal<'invalid-request', { errors: DraftErrors }> {
  const checked = checkText(text)
  if (!checked.ok) return refuse('invalid-request', { errors: checked.errors })
  const { siteIds, generateVariations } = text
  const slug = text.slug.trim() || checked.text.title
  return { ok: true, edit: { ...checked.text, slug, siteIds, generateVariations, version, ...edit } }
}

/** The text of an article or of a draft as it is now, and how the text of another version is found. */
interface PresentText {
  id: string
  text: DraftText
  etag: string
  findBase: typeof findArticleBase
}

/**
 * Returns the present text with the sent fields. A change of another version is merged with what changed since, or
 * refused.
 */
export async function toWanted(
  operator: Operator,
  { id, text: present, etag, findBase }: PresentText,
  { ifMatch, merges, mine }: { ifMatch: string | undefined; merges: boolean; mine: Partial<DraftText> },
): Promise<Wanted> {
  if (ifMatch === undefined || namesVersion(ifMatch, etag)) return { ok: true, text: { ...present, ...mine } }
  const versions = { expected: ifMatch, current: etag }
  if (!merges) return refuse('precondition-failed', versions)
  const base = await findBase(operator, id, { etag: ifMatch, present })
  return base ? mergeFrom(base, present, mine) : refuse('base-gone', versions)
}

/** Merges the sent fields with what changed since the text that they were made from. */
export function mergeFrom(
  base: { text: RevisedText; hasSameSites: boolean },
  present: DraftText,
  mine: Partial<DraftText>,
): { ok: true; text: DraftText } | Refusal<'conflict', { conflicts: BothChanged[] }> {
  const { siteIds, generateVariations } = present
  const from = { ...base.text, siteIds, generateVariations }
  const merged = mergeTexts(from, { ...from, ...mine }, present)
  const conflicts: BothChanged[] = merged.conflicts.map(({ name, ...texts }) => ({ field: name, ...texts }))
  if (mine.siteIds && !base.hasSameSites)
    conflicts.push({ field: 'siteIds', mine: mine.siteIds.join(' '), theirs: siteIds.join(' ') })
  return conflicts.length > 0 ? refuse('conflict', { conflicts }) : { ok: true, text: merged.text }
}
