import { refuse, type Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { RevisionKey } from '../articles/revisions/revisions.ts'
import { discardDraft, type DraftSave, saveRevision } from '../writing/drafts/commands.server.ts'
import { isSameText, type SavedDraft } from '../writing/drafts/drafts.ts'
import { findDraft } from '../writing/drafts/queries.server.ts'
import type { RestoreRefusal } from '../writing/writing.ts'
import { namesVersion, pinsVersion } from './api.ts'
import { type ChangeNotMade, toWanted } from './change-article.server.ts'
import { type SentTexts, toDraft, toTyped } from './convert.ts'
import { findArticleBase, findDraftBase, findOwnArticle, toDraftEtag } from './queries.server.ts'

type DraftNotSaved =
  | Exclude<ChangeNotMade, Refusal<'invalid-request'>>
  | Refusal<'draft-gone'>
  | Refusal<RestoreRefusal, { waitS?: number }>

type DraftSaved = { ok: true; draft: SavedDraft } | DraftNotSaved

/** Saves a new draft under the id of its request. The same request again finds its draft. */
export async function createDraft(operator: Operator, id: string, sent: SentTexts): Promise<DraftSaved> {
  const siteIds = operator.member?.limits?.siteIds ?? [] // a token for named sites reaches only drafts for these
  const text = toDraft({ author: operator.name, siteIds, ...sent })
  const saved = await saveRevision(operator, { id, version: 0, text })
  if (!saved.ok && !(saved.saved && isSameText(saved.saved.text, text))) return saved
  return reread(operator, id)
}

/**
 * Changes a draft or a working copy of the operator from the version that a program names. It stores a revision. An article
 * without a working copy gets one, made from the article that the version is of.
 */
export const changeDraft = (
  operator: Operator,
  id: string,
  { sent, ...wish }: { ifMatch: string | undefined; merges: boolean; sent: SentTexts },
): Promise<DraftSaved> =>
  saveFromPresent(operator, { id, ...wish }, async (present) => {
    const wanted = await toWanted(operator, present, { ...wish, mine: toTyped(sent) })
    if (!wanted.ok) return wanted
    const { version, base } = present
    return saveRevision(operator, { id, version, text: wanted.text, base })
  })

/** Restores a revision of a text over the text that is there now. Returns the refusal, if any. */
export type RestoreRevision = (
  operator: Operator,
  id: string,
  revision: RevisionKey & { present: Pick<DraftSave, 'text' | 'version' | 'base'> },
) => Promise<Refusal<RestoreRefusal> | undefined>

/** Restores a revision into a draft or a working copy of the operator, of any version unless a program names one. */
export const restoreDraft = (
  operator: Operator,
  { id, number, ifMatch }: { id: string; number: number; ifMatch: string | undefined },
  restore: RestoreRevision,
): Promise<DraftSaved> =>
  saveFromPresent(operator, { id, ifMatch }, async (present) => {
    const { etag } = present
    if (ifMatch !== undefined && !namesVersion(ifMatch, etag))
      return refuse('precondition-failed', { expected: ifMatch, current: etag })
    return (await restore(operator, id, { siteId: null, number, present })) ?? SAVED
  })

const SAVED = { ok: true } as const
const TRIES = 5

async function saveFromPresent(
  operator: Operator,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
  save: (present: Present) => Promise<{ ok: true } | DraftNotSaved>,
): Promise<DraftSaved> {
  for (let tried = 1; ; tried += 1) {
    const present = await findPresent(operator, id)
    if (!present) return refuse('draft-gone')
    if (tried > TRIES) return refuse('changed-meanwhile', { expected: ifMatch, current: present.etag })
    const saved = await save(present)
    if (saved.ok) return reread(operator, id)
    // Somebody saved between the look and the save. The next look finds that version.
    if (saved.reason !== 'changed-meanwhile') return saved
  }
}

type Present = NonNullable<Awaited<ReturnType<typeof findPresent>>>

// The first save of a working copy has the version 0. Of two at once, the second finds the copy of the first.
async function findPresent(operator: Operator, id: string) {
  const draft = await findDraft(operator, id)
  if (draft) {
    const { text, version } = draft
    return { id, text, version, etag: toDraftEtag(draft), findBase: findDraftBase, base: undefined }
  }
  const article = await findOwnArticle(operator, id)
  if (!article || article.row.deletionAskedAt) return undefined
  const { typed: text, version, etag } = article
  return { id, text, version: 0, etag, findBase: findArticleBase, base: { version, text } }
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
    // One that was saved between the look and the deletion stays. The next look finds its version.
    if (await discardDraft(operator, id, pinsVersion(ifMatch) ? draft.version : undefined))
      return { ok: true, draft }
  }
}
