import { listRights, type Right } from '../shared/rights.ts'
import { useActing } from './use-acting.ts'

/** Returns true if the person may do something in the account. Screens show only what may be done; the server checks it. */
export function useMay(right: Right): boolean {
  const member = useActing()?.member
  return !member || listRights(member).includes(right)
}
