import { statfs } from 'node:fs/promises'
import { isEmbedded } from './store/database.server.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { singleton } from './singleton.server.ts'

const CHECK_MS = 1000
const MB = 1024 * 1024

/** The sentence for a write that was refused because the disk is nearly full. */
export const DISK_FULL =
  'The disk of this server is nearly full, so nothing was saved. Reading goes on; saving works again as soon as there is room.'

const lastCheck = singleton('room', () => ({ at: -Infinity, free: Infinity, isEnough: true }))

/**
 * Returns true if the disk of the embedded database has LEAST_ROOM_MB and `more` bytes free, checked once a second. If
 * the disk gets full during a write, the database may hang. The operator of a Postgres server must watch its disk.
 */
export async function hasDiskSpace(more = 0): Promise<boolean> {
  if (isEmbedded && performance.now() - lastCheck.at >= CHECK_MS) await checkDisk()
  return lastCheck.free >= env.LEAST_ROOM_MB * MB + more
}

async function checkDisk(): Promise<void> {
  lastCheck.at = performance.now()
  const free = await readFreeSpace()
  const isEnough = free >= env.LEAST_ROOM_MB * MB
  if (isEnough !== lastCheck.isEnough) log.warn({ free }, isEnough ? 'store.has_room' : 'store.has_no_room')
  Object.assign(lastCheck, { free, isEnough })
}

/** Returns the free bytes on the disk of the data folder that this user may fill. */
export async function readFreeSpace(): Promise<number> {
  const { bavail, bsize } = await statfs(env.DATA_DIR)
  return bavail * bsize
}

/** A disk has not the room for a file that this process wants to write. The message is two sentences. */
export class NoRoomError extends Error {}

const toMegabytes = (bytes: number) => Math.ceil(bytes / MB)

/** Throws NoRoomError unless the disk of the data folder has LEAST_ROOM_MB and `bytes` free. Also beside a Postgres server. */
export async function requireRoom(bytes: number): Promise<void> {
  const free = await readFreeSpace()
  if (free >= env.LEAST_ROOM_MB * MB + bytes) return
  throw new NoRoomError(
    `There is not enough room in ${env.DATA_DIR}: a backup needs ${toMegabytes(bytes)} MB there beside the ${env.LEAST_ROOM_MB} MB of LEAST_ROOM_MB, and ${toMegabytes(free)} MB are free. Make room.`,
  )
}

/** Returns true for the error of a write to a disk, or into an account's share of it, that is full. */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
