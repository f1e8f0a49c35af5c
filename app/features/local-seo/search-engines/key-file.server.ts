import { deriveKey } from '../../../platform/secret.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'

const KEY_BYTES = 16

/**
 * Returns this installation's IndexNow key: 32 hexadecimal digits. It is no secret: its file on the site proves
 * ownership.
 */
export const readIndexNowKey = (): string =>
  singleton('IndexNow key', () => deriveKey('indexnow').subarray(0, KEY_BYTES).toString('hex'))
