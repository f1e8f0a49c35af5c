import { KEYS_TAG, listPublicKeys } from '../../features/tokens/signing-keys.server.ts'
import { pageHeaders } from '../../platform/request-context.server.ts'

/** The keys that access tokens are checked with (RFC 7517). Clients keep them for ten minutes. */
export async function loader() {
  const { headers } = pageHeaders([KEYS_TAG])
  return Response.json(
    { keys: await listPublicKeys() },
    { headers: { ...headers, 'cache-control': 'public, max-age=600' } },
  )
}
