import { Notice } from '../../ui/notice.tsx'
import { siteRefusals } from './messages.ts'

/** Asks for the password in a tab of its own, so that what was typed here stays. */
export function ConfirmNotice() {
  return (
    <Notice>
      <p>{siteRefusals['not-fresh']}</p>
      <p className="mt-2">
        <a className="link" href="/auth/confirm?next=/manage-sites" target="_blank" rel="noopener">
          Confirm in a new tab
        </a>
      </p>
    </Notice>
  )
}
