import { FailedPage } from './failed-page.tsx'
import { pageUnavailable } from './messages.ts'
import { useSay } from '../../../ui/language.ts'
import type { Text } from '../../../shared/words/texts.ts'

/** The title of UnreadPage. */
export const UNAVAILABLE_TITLE: Text = 'Not readable at the moment'

/** Shows that the database cannot be read now, so it is unknown whether the URL has a page. */
export function UnavailablePage() {
  const say = useSay()
  return <FailedPage status={503} title={say(UNAVAILABLE_TITLE)} text={say(pageUnavailable)} />
}
