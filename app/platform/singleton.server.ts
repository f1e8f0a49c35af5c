const KEPT = Symbol.for('broadsheet.kept')

type Kept = Map<string, unknown>

/**
 * Returns the one instance of a value in this process; the first call makes it. A variable of a module would not do:
 * the development server loads modules again after every edit, and would open a second connection pool or queue.
 */
export function singleton<T>(name: string, make: () => T): T {
  const scope = globalThis as { [KEPT]?: Kept }
  const kept = (scope[KEPT] ??= new Map())
  if (!kept.has(name)) kept.set(name, make())
  return kept.get(name) as T
}
