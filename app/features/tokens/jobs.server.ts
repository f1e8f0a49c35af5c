import type { JobKind } from '../../platform/queue.server.ts'
import { pruneRefreshTokens } from './refresh-tokens.server.ts'
import { tendSigningKeys } from './signing-keys.server.ts'

/** Changes the key that signs before it is 90 days old, and forgets what no token needs any more. */
export const tendTokensJob: JobKind = {
  name: 'tend-tokens',
  cron: '23 * * * *',
  async work() {
    await tendSigningKeys()
    await pruneRefreshTokens()
  },
}
