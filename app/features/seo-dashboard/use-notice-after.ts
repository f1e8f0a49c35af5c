import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { type NoticeOutcome, NOTICES_PATH } from '../search-engines/search-engines.ts'

const TOLD = 'notified-run'

/**
 * Has search engines notified once a run has ended well that the operator has waited for (`runId`,
 * undefined until then); gives whether they took it.
 */
export function useNoticeAfter(runId: string | undefined): boolean {
  const { submit, data } = useFetcher<NoticeOutcome>()
  useEffect(() => {
    if (!runId || sessionStorage.getItem(TOLD) === runId) return
    sessionStorage.setItem(TOLD, runId) // also where the screen is read anew
    void submit({}, { method: 'post', action: NOTICES_PATH })
  }, [runId, submit])
  return data !== undefined && data.isDone && data.isNews
}
