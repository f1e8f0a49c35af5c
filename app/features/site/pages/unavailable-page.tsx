import { FailedPage } from './failed-page.tsx'
import { pageUnavailable } from './messages.ts'

/** The title of UnreadPage. */
export const UNAVAILABLE_TITLE = 'Not readable at the moment'

/** Shows that the database cannot be read now, so it is unknown whether the URL has a page. */
export const UnavailablePage = () => (
  <FailedPage status={503} title={UNAVAILABLE_TITLE} text={pageUnavailable} />
)
