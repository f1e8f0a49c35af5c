import { deriveKey } from '../../platform/secret.server.ts'
import { remember } from '../../platform/remember.server.ts'

const KEY_BYTES = 16

/** The key that IndexNow knows this installation by: 32 hexadecimal digits. It is no secret; its file proves who we are. */
export const readIndexNowKey = (): string =>
  remember('IndexNow key', () => deriveKey('indexnow').subarray(0, KEY_BYTES).toString('hex'))
