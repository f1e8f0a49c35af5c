import { KEYS_TAG, listPublicKeys } from '../../features/accounts/tokens/signing-keys.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { pageHeaders } from '../../platform/web/request-context.server.ts'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the public keys of access tokens (RFC 7517). Clients may cache them for ten minutes. */
export async function loader() {
  const { headers } = pageHeaders([KEYS_TAG])
  return Response.json(
    { keys: await listPublicKeys() },
    { headers: { ...headers, 'cache-control': 'public, max-age=600' } },
  )
}
