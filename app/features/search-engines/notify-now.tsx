import { PrefetchPageLinks, useFetcher } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Toast } from '../../ui/toast.tsx'
import { type NoticeOutcome, NOTICES_PATH } from './search-engines.ts'

interface NotifyNowProps {
  /** Of the notice that was asked for by the page before, where there are no scripts. */
  outcome?: NoticeOutcome | undefined
}

/** Tells search engines now, from whatever screen, and says what came of it (spec §2). */
export function NotifyNow({ outcome }: NotifyNowProps) {
  const notice = useFetcher<NoticeOutcome>()
  const busy = notice.state !== 'idle'
  const { isDone, message, description } = notice.data ?? outcome ?? {}
  return (
    <notice.Form method="post" action={NOTICES_PATH}>
      {/* A screen whose code cannot be fetched any more could not say that the notice failed. */}
      <PrefetchPageLinks page={NOTICES_PATH} />
      <Button isPrimary busy={busy} busyText="Notifying...">
        Notify Search Engines
      </Button>
      {message && !busy && <Toast title={message} description={description} tone={isDone ? 'ok' : 'bad'} />}
    </notice.Form>
  )
}

/** The same as a panel of the dashboard. */
export const NotifyPanel = () => (
  <section className="panel" aria-labelledby="notify">
    <h2 id="notify">Search engines</h2>
    <p className="panel-lead">
      Pages that are new, changed or gone are told to them by themselves, within a few minutes. Or now:
    </p>
    <NotifyNow />
  </section>
)
