import type { JobKind } from '../../../platform/work/queue.server.ts'
import { pruneDeviceCodes } from './device-codes.server.ts'
import { pruneRefreshTokens } from './refresh-tokens.server.ts'
import { maintainSigningKeys } from './signing-keys.server.ts'

/** The job that replaces the signing key every 90 days and deletes unused keys, refresh tokens and codes. */
export const tendTokensJob: JobKind = {
  name: 'tend-tokens',
  cron: '23 * * * *',
  async work() {
    await maintainSigningKeys()
    await pruneRefreshTokens()
    await pruneDeviceCodes()
  },
}
