import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import type { ApiSession } from './tokens.ts'

/** The question before a client is ended, with what follows from it. */
export const EndStep = ({ session, busy }: { session: ApiSession; busy: boolean }) => (
  <ConfirmPanel
    title={`End ${session.name}?`}
    text="Its tokens are refused from this moment on. Your other clients go on."
    intent="end"
    fields={{ id: session.id }}
    button={{ text: 'End', busyText: 'Ending...' }}
    back="/account/tokens"
    busy={busy}
  />
)
