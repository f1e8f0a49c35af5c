/** The label and the colour of each outcome of a notice. */
export const OUTCOMES = {
  accepted: { label: 'Accepted', tone: 'text-ok' },
  refused: { label: 'Refused', tone: 'text-bad' },
  failed: { label: 'Failed', tone: 'text-bad' },
} as const
