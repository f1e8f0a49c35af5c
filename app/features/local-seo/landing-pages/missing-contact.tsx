import { Link } from 'react-router'
import type { Contact } from './landing-pages.ts'
import { sayMissingContact } from './messages.ts'

/** Says to the owner of landing pages what their readers miss, with the way to the settings. */
export function MissingContact({ contact }: { contact: Contact }) {
  const sentence = sayMissingContact(contact)
  return (
    sentence && (
      <p className="mb-3 text-small text-warn">
        {sentence}{' '}
        <Link className="link" to="/seo-settings?tab=business">
          Add it in the settings
        </Link>
      </p>
    )
  )
}
