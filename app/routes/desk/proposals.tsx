import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { proposalToasts } from '../../features/api/agents-messages.ts'
import { listProposals } from '../../features/api/proposals.server.ts'
import { ProposalsView } from '../../features/api/proposals-view.tsx'
import { toShown } from '../../features/api/tools.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/proposals'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Lists what agents have proposed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const proposals = await listProposals(context.get(operatorContext))
  return { proposals: proposals.map(toShown), done: url.searchParams.get('done') }
}

export const meta = () => [{ title: 'Proposals' }]

export default function Proposals({ loaderData: { proposals, done } }: Route.ComponentProps) {
  const toast = done === 'accepted' || done === 'refused' ? proposalToasts[done] : undefined
  return <ProposalsView {...{ proposals, toast }} />
}
