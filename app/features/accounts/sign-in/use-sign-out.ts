import { type SyntheticEvent, useSyncExternalStore } from 'react'
import { beginSignOut } from '../accounts.ts'

const RETRY_MS = 3000

/** Whether this tab shows its screens, has begun to sign out, or has begun without getting a response. */
type SignOutState = 'signed-in' | 'leaving' | 'unanswered'

let state: SignOutState = 'signed-in'
const listeners = new Set<() => void>()

function setState(next: SignOutState): void {
  state = next
  for (const notify of listeners) notify()
}

/** Returns the state of signing out in this tab. From its begin on no screen may show anything of the account. */
export const useSignOutState = (): SignOutState =>
  useSyncExternalStore(subscribe, readState, () => 'signed-in')

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

const readState = () => state

/** Signs out in place of the form: the screens are empty at once, and a lost request is sent again until it succeeds. */
export function signOut(event: SyntheticEvent): void {
  event.preventDefault()
  if (state !== 'signed-in') return
  beginSignOut()
  setState('leaving')
  void send()
}

async function send(): Promise<void> {
  const body = new URLSearchParams({ intent: 'sign-out' })
  const answer = await fetch('/auth', { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect') return location.replace('/')
  setState('unanswered')
  setTimeout(() => void send(), RETRY_MS)
}
