import { statfs } from 'node:fs/promises'
import { isEmbedded } from './database.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { remember } from './remember.server.ts'

const LOOK_MS = 1000
const MB = 1024 * 1024

/** Why nothing is written while there is no room. */
export const NO_ROOM =
  'The disk of this server is nearly full, so nothing was saved. Reading goes on; saving works again as soon as there is room.'

const seen = remember('room', () => ({ at: 0, isThere: true }))

/**
 * Whether the disk of the embedded store has more room than LEAST_ROOM_MB, as of a second ago: a store that runs out of
 * it in the midst of a write may never answer again. A server Postgres watches its own disk.
 */
export async function hasRoom(): Promise<boolean> {
  if (!isEmbedded || Date.now() - seen.at < LOOK_MS) return seen.isThere
  seen.at = Date.now()
  const { bavail, bsize } = await statfs(env.DATA_DIR)
  const isThere = bavail * bsize >= env.LEAST_ROOM_MB * MB
  if (isThere !== seen.isThere)
    log.warn({ free: bavail * bsize }, isThere ? 'store.has_room' : 'store.has_no_room')
  return (seen.isThere = isThere)
}
