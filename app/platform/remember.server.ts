const KEPT = Symbol.for('broadsheet.kept')

type Kept = Map<string, unknown>

/**
 * The one instance of something in this process. A module's own variables would do, but the development server loads
 * modules anew after every edit, and a second connection pool or queue beside the first helps nobody.
 */
export function remember<T>(name: string, make: () => T): T {
  const place = globalThis as { [KEPT]?: Kept }
  const kept = (place[KEPT] ??= new Map())
  if (!kept.has(name)) kept.set(name, make())
  return kept.get(name) as T
}
