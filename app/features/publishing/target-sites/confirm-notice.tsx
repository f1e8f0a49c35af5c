import { Notice } from '../../../ui/notice.tsx'
import { siteRefusals } from './messages.ts'

/** Asks for the password, in a new tab, so that the typed form stays here. */
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
