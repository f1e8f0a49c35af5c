import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { toZoneCookie, ZONE_COOKIE } from './schedule.ts'

/** Sends the time zone of the browser to the server, once, and reloads the screen in that time zone. */
export function useTimeZone(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (document.cookie.includes(`${ZONE_COOKIE}=`)) return
    document.cookie = toZoneCookie(Intl.DateTimeFormat().resolvedOptions().timeZone)
    void revalidate()
  }, [revalidate])
}
