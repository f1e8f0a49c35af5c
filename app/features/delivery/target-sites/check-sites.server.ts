import { sql } from 'kysely'
import { listOpenBreakers } from '../../../platform/circuit-breaker.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { failed, type Finding, ok, warning } from '../../../platform/doctor/finding.ts'
import { toDeliverySentence } from '../deliveries/queries.server.ts'

const SHOWN = 5

/** Checks whether articles reach the sites of all accounts. */
export async function checkSites(): Promise<Finding> {
  const [sites, breakers] = [await listTroubledSites(), await listOpenBreakers()]
  const problems = [
    ...sites.map(toProblem),
    ...breakers.map(
      (name) => `${name} failed several times in a row and is left alone for a minute at a time`,
    ),
  ]
  if (problems.length === 0) return ok('All articles are on their sites.')
  const more = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : ''
  const found = `${problems.slice(0, SHOWN).join('; ')}${more}.`
  const advice =
    'Desk → Sites shows each reason and tests the connection; npm run sites -- test ADDRESS a shared site.'
  return sites.some(({ isShared, refused }) => isShared && refused > 0)
    ? failed(found, advice)
    : warning(found, advice)
}

interface TroubledSite {
  name: string
  isShared: boolean
  disabledReason: string | null
  failing: number
  /** Of the failing ones, those that are not tried again. */
  refused: number
  since: Date | null
}

function toProblem({ name, isShared, disabledReason, failing, refused, since }: TroubledSite): string {
  const site = `${name} (${isShared ? 'shared' : 'of an account'})`
  if (failing === 0) return `${site} is switched off: ${toDeliverySentence(disabledReason)}`
  const rest = `${refused} of them refused for good`
  return `${site} lacks ${failing} article${failing === 1 ? '' : 's'} since ${since?.toISOString() ?? 'its start'}, ${rest}`
}

/** Lists the sites that switched themselves off or lack articles, shared ones first. */
async function listTroubledSites(): Promise<TroubledSite[]> {
  const { rows } = await sql<TroubledSite>`
    select name, owner_id is null as is_shared, disabled_reason, failing, refused, since
    from target_sites cross join lateral (
      select count(*)::int as failing, count(*) filter (where next_attempt_at is null)::int as refused,
        min((select min(started_at) from delivery_attempts where delivery_id = deliveries.id and outcome = 'failed'
          and started_at > coalesce((select max(started_at) from delivery_attempts as done
            where done.delivery_id = deliveries.id and done.outcome <> 'failed'), '-infinity'))) as since
      from deliveries where site_id = target_sites.id and state = 'failed' and reason <> 'site-inactive'
    ) as failures
    where failing > 0 or disabled_reason is not null
    order by is_shared desc, failing desc, name
  `.execute(db)
  return rows
}
