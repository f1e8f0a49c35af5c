#!/usr/bin/env node
import { hostname } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError, createApi } from '../client.ts'
import { mayPass } from '../retry.ts'
import { revokeToken, signInByCode } from './device.ts'
import { Busy, withLock } from './files.ts'
import { openFolder } from './folder.ts'
import { findLink, link } from './known.ts'
import { findSiteIds } from './newsroom.ts'
import { diff, publish, pull, push, type Work } from './sync.ts'
import type { Told } from './told.ts'
import { findToken, removeToken, saveToken } from './tokens.ts'
import { watchFolder } from './watch.ts'

const HELP = `
broadsheet COMMAND [FILE...] [--folder DIR]

A folder of Markdown files with front matter, in step with the desk of a newsroom.

  login URL      signs in by a code that you type on the desk, and links the folder to the newsroom
  logout         ends the token, and forgets it
  pull           takes what has changed on the desk; both sides' changes are merged
  push           sends what has changed here, as drafts and working copies, which readers do not see
  publish FILE   sends files and publishes them
  diff           shows how the files differ from the desk
  watch          pulls and pushes at each change, until it is stopped

  --folder DIR   the folder; the current one unless given
  --site NAME    publish on this site: its name, address or id (may be repeated)
  --every S      watch: seconds between two looks at the desk; 30 unless given
  --json         a line of JSON for each file
  --help         this text

A part that both sides changed differently is never overwritten: pull writes both texts between marks, push sends nothing.
Build machines set BROADSHEET_URL and BROADSHEET_TOKEN instead of signing in.

Exit codes: 0 all is done. 1 something needs a person, or differs. 2 the command is wrong. 3 no newsroom, or not signed in.
`

class UsageError extends Error {}
class NotSignedIn extends Error {}

const OPTIONS = {
  folder: { type: 'string', default: '.' },
  site: { type: 'string', multiple: true },
  every: { type: 'string', default: '30' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const say = (text: string) => void process.stdout.write(`${text}\n`)
const warn = (text: string) => void process.stderr.write(`${toPlain(text)}\n`)

type Values = ReturnType<typeof parse>['values']

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Runs the command. Returns the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = parse()
  const [command = '', ...given] = positionals
  if (values.help || command === '') {
    say(HELP.trim())
    return command === '' && !values.help ? 2 : 0
  }
  const folder = resolve(values.folder)
  if (command === 'login') return signIn(folder, given[0])
  if (command === 'logout') return signOut(folder)
  return workIn(folder, command, { values, given })
}

async function workIn(
  folder: string,
  command: string,
  { values, given }: { values: Values; given: string[] },
): Promise<number> {
  const paths = given.map((file) => relative(folder, resolve(file)).split(sep).join('/'))
  const names = paths.filter((path) => path !== '') // the folder itself means all of its files
  const work = (tell: (told: Told) => void) => open(folder, { names, tell })
  if (command === 'watch') return keepInStep(folder, values, work)
  const start = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!start) throw new UsageError(`There is no command ${command}.`)
  if (command === 'publish' && names.length === 0) throw new UsageError('Name the files to publish.')
  const teller = createTeller(values)
  const opened = await work((told) => teller.tell(told))
  await withLock(folder, () => start(opened, values))
  return teller.toCode()
}

const COMMANDS: Record<string, (work: Work, values: Values) => Promise<void>> = {
  pull,
  push,
  publish: async (work, { site }) => publish(work, site && (await findSiteIds(work.api, site))),
  diff: (work, { json }) =>
    diff(work, (lines) =>
      json ? undefined : say(lines.map((line) => toPlain(line.replace(/\r$/, ''))).join('\n')),
    ),
}

function createTeller({ json }: Pick<Values, 'json'>) {
  const told: Told[] = []
  return {
    tell(each: Told) {
      told.push(each)
      const { name, outcome, message } = each
      if (json) say(JSON.stringify({ name, outcome, message }))
      else if (outcome !== 'same') say(`${toPlain(name)}: ${toPlain(message)}`)
    },
    toCode() {
      if (!json && told.every(({ outcome }) => outcome === 'same')) say('All is in step.')
      return told.every(({ isDone }) => isDone) ? 0 : 1
    },
  }
}

