import { LostPage } from './lost-page.tsx'
import { unread } from './messages.ts'

export const UNREAD_TITLE = 'Not readable at the moment'

/** What an address shows of which nobody can say now whether it has a page. */
export const UnreadPage = () => <LostPage status={503} title={UNREAD_TITLE} text={unread} />
