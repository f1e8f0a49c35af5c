/** How an answer of an engine is shown. */
export const OUTCOMES = {
  accepted: { label: 'Accepted', tone: 'text-ok' },
  refused: { label: 'Refused', tone: 'text-bad' },
  failed: { label: 'Failed', tone: 'text-bad' },
} as const
