import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { type NoticeOutcome, NOTICES_PATH } from '../search-engines/search-engines.ts'

const NOTIFIED_RUN = 'notified-run'

/**
 * Notifies search engines once after the run that the operator waits for has succeeded. `runId` is undefined until
 * then. Returns true if every engine accepted the notice.
 */
export function useNoticeAfter(runId: string | undefined): boolean {
  const { submit, data } = useFetcher<NoticeOutcome>()
  useEffect(() => {
    if (!runId || sessionStorage.getItem(NOTIFIED_RUN) === runId) return
    sessionStorage.setItem(NOTIFIED_RUN, runId) // a reload of the screen sends no notice again
    void submit({}, { method: 'post', action: NOTICES_PATH })
  }, [runId, submit])
  return data !== undefined && data.isDone && data.isNews
}
