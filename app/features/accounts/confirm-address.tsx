import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** Where the link of a mail leads that confirms an address. A button, because scanners of mail follow links too. */
export function ConfirmAddress({ token, busy }: { token: string; busy: boolean }) {
  return (
    <AuthFrame title="Confirm your address">
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <p className="mb-5 text-muted">One click, and you can sign in.</p>
        <div className="grid">
          <Button isPrimary busy={busy} busyText="Confirming...">
            Yes, this is my address
          </Button>
        </div>
      </Form>
    </AuthFrame>
  )
}
