/** Whether these are the tests that a release deserves (`npm run test:deep`) rather than those of every commit. */
export const isDeep = process.env.TIER === 'deep'

/** How often a process is killed at each place before a release, unless told otherwise. */
export const KILLS = Number(process.env.KILLS ?? 3)

/** Of how much of something a test does, what this run can afford. */
export const byTier = <T>(daily: T, deep: T): T => (isDeep ? deep : daily)
