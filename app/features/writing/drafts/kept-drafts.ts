import { z } from 'zod'
import { type DraftState, draftText, type DraftFormValues } from './drafts.ts'

/** A draft that is kept in this browser because the server does not have it yet. */
export interface KeptDraft {
  /** Milliseconds since 1970. */
  savedAt: number
  typed: DraftFormValues
  /** The state on the server that it was made from. */
  base: DraftState
}

const keptDraft = z.object({
  savedAt: z.number(),
  draftId: z.uuid(),
  text: draftText,
  base: z.object({ version: z.number(), text: draftText }),
})

const DRAFTS_KEPT = 10
const toPrefix = (accountId: string) => `draft:${accountId}:`
/** Returns the key of a draft in the browser's storage; the lock of the tab that writes it has the same name. */
export const toKey = (accountId: string, draftId: string) => toPrefix(accountId) + draftId

/** Lists the drafts of an account that are kept in this browser, the newest first. */
export function listKept(accountId: string, store: Storage): KeptDraft[] {
  const prefix = toPrefix(accountId)
  return Object.keys(store)
    .filter((key) => key.startsWith(prefix))
    .map((key) => parseKept(store.getItem(key)))
    .filter((kept) => kept !== undefined)
    .toSorted((a, b) => b.savedAt - a.savedAt)
}

/** Returns a draft that is kept in this browser. */
export const findKept = (accountId: string, draftId: string, store: Storage): KeptDraft | undefined =>
  parseKept(store.getItem(toKey(accountId, draftId)))

function parseKept(json: string | null): KeptDraft | undefined {
  if (json === null) return undefined
  try {
    const { savedAt, draftId, text, base } = keptDraft.parse(JSON.parse(json))
    return { savedAt, typed: { draftId, ...text }, base }
  } catch {
    return undefined // another program wrote it
  }
}

/**
 * Keeps a draft; the oldest ones are deleted if there are too many. Returns false if the storage is full or switched
 * off.
 */
export function keepDraft(
  accountId: string,
  { typed, base }: Omit<KeptDraft, 'savedAt'>,
  store: Storage,
): boolean {
  const { draftId, ...text } = typed
  try {
    store.setItem(toKey(accountId, draftId), JSON.stringify({ savedAt: Date.now(), draftId, text, base }))
  } catch {
    return false
  }
  for (const old of listKept(accountId, store).slice(DRAFTS_KEPT))
    forgetDraft(accountId, old.typed.draftId, store)
  return true
}

/** Deletes a draft that the server has, or that its author does not want. */
export const forgetDraft = (accountId: string, draftId: string, store: Storage) =>
  store.removeItem(toKey(accountId, draftId))
