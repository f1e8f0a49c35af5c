/**
 * Work of which everybody may have one piece under way: a second one of the same account is refused with undefined,
 * and not queued. Counted in this process alone.
 */
export function createTurns() {
  const busy = new Set<string>()
  return async <T>(account: { id: string }, work: () => Promise<T>): Promise<T | undefined> => {
    if (busy.has(account.id)) return undefined
    busy.add(account.id)
    try {
      return await work()
    } finally {
      busy.delete(account.id)
    }
  }
}
