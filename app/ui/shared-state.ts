import { useSyncExternalStore } from 'react'

/** A value outside React, which its components follow. */
interface SharedState<T> {
  read: () => T
  set: (next: T) => void
  /** Returns the value, and draws the component again when it changes. On the server it is the first value. */
  useValue: () => T
}

/** Returns a state of the whole tab, such as that of the one screen that is open. */
export function createSharedState<T>(first: T): SharedState<T> {
  let value = first
  const listeners = new Set<() => void>()
  const read = () => value
  const subscribe = (notify: () => void) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }
  return {
    read,
    set(next) {
      value = next
      for (const notify of listeners) notify()
    },
    useValue: () => useSyncExternalStore(subscribe, read, () => first),
  }
}
