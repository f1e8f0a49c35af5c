import { ROUTES } from './route-table.ts'

/** The addresses for operators and their programs, which the listener answers under any host. */
export const OPERATOR_PATHS = ['/healthz', '/readyz', '/metrics', '/known-host'] as const

/**
 * The first segments of all addresses that the product has itself. No page may have one of them, because readers would not
 * reach it.
 */
export const OWN_SEGMENTS: ReadonlySet<string> = new Set(
  [...Object.values(ROUTES).map(({ path }) => path), ...OPERATOR_PATHS, '/assets', '/__manifest'].flatMap(
    (path) => /^\/([^/:*]+)(?:\/|$)/.exec(path)?.[1] ?? [],
  ),
)
