import { FailedPage } from './failed-page.tsx'
import { unread } from './messages.ts'

/** The title of UnreadPage. */
export const UNREAD_TITLE = 'Not readable at the moment'

/** Shows that the store cannot be read now, so it is unknown whether the address has a page. */
export const UnreadPage = () => <FailedPage status={503} title={UNREAD_TITLE} text={unread} />
