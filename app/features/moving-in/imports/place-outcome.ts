import type { Refusal } from '../../../shared/refusal.ts'
import type { StoredPlanRefusal } from '../../writing/schedule/schedule.ts'
import { toStored } from './imports.ts'

interface PlaceOutcome {
  plannedFor: Date | null
  /** The reason why it is a draft. */
  problem: string | null
  isPublic?: false
}

/** Returns what the row of an imported article says of its plan, or why it is a draft. */
export function toPlaceOutcome(
  plan: { ok: true } | Refusal<StoredPlanRefusal> | undefined,
  { plannedFor, lacksPath }: { plannedFor: Date | undefined; lacksPath: boolean },
): PlaceOutcome {
  if (plan?.ok) return { plannedFor: plannedFor ?? null, problem: null }
  if (lacksPath) return { plannedFor: null, problem: toStored({ reason: 'no-path' }), isPublic: false }
  return { plannedFor: null, problem: plan ? toStored({ reason: 'not-planned', gap: plan.reason }) : null }
}
