/** The storage of a session between visits: `localStorage`, or an object with the same three methods. */
export interface SessionStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}

/** Returns a storage in memory, which ends with the program. */
export function createMemoryStorage(): SessionStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** Returns the browser's `localStorage`, or memory where there is none. */
export function findStorage(): SessionStorage {
  try {
    return 'document' in globalThis ? globalThis.localStorage : createMemoryStorage()
  } catch {
    return createMemoryStorage() // the browser's settings forbid it
  }
}
