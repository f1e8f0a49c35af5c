import { useSyncExternalStore } from 'react'

/** Returns whether React runs in the browser: false on the server and while a screen is plain HTML. */
export const useRunsScripts = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => {}
