import { operatorContext } from '../../features/accounts/guard.server.ts'
import type { Route } from './+types/account'

export const loader = ({ context }: Route.LoaderArgs) => context.get(operatorContext)

export const meta = () => [{ title: 'Account' }]

export default function Account({ loaderData }: Route.ComponentProps) {
  return <p>{loaderData.email}</p>
}
