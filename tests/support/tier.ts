/** Whether these are the tests that a release deserves (`npm run test:deep`) rather than those of every commit. */
export const isDeep = process.env.TIER === 'deep'

/** Of how much of something a test does, what this run can afford. */
export const byTier = <T>(daily: T, deep: T): T => (isDeep ? deep : daily)
