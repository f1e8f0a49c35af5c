import { Form, Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { ApiSession } from './tokens.ts'

/** Asks before a client is ended, and says what follows. */
export function EndStep({ session, busy }: { session: ApiSession; busy: boolean }) {
  return (
    <section className="panel max-w-3xl border-s-4 border-s-bad" aria-labelledby="end">
      <h2 id="end" className="wrap-anywhere">
        {`End ${session.name}?`}
      </h2>
      <p className="mb-5 max-w-prose">
        Its tokens are refused from this moment on. Your other clients go on.
      </p>
      <Form method="post" action="/account/tokens" className="flex items-center gap-4">
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="id" value={session.id} />
        <Button isDangerous busy={busy} busyText="Ending...">
          End
        </Button>
        <Link className="link text-small" to="/account/tokens">
          Keep it
        </Link>
      </Form>
    </section>
  )
}
