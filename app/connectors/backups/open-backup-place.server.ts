import { type BackupPlace, openBackupFolder } from '../../platform/backup/backup-place.server.ts'
import { env } from '../../platform/env.server.ts'
import { openBucket } from './bucket.server.ts'

/** Opens the bucket or the folder of BACKUP_TO. Throws BackupPlaceError. */
export const openBackupPlace = (): Promise<BackupPlace> =>
  env.BACKUP_TO?.startsWith('s3://') ? openBucket() : openBackupFolder()