// Names, messages and texts may come from another system. A terminal obeys some characters.
const toPlain = (text: string) => text.replaceAll(/[^\P{Cc}\t]/gu, '?')

async function findNewsroom(folder: string): Promise<string> {
  const url = process.env.BROADSHEET_URL || (await findLink(folder))
  if (url === undefined) throw new NotSignedIn('This folder has no newsroom. Sign in: broadsheet login URL')
  return toOrigin(url)
}

// A token that is sent without encryption is everybody's.
function toOrigin(url: string): string {
  const whole = URL.canParse(url) ? url : `https://${url}`
  if (!URL.canParse(whole)) throw new UsageError(`This is no address: ${url}`)
  const { origin, protocol, hostname: host } = new URL(whole)
  const isHere =
    host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new UsageError(`The address of a newsroom begins with https://, unlike ${url}.`)
  return origin
}

async function open(folder: string, work: Pick<Work, 'names' | 'tell'>): Promise<Work> {
  if (process.env.BROADSHEET_TOKEN && !process.env.BROADSHEET_URL)
    throw new UsageError(
      'BROADSHEET_TOKEN needs BROADSHEET_URL: a folder may name the newsroom of a stranger.',
    )
  const origin = await findNewsroom(folder)
  const linked = await findLink(folder)
  if (linked !== undefined && linked !== origin)
    throw new UsageError(`This folder belongs to ${linked}. Use another folder for ${origin}.`)
  const token = await findToken(origin)
  if (token === undefined) throw new NotSignedIn(`You are not signed in. Run: broadsheet login ${origin}`)
  await link(folder, origin)
  return { api: createApi(origin, { token }), folder: openFolder(folder), ...work }
}

async function signIn(folder: string, url: string | undefined): Promise<number> {
  if (url === undefined) throw new UsageError('Name the address of the newsroom: broadsheet login URL')
  const origin = toOrigin(url)
  const linked = await findLink(folder)
  if (linked !== undefined && linked !== origin) throw new UsageError(`This folder belongs to ${linked}.`)
  const token = await signInByCode(origin, `broadsheet on ${hostname()}`, ({ code, address, whole }) =>
    say(`Open ${toPlain(address)} and type ${toPlain(code)}\nOr open ${toPlain(whole)}`),
  )
  await saveToken(origin, token)
  await link(folder, origin)
  say(`You are signed in to ${origin}.`)
  return 0
}

async function signOut(folder: string): Promise<number> {
  const origin = await findNewsroom(folder)
  const token = await removeToken(origin)
  if (token === undefined) throw new NotSignedIn(`You are not signed in to ${origin}.`)
  await revokeToken(origin, token)
  say(`You are signed out of ${origin}.`)
  return 0
}

async function keepInStep(
  folder: string,
  values: Values,
  work: (tell: (told: Told) => void) => Promise<Work>,
): Promise<number> {
  const everyS = Number(values.every)
  if (!(everyS >= 1)) throw new UsageError('--every needs a number of seconds.')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const teller = createTeller(values)
  const opened = await work((told) => told.outcome !== 'same' && teller.tell(told))
  await watchFolder(folder, {
    everyS,
    signal: stop.signal,
    run: () =>
      withLock(folder, async () => {
        await pull(opened)
        await push(opened)
      }).catch((error: unknown) => {
        if (!mayPass(error) && !(error instanceof Busy)) throw error
        warn(`${toSentence(error)} The next look is in ${everyS} seconds.`)
      }),
  })
  return 0
}

function toExitCode(error: unknown): number {
  if (error instanceof UsageError) return 2
  const isApart = error instanceof NotSignedIn || error instanceof TypeError
  return isApart || (error instanceof ApiError && error.status === 401) ? 3 : 1
}

// `fetch` says why it failed in its cause.
function toSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ApiError && error.status === 401)
    return `${error.message}. Sign in again: broadsheet login URL`
  if (!(error instanceof TypeError)) return error.message
  const { cause } = error
  return `The newsroom does not answer${cause instanceof Error ? `: ${cause.message}` : ''}.`
}

try {
  process.exitCode = await run()
} catch (error) {
  warn(toSentence(error))
  process.exitCode = toExitCode(error)
}
