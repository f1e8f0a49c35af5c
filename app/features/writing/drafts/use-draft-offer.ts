import { useEffect, useState } from 'react'
import type { TextOwner } from '../../../shell/unsaved-texts.ts'
import { useTextOwner } from '../../../shell/use-text-owner.ts'
import { type BegunDraft, isSameText, toDraftPath, toDraftText } from './drafts.ts'
import { endKept, forgetDraft, listKept, toKey } from './kept-drafts.ts'
import { findSaved } from './use-draft-requests.ts'

/** A draft to continue with, and the path of its screen. */
interface OfferedDraft extends BegunDraft {
  path: string
  /** True if only this browser has it. */
  isKept: boolean
}

/**
 * Returns the draft to continue with. It is the newest that only this browser has and no other tab edits. Without one
 * it is the newest on the server. `goneId` is not offered, because it was published, or is in the form. What was typed
 * while `publishedId` was published is a draft of its own.
 */
export function useDraftOffer(
  accountId: string,
  {
    begun,
    goneId,
    publishedId,
  }: { begun: BegunDraft | undefined } & Record<'goneId' | 'publishedId', string | undefined>,
) {
  const owner = useTextOwner(accountId)
  const [kept, setKept] = useState<OfferedDraft>()
  useEffect(() => {
    if (publishedId) endKept(owner, publishedId, localStorage)
    return findFree(owner, setKept)
  }, [owner, publishedId])
  const saved = begun && { ...begun, path: toDraftPath(begun.id), isKept: false }
  const offer = [kept, saved].find((draft) => draft && draft.id !== goneId)
  const discardKept = () => {
    if (kept) forgetDraft(owner, kept.id, localStorage)
    setKept(undefined)
  }
  return { offer, discardKept }
}

// A draft of another tab, or of the page before this one, becomes free when that page releases its lock.
// The server may have a draft whose page did not wait for the answer.
function findFree(owner: TextOwner, onFound: (draft: OfferedDraft) => void): () => void {
  const end = new AbortController()
  let isFound = false
  for (const { savedAt, typed, articleVersion } of listKept(owner, localStorage)) {
    const { draftId: id, title } = typed
    const path = articleVersion === undefined ? toDraftPath(id) : `/articles/${id}`
    const offer = async (release: () => void) => {
      const saved = isFound ? undefined : await findSaved(id)
      if (isFound || end.signal.aborted) return release()
      isFound = true
      const isKept = !saved || !isSameText(saved.text, toDraftText(typed))
      if (!isKept) forgetDraft(owner, id, localStorage)
      onFound({ id, title, savedAt: new Date(savedAt), path, isKept })
    }
    holdLock(toKey(owner, id), end.signal, (release) => void offer(release))
  }
  return () => end.abort()
}

/** Locks a draft for this tab while its form is open. */
export function useDraftLock(owner: TextOwner, draftId: string): void {
  useEffect(() => {
    const end = new AbortController()
    const release = () => end.abort()
    holdLock(toKey(owner, draftId), end.signal, () => {})
    addEventListener('pagehide', release)
    return () => {
      removeEventListener('pagehide', release)
      release()
    }
  }, [owner, draftId])
}

/**
 * Waits for a lock, calls `onHeld` and holds the lock until `signal` aborts or `release` is called. Without https
 * browsers have no locks, so every draft is free.
 */
function holdLock(key: string, signal: AbortSignal, onHeld: (release: () => void) => void): void {
  if (!('locks' in navigator)) return onHeld(() => {})
  const hold = () =>
    new Promise<void>((release) => {
      signal.addEventListener('abort', () => release())
      onHeld(release)
    })
  navigator.locks.request(key, { signal }, hold).catch(() => {}) // aborted before it was free
}
