import { useState } from 'react'
import { useAccountId } from './use-account-id.ts'

/**
 * The hidden field that names the account that a form was drawn for. The server refuses the form while another one acts.
 * `sent` is the account of a form that was refused, and is shown again with what was typed. It stays as it was at first.
 */
export function AccountField({ sent }: { sent?: string | undefined }) {
  const accountId = useAccountId()
  const [drawnFor] = useState(sent ?? accountId) // what is typed stays when the data of the screen are read again
  return <input type="hidden" name="accountId" value={drawnFor} />
}
