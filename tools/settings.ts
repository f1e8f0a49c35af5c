import { parseArgs } from 'node:util'
import { parseSettings, SETTING_NAMES, type Settings } from '../app/platform/settings.server.ts'
import { hideSecrets } from '../app/shared/hidden-secrets.ts'
import { runCommand, UsageError } from './command-line.ts'

const COMMAND = 'npm run settings'

const HELP = `
npm run settings [-- --json]       the settings in force, where each comes from, and which store a command would use
npm run settings -- rotate         seals everything anew, with APP_SECRET in the place of APP_SECRET_PREVIOUS
npm run settings -- accept-secret  goes on with the secret at hand, because the one of the store is lost for good

Secrets are hidden, also in addresses. Both changes of the secret work while the server runs. Before rotate, every process
has to run with both secrets; it can be repeated (docs/operations.md, Change the secret).

  --json   prints one JSON document: store, keyId, and for each setting name, value and source
`

/** A setting as it is shown. */
interface Shown {
  name: string
  value: string
  /** `default`, `environment`, or the file that it was read from. */
  source: string
}

const HOUR_MS = 3_600_000
// Settings that other programs define, and that count here too.
const OTHERS = /^(AWS|OTEL_EXPORTER_OTLP)_/

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [action = 'list', ...rest] = positionals
  const actions: Record<string, () => Promise<void>> = {
    list: () => list(values.json),
    rotate,
    'accept-secret': accept,
  }
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act || rest.length > 0) throw new UsageError(`What to do? See ${COMMAND} -- --help.`)
  await act()
})

// The modules are loaded late, because they end the process if a setting is wrong.
async function list(isJson: boolean): Promise<void> {
  const read = parseSettings(process.env)
  if (!read.ok) throw new Error(`Wrong settings (see .env.example):\n  ${read.problems.join('\n  ')}`)
  const { describeStore } = await import('../app/platform/store/database.server.ts')
  const shown = await listShown(read.settings)
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ store: describeStore(), settings: shown }, null, 2)}\n`)
    return
  }
  process.stdout.write(`Store: ${describeStore()}\n\n`)
  const width = Math.max(...shown.map(({ source }) => source.length))
  for (const { name, value, source } of shown)
    process.stdout.write(`${source.padEnd(width)}  ${name}=${value}\n`)
}

async function listShown(settings: Settings): Promise<Shown[]> {
  const files = JSON.parse(process.env.BROADSHEET_SOURCES ?? '{}') as Record<string, string>
  const toSource = (name: string) => files[name] ?? 'environment'
  const own = SETTING_NAMES.flatMap((name): Shown[] => {
    const given = process.env[name]
    if (given) return [{ name, value: hideSecrets(name, given), source: toSource(name) }]
    const value = toText(name, settings)
    return [{ name, value: hideSecrets(name, value), source: 'default' }]
  })
  const secret = await describeSecret()
  const others = Object.keys(process.env)
    .filter((name) => OTHERS.test(name) && !own.some((setting) => setting.name === name))
    .map((name) => ({ name, value: hideSecrets(name, process.env[name] ?? ''), source: toSource(name) }))
  const known = own.map((setting) =>
    setting.name === 'APP_SECRET'
      ? { ...setting, ...secret, source: secret.source ?? setting.source }
      : setting,
  )
  return [...known, ...others.toSorted((one, other) => one.name.localeCompare(other.name))]
}

async function describeSecret(): Promise<{ value: string; source?: string }> {
  const { hasSecret, readAppSecret, secretFile } = await import('../app/platform/secret.server.ts')
  const { toKeyId } = await import('../app/platform/seal.server.ts')
  if (!hasSecret()) return { value: '(the first start makes one)' }
  try {
    const value = `*** (key ${toKeyId(readAppSecret())})`
    return process.env.APP_SECRET ? { value } : { value, source: secretFile() }
  } catch (error) {
    return { value: `(${error instanceof Error ? error.message : String(error)})`, source: secretFile() }
  }
}

function toText(name: keyof Settings, settings: Settings): string {
  const value = settings[name]
  if (name === 'BACKUP_EVERY') return `${settings.BACKUP_EVERY / HOUR_MS}h`
  if (value instanceof Set) return [...value].join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

async function rotate(): Promise<void> {
  const { RECOVERY_CODES_KEY } = await import('../app/features/accounts/factors/factors.ts')
  const { signPagesAnew } = await import('../app/features/local-seo/landing-pages/commands.server.ts')
  const { listSecrets } = await import('../app/platform/secret.server.ts')
  const { findSealedState, sealAnew } = await import('../app/platform/secret-rotation.server.ts')
  const { openStoreForTool } = await import('../app/platform/store/store.server.ts')
  const { toWords } = await import('../app/platform/store/known-seal.server.ts')
  const store = await openStoreForTool(COMMAND)
  try {
    if (listSecrets().length === 1)
      throw new UsageError(
        'There is no earlier secret. Set APP_SECRET_PREVIOUS to it, and APP_SECRET to the new one.',
      )
    const pages = await signPagesAnew()
    const values = await sealAnew([RECOVERY_CODES_KEY])
    process.stdout.write(
      `${values} values are sealed and ${pages} landing pages signed with the new secret.\n`,
    )
    const { closed } = await findSealedState()
    if (closed.length > 0)
      process.stderr.write(`Neither secret opens these, and they stay as they were: ${toWords(closed)}\n`)
  } finally {
    await store.close()
  }
}

async function accept(): Promise<void> {
  const { hasSecret, makeSecret } = await import('../app/platform/secret.server.ts')
  const { acceptSecret, findSealedState } = await import('../app/platform/secret-rotation.server.ts')
  const { openStoreForTool } = await import('../app/platform/store/store.server.ts')
  const { listFactorOwners } = await import('../app/features/accounts/factors/queries.server.ts')
  const { toWords } = await import('../app/platform/store/known-seal.server.ts')
  const store = await openStoreForTool(COMMAND, { checksSecret: false })
  try {
    if (!hasSecret() && store.holder) throw new UsageError('Stop the server first.')
    if (!hasSecret()) makeSecret()
    const { closed } = await findSealedState()
    await acceptSecret()
    process.stdout.write('The store belongs to this secret now. Restart every process.\n')
    if (closed.length === 0) return
    process.stdout.write(`These cannot be used any more: ${toWords(closed)}\n`)
    const ids = closed.flatMap(({ table, rowId }) => (table === 'factors' ? [rowId] : []))
    for (const email of await listFactorOwners(ids))
      process.stdout.write(`Removes the lost authenticator app: npm run user -- reset ${email}\n`)
  } finally {
    await store.close()
  }
}
