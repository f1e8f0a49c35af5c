import { useSyncExternalStore } from 'react'

/** Returns true if React runs in the browser: false on the server and while a screen is plain HTML. */
export const useRunsScripts = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => {}
