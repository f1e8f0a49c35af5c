import { useCallback, useEffect, useRef, useState } from 'react'
import { toClock } from '../../shared/dates.ts'
import { isSignedInHere } from '../accounts/accounts.ts'
import { forgetDraft, keepDraft, type KeptDraft, listKept, toKey } from './kept-drafts.ts'
import type { TypedDraft } from './publishing.ts'

const PAUSE_MS = 1000

/**
 * Keeps what a form holds in this browser until it is published: a second after its author has paused, and when the
 * form or the page goes. Gives when it was last kept, and what is to be called on every change.
 */
export function useKeptDraft(accountId: string) {
  const [keptAt, setKeptAt] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const due = useRef<HTMLFormElement>(undefined)
  const save = useCallback(() => {
    clearTimeout(timer.current)
    const form = due.current
    due.current = undefined
    // Signing out has emptied the store: whoever sits here next must not find anything.
    if (!form || !isSignedInHere()) return
    const savedAt = keepDraft(accountId, new FormData(form), localStorage)
    setKeptAt(savedAt === undefined ? undefined : toTime(savedAt))
  }, [accountId])
  useEffect(() => {
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  const saveLater = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    due.current = form
    timer.current = setTimeout(save, PAUSE_MS)
  }
  return { keptAt, saveLater, save }
}

interface OfferOptions {
  /** Whether the form is empty, as far as the server knows. */
  isWanted: boolean
  /** Drafts that are not to be offered any more: what was published, and what the form holds. */
  goneIds: (string | undefined)[]
}

/**
 * The last draft that was kept in this browser and that no other tab is at, once it is found. It is offered, and comes
 * into the form when its author takes it: by then something new may have been typed there.
 */
export function useDraftOffer(accountId: string, { isWanted, goneIds }: OfferOptions) {
  const [found, setFound] = useState<{ typed: TypedDraft; at: string; isTaken: boolean }>()
  const isFirst = useRef(true)
  useEffect(() => {
    const isOpening = isFirst.current
    isFirst.current = false
    if (!isOpening || !isWanted) return
    const find = async () => {
      const kept = await findFreeDraft(accountId)
      if (kept) setFound({ typed: kept.typed, at: toTime(kept.savedAt), isTaken: false })
    }
    void find()
  }, [accountId, isWanted])
  const take = () => setFound((offer) => offer && { ...offer, isTaken: true })
  const discard = () => {
    if (found) forgetDraft(accountId, found.typed.draftId, localStorage)
    setFound(undefined)
  }
  const offer = goneIds.includes(found?.typed.draftId) ? undefined : found
  return { offer, taken: offer?.isTaken ? offer.typed : undefined, take, discard }
}

const toTime = (savedAt: number) => toClock(new Date(savedAt), new Date())

/** Says to other tabs that this one is at a draft, for as long as it is open. */
export function useClaim(accountId: string, draftId: string): void {
  useEffect(() => void claim(toKey(accountId, draftId)), [accountId, draftId])
}

async function findFreeDraft(accountId: string): Promise<KeptDraft | undefined> {
  for (const kept of listKept(accountId, localStorage))
    if (await claim(toKey(accountId, kept.typed.draftId))) return kept
  return undefined
}

const claimed = new Set<string>()

// A lock that is never given back ends with its tab. Without https browsers have none: then every draft is free.
function claim(key: string): Promise<boolean> {
  if (claimed.has(key) || !('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks.request(key, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (!lock) return undefined
      claimed.add(key)
      return new Promise(() => {})
    })
  })
}
