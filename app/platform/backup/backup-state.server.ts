import type { Insertable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { db } from '../store/database.server.ts'

/** The outcome of the scheduled backups. */
export interface BackupState {
  /** The last one that was restored for a check, with the time at which it was begun. */
  good: { at: Date; place: string; file: string; bytes: number; seconds: number } | undefined
  /** The last failure, if there was no good one since. */
  failure: { at: Date; sentence: string } | undefined
}

/** Returns the last good scheduled backup and the failure since, if there are any. */
export async function findLastBackup(): Promise<BackupState> {
  const row = await db.selectFrom('backupState').selectAll().executeTakeFirst()
  const { goodAt, goodPlace, goodFile, goodBytes, goodSeconds, failedAt, failure } = row ?? {}
  return {
    good: goodAt
      ? {
          at: goodAt,
          place: goodPlace ?? '',
          file: goodFile ?? '',
          bytes: Number(goodBytes),
          seconds: goodSeconds ?? 0,
        }
      : undefined,
    failure: failedAt ? { at: failedAt, sentence: failure ?? '' } : undefined,
  }
}

/** Stores a good backup; a failure before it is forgotten. */
export const recordGoodBackup = ({ at, place, file, bytes, seconds }: NonNullable<BackupState['good']>) =>
  updateState({
    goodAt: at,
    goodPlace: place,
    goodFile: file,
    goodBytes: bytes,
    goodSeconds: seconds,
    failedAt: null,
    failure: null,
  })

/** Forgets the last good backup, which is no longer where it was stored. */
export const forgetGoodBackup = () => updateState({ goodAt: null, goodPlace: null, goodFile: null })

/** Stores why a backup failed. */
export const recordBackupFailure = (sentence: string) =>
  updateState({ failedAt: new Date(), failure: sentence })

async function updateState(row: Insertable<Tables['backupState']>): Promise<void> {
  await db
    .insertInto('backupState')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
}
