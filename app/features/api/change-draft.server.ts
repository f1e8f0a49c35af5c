import { refuse, type Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import { discardDraft, saveRevision } from '../writing/drafts/commands.server.ts'
import { isSameText, type SavedDraft, type SaveRefusal } from '../writing/drafts/drafts.ts'
import { findDraft } from '../writing/drafts/queries.server.ts'
import { namesVersion } from './api.ts'
import { type ChangeNotMade, mergeFrom } from './change-article.server.ts'
import { type SentTexts, toDraft, toTyped } from './convert.ts'
import { findArticleBase, findDraftBase, findOwnArticle, toDraftEtag } from './queries.server.ts'

type DraftNotSaved =
  | Exclude<ChangeNotMade, Refusal<'invalid-request'>>
  | Refusal<'draft-gone'>
  | Refusal<SaveRefusal, { waitS?: number }>

type DraftSaved = { ok: true; draft: SavedDraft } | DraftNotSaved

/** Saves a new draft under the id of its request. The same request again finds its draft. */
export async function createDraft(operator: Operator, id: string, sent: SentTexts): Promise<DraftSaved> {
  const siteIds = operator.member?.limits?.siteIds ?? [] // a token for named sites reaches only drafts for these
  const text = toDraft({ author: operator.name, siteIds, ...sent })
  const saved = await saveRevision(operator, { id, version: 0, text })
  if (!saved.ok && !(saved.saved && isSameText(saved.saved.text, text))) return saved
  return reread(operator, id)
}

const TRIES = 5

/**
 * Changes a draft or a working copy of the operator from the version that a program names. It stores a revision. An article
 * without a working copy gets one, made from the article that the version is of.
 */
export async function changeDraft(
  operator: Operator,
  id: string,
  { ifMatch, merges, sent }: { ifMatch: string | undefined; merges: boolean; sent: SentTexts },
): Promise<DraftSaved> {
  for (let tried = 1; ; tried += 1) {
    const found = await findPresent(operator, id)
    if (!found) return refuse('draft-gone')
    const { text: present, etag, version, base } = found
    let text = toDraft(sent, present)
    if (ifMatch !== undefined && !namesVersion(ifMatch, etag)) {
      if (!merges) return refuse('precondition-failed', { expected: ifMatch, current: etag })
      const merged = mergeFrom(
        await found.findBase(operator, id, { etag: ifMatch, present }),
        present,
        toTyped(sent),
      )
      if (!merged.ok) return merged
      text = merged.text
    }
    const saved = await saveRevision(operator, { id, version, text, base })
    if (saved.ok) return reread(operator, id)
    if (saved.reason !== 'changed-meanwhile' || tried === TRIES) return saved
  }
}

// The first save of a working copy has the version 0. Of two at once, the second finds the copy of the first.
async function findPresent(operator: Operator, id: string) {
  const draft = await findDraft(operator, id)
  if (draft)
    return {
      text: draft.text,
      version: draft.version,
      etag: toDraftEtag(draft),
      findBase: findDraftBase,
      base: undefined,
    }
  const article = await findOwnArticle(operator, id)
  if (!article || article.row.deletionAskedAt) return undefined
  const { typed: text, version, etag } = article
  return { text, version: 0, etag, findBase: findArticleBase, base: { version, text } }
}

async function reread(operator: Operator, id: string): Promise<DraftSaved> {
  const draft = await findDraft(operator, id)
  return draft ? { ok: true, draft } : refuse('draft-gone')
}

/** Discards a draft of the operator. Returns it as it was. */
export async function endDraftOf(
  operator: Operator,
  id: string,
  ifMatch: string | undefined,
): Promise<DraftSaved> {
  for (;;) {
    const draft = await findDraft(operator, id)
    if (!draft) return refuse('draft-gone')
    const etag = toDraftEtag(draft)
    if (ifMatch !== undefined && !namesVersion(ifMatch, etag))
      return refuse('precondition-failed', { expected: ifMatch, current: etag })
    const isPinned = ifMatch !== undefined && ifMatch.trim() !== '*'
    // One that was saved between the look and the deletion stays. The next look finds its version.
    if (await discardDraft(operator, id, isPinned ? draft.version : undefined)) return { ok: true, draft }
  }
}
