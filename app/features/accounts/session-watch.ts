import { useEffect, useEffectEvent } from 'react'

/**
 * Calls back when somebody signs in or out in another tab: at once where the browser tells of cookies, else when the
 * tab is looked at again. The cookie is a hint; whoever is led on by it is checked by the server.
 */
export function useSessionWatch(onChange: (isSignedIn: boolean) => void): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    let last = isHinted()
    const look = () => {
      const now = isHinted()
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

const isHinted = () => /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)
