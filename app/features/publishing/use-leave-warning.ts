import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { unsavedChanges } from './messages.ts'

/** Asks before somebody leaves behind what was not saved; gives what says that there is something, or no more. */
export function useLeaveWarning(): (isUnsaved: boolean) => void {
  const isUnsaved = useRef(false)
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved.current && currentLocation.pathname !== nextLocation.pathname && !confirm(unsavedChanges),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return useCallback((isSo) => {
    isUnsaved.current = isSo
  }, [])
}
