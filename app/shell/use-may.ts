import { useRouteLoaderData } from 'react-router'
import { listRights, type Right, type Standing } from '../shared/rights.ts'

/** The data of the desk's frame that say who acts. */
interface DeskData {
  operator: { member?: Standing | undefined }
}

/** Returns true if the person may do something in the account. Screens show only what may be done; the server checks it. */
export function useMay(right: Right): boolean {
  const member = useRouteLoaderData<DeskData>('routes/desk/layout')?.operator.member
  return !member || listRights(member).includes(right)
}
