import { createInterface } from 'node:readline/promises'
import { addHostedSite, removeHostedSite } from '../app/features/target-sites/commands.server.ts'
import { listSitesWithCounts } from '../app/features/target-sites/queries.server.ts'
import { openStoreForTool } from '../app/platform/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const HELP = `
npm run sites -- add NAME ADDRESS      a site that this installation serves under another host name
npm run sites -- list
npm run sites -- remove HOST [--yes]   with its copies of articles; the articles themselves stay

Sites added here are shared by all accounts. Example: npm run sites -- add "Harbour Daily" http://harbour.localhost:3000
`

const addRefusals = {
  'name-empty': 'The site needs a name.',
  'url-wrong':
    'The address must be like https://news.example.com: a host name other than the main site’s, without a path.',
  'host-taken': 'There is a site with this host name already.',
}

await runCommand(HELP, async () => {
  const [action, ...rest] = process.argv.slice(2)
  const actions: Record<string, (rest: string[]) => Promise<void>> = { add, list, remove }
  const act = actions[action ?? '']
  if (!act) throw new UsageError('What to do? See npm run sites -- --help.')
  const store = await openStoreForTool('npm run sites')
  try {
    await act(rest)
  } finally {
    await store.close()
  }
})

async function add([name = '', url = '']: string[]): Promise<void> {
  const added = await addHostedSite(name, url)
  if (!added.ok) throw new UsageError(addRefusals[added.reason])
  process.stdout.write(`Added ${name}: ${added.url}\n`)
}

async function list(): Promise<void> {
  const sites = await listSitesWithCounts()
  if (sites.length === 0) process.stdout.write('No sites yet. Add one: npm run sites -- add NAME ADDRESS\n')
  for (const { name, url, articles } of sites)
    process.stdout.write(`${name}  ${url}  ${articles} article(s)\n`)
}

async function remove([host = '', confirmed]: string[]): Promise<void> {
  const site = (await listSitesWithCounts()).find(({ url }) => new URL(url).hostname === host.toLowerCase())
  if (!site) throw new UsageError(`There is no site ${host}.`)
  const loss = `${site.name} and its ${site.articles} article copies will be removed.`
  if (confirmed !== '--yes' && !(await agrees(loss))) throw new UsageError('Nothing was removed.')
  await removeHostedSite(host)
  process.stdout.write(`Removed ${site.name}\n`)
}

async function agrees(loss: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`${loss} Say --yes to do it.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${loss} Go on? (y/N) `)
  terminal.close()
  return /^y(es)?$/i.test(answer)
}
