import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { deliverJob } from '../app/features/delivery/deliveries/jobs.server.ts'
import { addSharedSite, removeSharedSite } from '../app/features/delivery/target-sites/commands.server.ts'
import { testSharedSite } from '../app/features/delivery/target-sites/connection.server.ts'
import { siteRefusals, toTestSentence } from '../app/features/delivery/target-sites/messages.ts'
import { listSharedSites, type SharedSite } from '../app/features/delivery/target-sites/queries.server.ts'
import { parseKind, parseNewSite } from '../app/features/delivery/target-sites/site-form.ts'
import {
  COPY_POLICIES,
  SITE_KINDS,
  type SiteKind,
} from '../app/features/delivery/target-sites/target-sites.ts'
import { env } from '../app/platform/env.server.ts'
import { openStoreForTool } from '../app/platform/store/store.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { runCommand, UsageError } from './command-line.ts'
import { readPiped } from './standard-input.ts'

const HELP = `
npm run sites -- add NAME ADDRESS [--kind KIND] [--policy POLICY] [--description TEXT]
npm run sites -- list
npm run sites -- test ADDRESS            whether articles could be published there
npm run sites -- remove ADDRESS [--yes]  the articles themselves stay, unpublished if they are on no other site

Sites added here are shared by all accounts. ADDRESS may be the host name alone where no other site has it.

  --kind KIND         ${SITE_KINDS.join(', ')} (hosted unless given: another host name of this installation)
  --policy POLICY     what copies say about the original: ${COPY_POLICIES.join(', ')} (canonical unless given)
  --description TEXT  what the site is about, and how it speaks

Credentials are asked for, or read from standard input, a line each: of WordPress the user name and an application
password, of Ghost an Admin API key. The secret of a webhook is made here, and printed once.
Examples: npm run sites -- add "Harbour Daily" http://harbour.localhost:3000
          printf 'ines\\nabcd efgh ijkl mnop qrst uvwx\\n' | npm run sites -- add Blog https://blog.example.com --kind wordpress
`

const options = {
  kind: { type: 'string', default: 'hosted' },
  policy: { type: 'string', default: 'canonical' },
  description: { type: 'string', default: '' },
  yes: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

const QUESTIONS: Record<string, string> = {
  username: 'User name: ',
  password: 'Application password: ',
  key: 'Admin API key: ',
}

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [action = '', ...rest] = positionals
  const actions: Record<string, (rest: string[], values: Values) => Promise<void>> = {
    add,
    list,
    test,
    remove,
  }
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act) throw new UsageError('What to do? See npm run sites -- --help.')
  const store = await openStoreForTool('npm run sites')
  try {
    await act(rest, values)
  } finally {
    await store.close()
  }
})

async function add([name = '', url = '']: string[], values: Values): Promise<void> {
  const kind = parseKind(values.kind)
  if (!kind) throw new UsageError(`The kind is one of ${SITE_KINDS.join(', ')}.`)
  const form = new FormData()
  const entered = { name, url, copyPolicy: values.policy, description: values.description }
  for (const [field, value] of Object.entries({ ...entered, ...(await askForCredentials(kind)) }))
    form.set(field, value)
  const parsed = parseNewSite(form, kind, env.SITE_URL)
  if (!parsed.ok) throw new UsageError(Object.values(parsed.errors).join('\n'))
  const added = await addSharedSite(parsed.value)
  if (!added.ok) throw new UsageError(siteRefusals[added.reason])
  process.stdout.write(`Added ${parsed.value.name}: ${parsed.value.url}\n`)
  if (added.secret) process.stdout.write(`Its messages are signed with ${added.secret}\n`)
  else await reportTest(added.id)
}

async function test([address = '']: string[]): Promise<void> {
  const site = await findSite(address)
  if (site.kind === 'hosted')
    process.stdout.write(`${site.name} is served here: there is nothing to connect to.\n`)
  else if (!(await reportTest(site.id))) process.exitCode = 1
}

// Tests a site and prints the result. A saved site stays saved with any result.
async function reportTest(siteId: string): Promise<boolean> {
  const tested = await testSharedSite(siteId)
  if (!tested) return true
  const title = tested.ok ? `It works${tested.name ? ` (“${tested.name}”)` : ''}` : 'It does not work'
  process.stdout.write(`${title}: ${toTestSentence(tested)}\n`)
  return tested.ok
}

async function list(): Promise<void> {
  const sites = await listSharedSites()
  if (sites.length === 0) process.stdout.write('No sites yet. Add one: npm run sites -- add NAME ADDRESS\n')
  for (const { name, url, kind, articles, ...site } of sites)
    process.stdout.write(`${[name, url, kind, toState(site), `${articles} article(s)`].join('  ')}\n`)
}

function toState({ isActive, disabledReason }: Pick<SharedSite, 'isActive' | 'disabledReason'>): string {
  if (isActive) return 'active'
  return disabledReason ? `switched off (${disabledReason})` : 'switched off'
}

async function remove([address = '']: string[], { yes }: Values): Promise<void> {
  const site = await findSite(address)
  const loss =
    site.kind === 'hosted'
      ? `${site.name} and its ${site.articles} article copies will be removed.`
      : `${site.name} will be removed. Its ${site.articles} article copies stay there as they are.`
  if (!yes && !(await agrees(loss))) throw new UsageError('Nothing was removed.')
  const queue = await startQueue([deliverJob], false) // copies elsewhere may be delivered again
  await removeSharedSite(site.id).finally(() => queue.stop())
  process.stdout.write(`Removed ${site.name}\n`)
}

async function findSite(address: string): Promise<SharedSite> {
  const wanted = address.toLowerCase().replace(/\/$/, '')
  const found = (await listSharedSites()).filter(
    ({ url }) => url.toLowerCase() === wanted || new URL(url).hostname === wanted,
  )
  const [site, ...others] = found
  if (!site) throw new UsageError(`There is no site ${address}.`)
  if (others.length > 0)
    throw new UsageError(`There are several: ${found.map(({ url }) => url).join(', ')}. Name one of them.`)
  return site
}

// Credentials are never arguments, because other users of the machine can read those.
async function askForCredentials(kind: SiteKind): Promise<Record<string, string>> {
  const questions = { wordpress: ['username', 'password'], ghost: ['key'], hosted: [], webhook: [] }[kind]
  if (questions.length === 0) return {}
  const answers = process.stdin.isTTY ? await askEach(questions) : (await readPiped()).split(/\r?\n/)
  return Object.fromEntries(questions.map((question, index) => [question, answers[index] ?? '']))
}

async function askEach(questions: string[]): Promise<string[]> {
  const answers = []
  for (const question of questions)
    answers.push(await ask(QUESTIONS[question] ?? '', { isSecret: question !== 'username' }))
  return answers
}

async function ask(question: string, { isSecret }: { isSecret: boolean }): Promise<string> {
  process.stderr.write(question)
  // Without an output the typed characters are not shown.
  const output = isSecret ? undefined : process.stderr
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  if (isSecret) process.stderr.write('\n')
  return answer
}

async function agrees(loss: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`${loss} Say --yes to do it.`)
  return /^y(es)?$/i.test(await ask(`${loss} Go on? (y/N) `, { isSecret: false }))
}
