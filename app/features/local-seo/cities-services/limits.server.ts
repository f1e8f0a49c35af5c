import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { TooOften } from './cities-services.ts'

/** Counts a deletion, a restoration or an import of many entries; a refusal after 120 of an account in an hour. */
export const limitChanges = (operator: Operator) => limit(operator, 'catalogue-changes', 120)

/** Counts an uploaded file; a refusal after 60 of an account in an hour. */
export const limitFiles = (operator: Operator) => limit(operator, 'catalogue-import', 60)

async function limit({ id }: Operator, name: string, most: number): Promise<TooOften | undefined> {
  const waitS = await consumeRateLimits([{ name, of: id, most, windowS: 3600 }])
  return waitS > 0 ? refuse('too-often', { waitS }) : undefined
}
