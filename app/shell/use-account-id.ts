import { useRouteLoaderData } from 'react-router'

/** Returns the id of the account whose screen this is. Another tab may act for another one by now. */
export const useAccountId = (): string | undefined =>
  useRouteLoaderData<{ operator: { id: string } }>('routes/desk/layout')?.operator.id
