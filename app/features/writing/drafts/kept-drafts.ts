import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { DRAFT_PREFIX, markUnsavedTexts, type TextOwner } from '../../../shell/unsaved-texts.ts'
import { type DraftState, type DraftText, type DraftFormValues, mapTexts, NO_TEXT } from './drafts.ts'

/** A draft that is kept in this browser because the server does not have it yet. */
export interface KeptDraft {
  /** Milliseconds since 1970. */
  savedAt: number
  typed: DraftFormValues
  /** The state on the server that it was made from. */
  base: DraftState
  /** The version of the article, for a working copy. */
  articleVersion?: string | undefined
  /** The text that its form was sent with, if more was typed until the answer. */
  sent?: DraftText | undefined
}

// Without the limits of the server: a text that is too long for it is kept too.
const keptText: z.ZodType<DraftText> = z.object({
  ...mapTexts(() => z.string().default('')),
  siteIds: z.array(z.string()),
  generateVariations: z.boolean(),
})
const keptDraft = z.object({
  savedAt: z.number(),
  draftId: z.uuid(),
  text: keptText,
  base: z.object({ version: z.number(), text: keptText }),
  articleVersion: z.string().optional(),
  sent: keptText.optional(),
})

const toPrefix = (owner: TextOwner) => `${DRAFT_PREFIX}${owner}:`
/** Returns the key of a draft in the browser's storage; the lock of the tab that writes it has the same name. */
export const toKey = (owner: TextOwner, draftId: string) => toPrefix(owner) + draftId

/** Lists the drafts of a person for an account that are kept in this browser, the newest first. */
export function listKept(owner: TextOwner, store: Storage): KeptDraft[] {
  const prefix = toPrefix(owner)
  return Object.keys(store)
    .filter((key) => key.startsWith(prefix))
    .map((key) => parseKept(store.getItem(key)))
    .filter((kept) => kept !== undefined)
    .toSorted((a, b) => b.savedAt - a.savedAt)
}

/** Returns a draft that is kept in this browser. */
export const findKept = (owner: TextOwner, draftId: string, store: Storage): KeptDraft | undefined =>
  parseKept(store.getItem(toKey(owner, draftId)))

function parseKept(json: string | null): KeptDraft | undefined {
  if (json === null) return undefined
  try {
    const { draftId, text, ...kept } = keptDraft.parse(JSON.parse(json))
    return { ...kept, typed: { draftId, ...text } }
  } catch {
    return undefined // another program wrote it
  }
}

/** Keeps a draft. Returns false if the storage is full or switched off. */
export function keepDraft(
  owner: TextOwner,
  { typed, ...made }: Omit<KeptDraft, 'savedAt'>,
  store: Storage,
): boolean {
  const { draftId, ...text } = typed
  try {
    store.setItem(toKey(owner, draftId), JSON.stringify({ savedAt: Date.now(), draftId, text, ...made }))
  } catch {
    return false
  }
  markUnsavedTexts(store)
  return true
}

/** Makes a kept draft one of its own, because its article is published or deleted. Returns the new id. */
export function renewKept(owner: TextOwner, { typed }: KeptDraft, store: Storage): string {
  const draftId = uuidv7()
  store.removeItem(toKey(owner, typed.draftId)) // makes room for the same text
  keepDraft(owner, { typed: { ...typed, draftId }, base: { version: 0, text: NO_TEXT } }, store)
  return draftId
}

/** Deletes a draft that was published. What was typed while its form was sent becomes a draft of its own. */
export function endKept(owner: TextOwner, draftId: string, store: Storage): void {
  const kept = findKept(owner, draftId, store)
  if (kept?.sent) renewKept(owner, kept, store)
  else forgetDraft(owner, draftId, store)
}

/** Deletes a draft that the server has, or that its author does not want. */
export function forgetDraft(owner: TextOwner, draftId: string, store: Storage): void {
  store.removeItem(toKey(owner, draftId))
  markUnsavedTexts(store)
}
