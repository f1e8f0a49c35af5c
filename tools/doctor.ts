import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { failed, type Finding, notChecked, ok, toMessage, warning } from '../app/platform/doctor/finding.ts'
import { parseSettings } from '../app/platform/settings.server.ts'
import type { Store } from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const COMMAND = 'npm run doctor'

const HELP = `
npm run doctor [-- --json]

Says in sentences what is wrong with this installation and what to do. The server may run or be stopped; run it as the
same user and with the same settings. It changes no data, migrates no table, sends no mail, and prints no secret.
Ends with 0 if no check failed (there may be warnings), with 1 if one failed, with 2 after a wrong call.

  --json   prints one JSON document: ok, version, and for each check name, state (ok, warning, failed, not checked),
           found and advice (null if there is nothing to do)
`

const CHECK_MS = 5000
const OPENING_MS = 60_000 // an embedded store that was not closed is checked row by row
const READING_MS = 60_000 // the newest backup is read
const WIDTH = 13

interface Check {
  name: string
  /** The check that must not have failed before. */
  needs?: string
  limitMs?: number
  run: () => Finding | Promise<Finding>
}

const project = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
  dependencies: { node: string }
}
let store: Store | undefined
const keep = (opened: Store) => void (store = opened)

// The modules are loaded late, because they end the process if a setting is wrong.
const CHECKS: Check[] = [
  { name: 'settings', run: checkSettings },
  {
    name: 'store',
    needs: 'settings',
    limitMs: OPENING_MS,
    run: async () => (await import('../app/platform/doctor/check-store.server.ts')).checkStore(COMMAND, keep),
  },
  {
    name: 'room',
    needs: 'settings',
    run: async () => (await import('../app/platform/doctor/check-store.server.ts')).checkRoom(),
  },
  {
    name: 'clock',
    needs: 'store',
    run: async () => (await import('../app/platform/doctor/check-clock.server.ts')).checkClock(),
  },
  { name: 'versions', run: checkVersions },
  {
    name: 'schema',
    needs: 'store',
    run: async () => (await import('../app/platform/doctor/check-store.server.ts')).checkSchema(),
  },
  {
    name: 'database',
    needs: 'schema',
    run: async () => (await import('../app/platform/doctor/check-store.server.ts')).checkDatabase(),
  },
  {
    name: 'secret',
    needs: 'schema',
    run: async () => (await import('../app/platform/doctor/check-secret.server.ts')).checkSecretFits(),
  },
  {
    name: 'queue',
    needs: 'schema',
    run: async () => (await import('../app/platform/doctor/check-queue.server.ts')).checkQueue(),
  },
  {
    name: 'server',
    needs: 'settings',
    run: async () => (await import('../app/platform/doctor/check-server.server.ts')).checkServer(),
  },
  {
    name: 'address',
    needs: 'server',
    run: async () =>
      (await import('../app/features/local-seo/domains/check-address.server.ts')).checkAddress(),
  },
  {
    name: 'accounts',
    needs: 'schema',
    run: async () => (await import('../app/features/accounts/sign-in/check-sign-up.server.ts')).checkSignUp(),
  },
  {
    name: 'mail',
    needs: 'settings',
    run: async () => (await import('../app/connectors/messages/check-mail.server.ts')).checkMail(),
  },
  {
    name: 'sites',
    needs: 'schema',
    run: async () =>
      (await import('../app/features/delivery/target-sites/check-sites.server.ts')).checkSites(),
  },
  {
    name: 'name',
    needs: 'settings',
    run: async () =>
      (await import('../app/connectors/domains/check-name.server.ts')).checkName(await readSiteUrl()),
  },
  {
    name: 'certificate',
    needs: 'settings',
    run: async () =>
      (await import('../app/connectors/domains/check-name.server.ts')).checkCertificate(await readSiteUrl()),
  },
  {
    name: 'backups',
    needs: 'schema',
    limitMs: READING_MS,
    run: async () =>
      (await import('../app/platform/doctor/check-backups.server.ts')).checkBackups(openBackupPlace),
  },
]

await runCommand(
  HELP,
  async () => {
    const isJson = readArguments()
    const results = new Map<string, Finding>()
    for (const check of CHECKS) {
      const finding = await runCheck(check, results)
      results.set(check.name, finding)
      if (!isJson) process.stdout.write(toText(check.name, finding))
    }
    const isOk = ![...results.values()].some(({ state }) => state === 'failed')
    if (isJson) process.stdout.write(toJson(isOk, results))
    await Promise.race([store?.close(), sleep(CHECK_MS)])
    process.exit(isOk ? 0 : 1) // a check that was too slow may still hold a connection
  },
  2,
)

async function openBackupPlace() {
  const { env } = await import('../app/platform/env.server.ts')
  if (env.BACKUP_TO?.startsWith('s3://'))
    return (await import('../app/connectors/backups/bucket.server.ts')).openBucket()
  return (await import('../app/platform/backup/backup-place.server.ts')).openBackupFolder()
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { json: { type: 'boolean', default: false } } }).values.json
  } catch (error) {
    throw new UsageError(`The only argument is --json. See ${COMMAND} -- --help.`, { cause: error })
  }
}

async function runCheck({ needs, run, limitMs = CHECK_MS }: Check, before: Map<string, Finding>) {
  const state = needs && before.get(needs)?.state
  if (state === 'failed' || state === 'not checked')
    return notChecked(`This needs the check of the ${needs}, which did not succeed.`)
  const isLate = sleep(limitMs).then(() =>
    failed(`The check has not ended within ${limitMs / 1000} seconds.`, 'Run it again while less goes on.'),
  )
  try {
    return await Promise.race([run(), isLate])
  } catch (error) {
    return failed(`The check ended with an error: ${toMessage(error)}`, 'Look for more about it in the log.')
  }
}

async function checkSettings(): Promise<Finding> {
  const read = parseSettings(process.env)
  if (!read.ok)
    return failed(
      `Some settings are wrong. ${read.problems.join('; ')}.`,
      'Correct them. .env.example describes every setting. The server does not start before.',
    )
  const { log } = await import('../app/platform/log.server.ts')
  log.level = 'silent' // its lines are for the server, and this says the same in its sentences
  return ok(`All settings are valid. The address of the main site is ${read.settings.SITE_URL}.`)
}

function checkVersions(): Finding {
  const found = `Broadsheet ${project.version} runs on Node ${process.versions.node}`
  const wanted = project.dependencies.node
  if (wanted === process.versions.node) return ok(`${found}.`)
  return warning(`${found}, and was made for ${wanted}.`, 'Start it with npm start, which uses its own Node.')
}

async function readSiteUrl(): Promise<URL> {
  return new URL((await import('../app/platform/env.server.ts')).env.SITE_URL)
}

function toText(name: string, { state, found, advice }: Finding): string {
  const lines = [`${state.padEnd(WIDTH)}${name}: ${toLine(found)}`]
  if (advice) lines.push(' '.repeat(WIDTH) + toLine(advice))
  return `${lines.join('\n')}\n`
}

// Some sentences quote the answers of other servers, which must not control a terminal.
function toLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

function toJson(isOk: boolean, results: Map<string, Finding>): string {
  const checks = [...results].map(([name, finding]) => ({ name, ...finding }))
  return `${JSON.stringify({ ok: isOk, version: project.version, checks }, null, 2)}\n`
}
