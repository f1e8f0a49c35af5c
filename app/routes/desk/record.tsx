import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findRecord } from '../../features/accounts/record/queries.server.ts'
import { parseRecordFilter } from '../../features/accounts/record/record.ts'
import { RecordView } from '../../features/accounts/record/record-view.tsx'
import { parsePage } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/record'

export const handle: RouteFacts = { access: 'screen', right: 'lead' }

/** Returns a page of the account's record, for the filter of the address. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const [filter, page] = [parseRecordFilter(searchParams), parsePage(searchParams.get('page'))]
  return { filter, page, ...(await findRecord(context.get(operatorContext), filter, page)) }
}

export const meta = () => [{ title: 'Record' }]

export default function RecordScreen({ loaderData }: Route.ComponentProps) {
  return <RecordView {...loaderData} />
}
