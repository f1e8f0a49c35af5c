import type { Operator } from '../../accounts/accounts.ts'
import { saveRevision } from '../drafts/commands.server.ts'
import {
  type DraftState,
  type DraftText,
  draftText,
  isSameText,
  type SaveRefusal,
  toDraftText,
} from '../drafts/drafts.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { findEditable } from './queries.server.ts'

/** A text to save, with the versions of the article and of its working copy that it was made from. */
interface ToSave {
  typed: DraftText
  version: string
  /** 0 if there was no working copy. */
  draftVersion: number
}

/** The result: saved, or the reason why not, with the newer text that the writer has to see first. */
type WorkingCopySaved =
  | { ok: true }
  | {
      ok: false
      reason: SaveRefusal
      waitS?: number
      newer?: DraftState
      /** The version of the newer text: that of the article, or that of the working copy. */
      seen?: { version: string } | { draftVersion: string }
    }

/**
 * Saves the working copy of one of the operator's articles as a revision. Readers see no difference. A text that is the
 * article's own makes no copy. Refused if the article or the copy was changed after the text was made from it.
 */
export async function saveWorkingCopy(
  operator: Operator,
  articleId: string,
  { typed, version, draftVersion }: ToSave,
): Promise<WorkingCopySaved> {
  const text = draftText.safeParse(typed)
  const draft = await findDraft(operator, articleId)
  const article = await findEditable(operator, articleId)
  if (!article) return { ok: false, reason: 'gone' }
  if (!text.success) return { ok: false, reason: 'wrong-form' }
  const present = toDraftText(article.typed)
  if (!draft && isSameText(text.data, present)) return { ok: true }
  if (!draft && article.version !== version) {
    const seen = { version: article.version }
    return { ok: false, reason: 'changed-meanwhile', newer: { version: 0, text: present }, seen }
  }
  const base = draft ? undefined : { version: article.version, text: present }
  const answer = await saveRevision(operator, { id: articleId, version: draftVersion, text: text.data, base })
  if (answer.ok) return { ok: true }
  const { saved: newer, ...refused } = answer
  return { ...refused, ...(newer && { newer, seen: { draftVersion: String(newer.version) } }) }
}
