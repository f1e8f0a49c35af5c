import { findReference, listReference } from '../../features/api/reference.ts'
import { ReferenceView } from '../../features/api/reference-view.tsx'
import { env } from '../../platform/env.server.ts'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/api-reference'

export const handle: RouteFacts = { access: 'screen', right: 'write' }

/** Lists the operations of the API, or returns the one that the address names. */
export function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const name = searchParams.get('operation')
  if (name === null) return { topics: listReference(), open: undefined }
  const open = findReference(name, env.SITE_URL, new Date().getUTCFullYear())
  if (!open) throw notFound('operation')
  return { topics: [], open }
}

export const meta = () => [{ title: 'API reference' }]

export default function ApiReference({ loaderData }: Route.ComponentProps) {
  return <ReferenceView {...loaderData} />
}
