import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { exportRecord } from '../../features/accounts/record/export-record.server.ts'
import { parseRecordFilter } from '../../features/accounts/record/record.ts'
import { refuseCrossSite } from '../../shared/http.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/record-export'

export const handle: RouteFacts = { access: 'screen', right: 'lead', isStreamed: true }

/** Returns the matching lines of the record as a file: JSON with `?as=json`, otherwise CSV. */
export async function loader({ request, context, url: { searchParams } }: Route.LoaderArgs) {
  const refused = refuseCrossSite(request)
  if (refused) return refused
  const isJson = searchParams.get('as') === 'json'
  const lines = await exportRecord(context.get(operatorContext), parseRecordFilter(searchParams), isJson)
  return new Response(lines, {
    headers: {
      'content-type': isJson ? 'application/json' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="broadsheet-record.${isJson ? 'json' : 'csv'}"`,
    },
  })
}
