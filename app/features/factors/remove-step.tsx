import { Form, Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { Factor } from './factors.ts'

interface RemoveStepProps {
  factor: Factor
  /** Whether it is the only verified one. */
  isLast: boolean
  busy: boolean
}

/** Asks before a factor is removed, and says what follows. */
export function RemoveStep({ factor, isLast, busy }: RemoveStepProps) {
  return (
    <section className="panel border-s-4 border-s-bad" aria-labelledby="remove">
      <h2 id="remove" className="wrap-anywhere">
        Remove {factor.friendlyName}?
      </h2>
      <p className="mb-5 max-w-prose">{toConsequence(factor, isLast)}</p>
      <Form method="post" action="/account/factors" className="flex items-center gap-4">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="factorId" value={factor.id} />
        <Button isDangerous busy={busy} busyText="Removing...">
          Remove
        </Button>
        <Link className="link text-small" to="/account/factors">
          Keep it
        </Link>
      </Form>
    </section>
  )
}

function toConsequence({ status }: Factor, isLast: boolean): string {
  if (status === 'unverified') return 'It was never finished. Nothing else changes.'
  return isLast
    ? 'It is your last one. From then on your password alone opens this account, and your recovery codes stop working.'
    : 'It opens nothing any more. Your other devices have to confirm with another factor before they go on.'
}
