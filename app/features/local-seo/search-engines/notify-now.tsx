import { PrefetchPageLinks, useFetcher } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { type NoticeOutcome, NOTICES_PATH } from './search-engines.ts'

interface NotifyNowProps {
  /** The outcome of a notice that a form without scripts has started. */
  outcome?: NoticeOutcome | undefined
}

/** The button that notifies search engines now (spec §2), and the toast with the outcome. */
export function NotifyNow({ outcome }: NotifyNowProps) {
  const notice = useFetcher<NoticeOutcome>()
  const busy = notice.state !== 'idle'
  const { isDone, message, description } = notice.data ?? outcome ?? {}
  return (
    <notice.Form method="post" action={NOTICES_PATH}>
      {/* Fetches the code of the outcome first: without it, a lost connection could not be shown. */}
      <PrefetchPageLinks page={NOTICES_PATH} />
      <Button isPrimary busy={busy} busyText="Notifying...">
        Notify Search Engines
      </Button>
      {message && !busy && <Toast title={message} description={description} tone={isDone ? 'ok' : 'bad'} />}
    </notice.Form>
  )
}

/** The button as a panel of the dashboard. */
export const NotifyPanel = () => (
  <section className="panel" aria-labelledby="notify">
    <h2 id="notify">Search engines</h2>
    <p className="panel-lead">
      Search engines hear of new, changed and deleted pages within a few minutes. You can also notify them
      now.
    </p>
    <NotifyNow />
  </section>
)
