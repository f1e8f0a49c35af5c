import type { SyntheticEvent } from 'react'
import { createSharedState } from '../../../ui/shared-state.ts'
import { beginSignOut } from '../accounts.ts'

const RETRY_MS = 3000

/** The state of this tab: it shows its screens, has begun to sign out, or has begun without getting a response. */
type SignOutState = 'signed-in' | 'leaving' | 'unanswered'

const state = createSharedState<SignOutState>('signed-in')

/** Returns the state of signing out in this tab. From its begin on no screen may show anything of the account. */
export const useSignOutState = state.useValue

/** Signs out in place of the form: the screens are empty at once, and a lost request is sent again until it succeeds. */
export function signOut(event: SyntheticEvent): void {
  event.preventDefault()
  if (state.read() !== 'signed-in') return
  beginSignOut()
  state.set('leaving')
  void send()
}

async function send(): Promise<void> {
  const body = new URLSearchParams({ intent: 'sign-out' })
  const answer = await fetch('/auth', { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect') return location.replace('/')
  state.set('unanswered')
  setTimeout(() => void send(), RETRY_MS)
}
