/** Where a session is kept between visits: `localStorage`, or anything that is asked in the same way. */
export interface SessionStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}

/** Keeps a session for as long as the program runs. */
export function createMemoryStorage(): SessionStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** A browser's own storage, and memory where there is none. */
export function findStorage(): SessionStorage {
  try {
    return 'document' in globalThis ? globalThis.localStorage : createMemoryStorage()
  } catch {
    return createMemoryStorage() // the visitor has forbidden it
  }
}
