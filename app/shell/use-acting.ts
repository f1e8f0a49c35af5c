import { useRouteLoaderData } from 'react-router'
import type { Standing } from '../shared/rights.ts'

/** The account that acts, and the person as its member. */
interface Acting {
  id: string
  member?: (Standing & { personId: string }) | undefined
}

/** Returns who acts, by the data of the desk's frame; undefined outside it. Another tab may act for another account by now. */
export const useActing = (): Acting | undefined =>
  useRouteLoaderData<{ operator: Acting }>('routes/desk/layout')?.operator
