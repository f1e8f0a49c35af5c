import { useEffect, useEffectEvent } from 'react'
import { NO_UNSAVED_TEXTS } from '../../../shell/unsaved-texts.ts'
import { hasSignedOutHere, isSignedInHere } from '../accounts.ts'

/**
 * Leads to the articles when another tab has changed to another account. What was typed here stays in the browser, for its
 * person and the account that it belongs to.
 */
export function useAccountWatch(): void {
  useEffect(() => {
    const last = readActingFor()
    return watchCookies(() => {
      if (readActingFor() !== last) location.assign('/articles')
    })
  }, [])
}

const readActingFor = () => /(?:^|; )acting_for=([^;]*)/.exec(document.cookie)?.[1]

// Immediately where the browser reports changes of cookies, only on https and on localhost; otherwise when the tab becomes
// visible.
function watchCookies(check: () => void): () => void {
  document.addEventListener('visibilitychange', check)
  const cookies = 'cookieStore' in window ? window.cookieStore : undefined
  cookies?.addEventListener('change', check)
  return () => {
    document.removeEventListener('visibilitychange', check)
    cookies?.removeEventListener('change', check)
  }
}

/**
 * Calls back when the user signs in or out in another tab: immediately where the browser reports changes of cookies,
 * otherwise when this tab becomes visible. The cookie is a hint; the server checks every request.
 */
export function useSessionWatch(onChange: (isSignedIn: boolean) => void): void {
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    let last = isSignedInHere()
    const check = () => {
      const now = isSignedInHere()
      if (now === last) return
      last = now
      notify(now)
    }
    return watchCookies(check)
  }, [])
}

/**
 * Clears localStorage on leaving the page after signing out: screens store unsaved texts of the account there. After a
 * session that ended by itself the texts stay, until another person signs in.
 */
export function useStorageClearing(): void {
  useEffect(() => {
    const clear = () => {
      if (!hasSignedOutHere()) return
      localStorage.clear()
      document.cookie = NO_UNSAVED_TEXTS
    }
    addEventListener('pagehide', clear)
    return () => removeEventListener('pagehide', clear)
  }, [])
}
