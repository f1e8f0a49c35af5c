/** True in the run before a release (`npm run test:deep`), false in the daily run. */
export const isDeep = process.env.TIER === 'deep'

/**
 * The number of times that a process is killed at each step in the run before a release. The variable KILLS changes it.
 */
export const KILLS = Number(process.env.KILLS ?? 3)

/** Returns the first value in the daily run, the second one in the run before a release. */
export const byTier = <T>(daily: T, deep: T): T => (isDeep ? deep : daily)
