import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import type { Factor } from './factors.ts'

interface RemoveStepProps {
  factor: Factor
  /** True if no other factor is verified. */
  isLast: boolean
  /** The reason why the form asks for the password of the account, as a sentence. */
  why: string | undefined
  /** The reason why it was not removed. */
  error: string | undefined
  busy: boolean
}

/** The question before a factor is removed, with what follows from it. */
export const RemoveStep = ({ factor, isLast, why, error, busy }: RemoveStepProps) => (
  <ConfirmPanel
    title={`Remove ${factor.friendlyName}?`}
    text={toConsequence(factor, isLast)}
    intent="remove"
    fields={{ factorId: factor.id }}
    button={{ text: 'Remove', busyText: 'Removing...' }}
    back="/account/factors"
    busy={busy}
    error={error}
  >
    <PasswordAgain why={why} />
  </ConfirmPanel>
)

function toConsequence({ status }: Factor, isLast: boolean): string {
  if (status === 'unverified') return 'It was never finished. Nothing else changes.'
  return isLast
    ? 'It is your last one. From then on your password alone opens this account, and your recovery codes stop working.'
    : 'It opens nothing any more. Your other devices have to confirm with another factor before they go on.'
}
