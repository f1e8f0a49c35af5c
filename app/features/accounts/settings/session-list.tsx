import { Form } from 'react-router'
import { toAgo, toShortDate } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import type { BrowserSession } from './settings.ts'

interface SessionListProps {
  sessions: BrowserSession[]
  now: Date
  busy: boolean
}

/** The browsers in which the account is signed in, with buttons to end their sessions. */
export function SessionList({ sessions, now, busy }: SessionListProps) {
  return (
    <section className="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} busy={busy} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" className="mt-5">
          <input type="hidden" name="intent" value="end-other-sessions" />
          <Button busy={busy}>End all other sessions</Button>
        </Form>
      ) : (
        <p className="mt-4 text-small text-muted">
          You are signed in nowhere else. Another browser shows up here as soon as you sign in with it.
        </p>
      )}
    </section>
  )
}

function SessionRow({ session, now, busy }: { session: BrowserSession; now: Date; busy: boolean }) {
  const { id, device, address, signedInAt, lastSeenAt, isCurrent } = session
  return (
    <li>
      <div className="min-w-0">
        <p className="font-[550]">{device}</p>
        <p className="text-small text-muted">
          Signed in {toShortDate(signedInAt)}
          {address && <> from {address}</>}
        </p>
      </div>
      {isCurrent ? (
        <span className="state text-ok">This session</span>
      ) : (
        <>
          <span className="text-small text-muted">Last seen {toAgo(lastSeenAt, now)}</span>
          <Form method="post">
            <input type="hidden" name="intent" value="end-session" />
            <input type="hidden" name="sessionId" value={id} />
            <Button busy={busy}>
              End<span className="sr-only"> the session on {device}</span>
            </Button>
          </Form>
        </>
      )}
    </li>
  )
}
