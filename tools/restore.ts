import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { countArticles } from '../app/features/articles/queries.server.ts'
import { renderOutdatedLater } from '../app/features/articles/jobs.server.ts'
import { resumeDeliveries } from '../app/features/delivery/deliveries/commands.server.ts'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { hasSites } from '../app/features/delivery/target-sites/queries.server.ts'
import { jobs } from '../app/jobs.server.ts'
import { decryptIfNeeded } from '../app/platform/backup/age-file.server.ts'
import { type CheckedBackup, checkBackup, restoreStore } from '../app/platform/backup/backup.server.ts'
import { env } from '../app/platform/env.server.ts'
import { findKeyId, toKeyId } from '../app/platform/seal.server.ts'
import { acceptSecret } from '../app/platform/secret-rotation.server.ts'
import { hasSecret, makeSecret, readAppSecret, secretFile } from '../app/platform/secret.server.ts'
import { toWords } from '../app/platform/store/known-seal.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import {
  openStoreForTool,
  refuseOtherUser,
  replaceDamagedStore,
  type Store,
  StoreDamagedError,
  vacuumStore,
} from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const COMMAND = 'npm run restore'

const HELP = `
npm run restore -- FILE [--force] [--without-secret]

Brings back what npm run backup wrote, a scheduled backup, or a snapshot of the embedded store from DATA_DIR/snapshots:
all of it or, if the file is damaged or anything else fails, nothing. An encrypted one needs the BACKUP_KEY_FILE or the
BACKUP_PASSPHRASE that it was made with. Works while the server runs. Everybody has to sign in again afterwards.

  --force           puts it in the place of everything that is in the store now; a damaged embedded store is kept
                    beside it as DATA_DIR/store-damaged-TIME
  --without-secret  restores although the secret that sealed the backup is lost for good
`

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      'without-secret': { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new UsageError('From which file? See npm run restore -- --help.')
  if (!existsSync(file) || !statSync(file).isFile()) throw new UsageError(`There is no file ${file}.`)
  refuseOtherUser() // before any file is made in the data folder, and before this user's secret is compared
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(env.DATA_DIR, 'restore-'))
  try {
    const { force: isForced, 'without-secret': isSecretLost } = values
    await restore(file, { work, isForced, isSecretLost })
  } finally {
    rmSync(work, { recursive: true })
  }
})

interface How {
  work: string
  isForced: boolean
  isSecretLost: boolean
}

async function restore(file: string, { work, isForced, isSecretLost }: How): Promise<void> {
  const plain = await decryptIfNeeded(file, join(work, 'plain'))
  const checked = await checkBackup(plain) // before any file is changed
  const { rows, createdAt, closed } = checked
  if (closed.length > 0 && !isSecretLost) throw new UsageError(toOtherSecret(file, checked))
  const { store, finish } = await openStore(isForced)
  try {
    if (!isForced && !(await isEmpty()))
      throw new UsageError(
        'The store is not empty. Say --force to put the backup in the place of what is there.',
      )
    const queue = await startQueue(jobs, false)
    if (!hasSecret() && !store.holder) makeSecret()
    await restoreStore(plain, async (trx) => {
      await resumeDeliveries(trx)
      if (isSecretLost) await acceptSecret(trx)
    })
    await renderOutdatedLater()
    await queue.stop()
    await vacuumStore()
  } finally {
    await store.close()
  }
  finish?.()
  process.stdout.write(`${file}: ${rows} rows of ${createdAt} restored\n`)
}

function toOtherSecret(file: string, { closed, keyId }: CheckedBackup): string {
  const made = keyId ?? closed.map(({ value }) => findKeyId(value))[0]
  const own = hasSecret() ? `this installation has the key ${toKeyId(readAppSecret())}` : 'there is none here'
  return [
    `${file} was sealed with another secret: its key is ${made}, and ${own}. Nothing was changed.`,
    `Without that secret, nobody can use what it sealed (${toWords(closed)}), and recovery codes fail.`,
    `Bring it back first: put it into ${secretFile()} (chmod 600), or set APP_SECRET, or APP_SECRET_PREVIOUS beside it.`,
    'If it is lost for good, say --without-secret.',
  ].join('\n')
}

async function openStore(isForced: boolean): Promise<{ store: Store; finish?: () => void }> {
  try {
    return { store: await openStoreForTool(COMMAND, { checksSecret: false }) }
  } catch (error) {
    if (!isForced || !(error instanceof StoreDamagedError)) throw error
    const renewed = await replaceDamagedStore(COMMAND)
    process.stderr.write(`The damaged store is kept as ${renewed.aside}.\n`)
    return renewed
  }
}

async function isEmpty(): Promise<boolean> {
  if (await hasAccounts()) return false
  return (await countArticles(MAIN_SITE_ID)) === 0 && !(await hasSites())
}
