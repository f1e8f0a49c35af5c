import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { parseZoneCookie, toZoneCookie, ZONE_COOKIE } from './schedule.ts'

/**
 * Sends the time zone of the browser to the server if it is another one than last time, and reloads the screen in it. A
 * time zone that the person chose today stays.
 */
export function useTimeZone(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const present = Intl.DateTimeFormat().resolvedOptions().timeZone
    const sent = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${ZONE_COOKIE}=`))
    const known = parseZoneCookie(sent?.slice(ZONE_COOKIE.length + 1))
    if (known && (known.isChosen || known.name === present)) return
    document.cookie = toZoneCookie(present)
    void revalidate()
  }, [revalidate])
}
