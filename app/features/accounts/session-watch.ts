import { useEffect, useEffectEvent } from 'react'
import { isSignedInHere } from './accounts.ts'

/**
 * Calls back when somebody signs in or out in another tab: at once where the browser tells of cookies, else when the
 * tab is looked at again. The cookie is a hint; whoever is led on by it is checked by the server.
 */
export function useSessionWatch(onChange: (isSignedIn: boolean) => void): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    let last = isSignedInHere()
    const look = () => {
      const now = isSignedInHere()
      if (now === last) return
      last = now
      tell(now)
    }
    document.addEventListener('visibilitychange', look)
    const cookies = 'cookieStore' in window ? window.cookieStore : undefined // only over https and on this machine
    cookies?.addEventListener('change', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      cookies?.removeEventListener('change', look)
    }
  }, [])
}

/** Empties the browser's store when its account has signed out: screens keep there what somebody is writing. */
export function useStoreOfAccount(): void {
  useEffect(() => {
    const leave = () => !isSignedInHere() && localStorage.clear()
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
}
