import type { SyntheticEvent } from 'react'
import { nameUnsavedTexts } from '../../../shell/unsaved-texts.ts'
import { createSharedState } from '../../../ui/shared-state.ts'
import { beginSignOut } from '../accounts.ts'

const RETRY_MS = 3000

/**
 * The state of signing out in this tab. `saving`: texts that only this browser has are sent to the server first. `asking`:
 * the server did not take all of them. Then the tab begins to leave, and may get no response.
 */
type SignOutState =
  | { step: 'signed-in' | 'saving' | 'leaving' | 'unanswered' }
  | { step: 'asking'; names: string[] }

/** Sends the texts that only this browser has. Returns the titles of those that are neither sent nor in its storage. */
export type SaveTexts = () => Promise<string[]>

const state = createSharedState<SignOutState>({ step: 'signed-in' })

/** Returns the state of signing out in this tab. Once it leaves, no screen may show anything of the account. */
export const useSignOutState = state.useValue

/** Signs out in place of the form. Asks first if a text would be lost with the storage of this browser. */
export async function signOut(saveTexts: SaveTexts | undefined): Promise<void> {
  if (state.read().step === 'saving') return
  const names = await findUnsaved(saveTexts)
  if (names.length > 0) state.set({ step: 'asking', names })
  else leave()
}

/** Asks whether to sign out, after it has sent what it can. */
export async function askToSignOut(saveTexts: SaveTexts | undefined): Promise<void> {
  state.set({ step: 'asking', names: await findUnsaved(saveTexts) })
}

async function findUnsaved(saveTexts: SaveTexts | undefined): Promise<string[]> {
  state.set({ step: 'saving' })
  const lost = (await saveTexts?.()) ?? []
  return [...lost.map((title) => `“${title}”`), ...nameUnsavedTexts(localStorage)]
}

/** Ends the question. The user stays signed in. */
export const stay = () => state.set({ step: 'signed-in' })

/** Signs out: the screens are empty at once, and a lost request is sent again until it succeeds. */
export function leave(event?: SyntheticEvent): void {
  event?.preventDefault()
  beginSignOut()
  state.set({ step: 'leaving' })
  void send()
}

async function send(): Promise<void> {
  const body = new URLSearchParams({ intent: 'sign-out', isAsked: 'yes' })
  const answer = await fetch('/auth', { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect') return location.replace('/')
  state.set({ step: 'unanswered' })
  setTimeout(() => void send(), RETRY_MS)
}

const MARK = 'signs-out'

/** Returns true once if a public page has begun to sign out (app/site-script.js), and the desk is to go on with it. */
export function takeSignOutMark(): boolean {
  const isMarked = sessionStorage.getItem(MARK) !== null
  sessionStorage.removeItem(MARK)
  return isMarked
}
