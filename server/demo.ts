import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createAccount } from '../app/features/accounts/sign-in/commands.server.ts'
import { hasAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { parseFrontMatter } from '../app/features/moving-in/formats/front-matter.ts'
import { importArticles } from '../app/features/moving-in/formats/commands.server.ts'
import { countArticles, listImported } from '../app/features/articles/queries.server.ts'
import { shareArticles } from '../app/features/delivery/deliveries/commands.server.ts'
import { dressSharedSite } from '../app/features/delivery/faces/commands.server.ts'
import { type Face, NO_FACE } from '../app/features/delivery/faces/faces.ts'
import { addHostedSite } from '../app/features/delivery/target-sites/commands.server.ts'
import { listHosts } from '../app/features/delivery/target-sites/queries.server.ts'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { isEmbedded } from '../app/platform/store/database.server.ts'
import { env } from '../app/platform/env.server.ts'
import { projectRoot } from '../app/platform/paths.server.ts'

const FOLDER = join(projectRoot, 'demo/articles')
const SOURCE = 'demo'
const EMAIL = 'demo@example.com'

const SITES: { name: string; host: string; categories: string[]; look: Partial<Face> }[] = [
  {
    name: 'Harbour Daily',
    host: 'harbour.localhost',
    categories: ['business', 'travel', 'technology'],
    look: { accent: '#0b5f8a', paperLight: '#f4f8fa', paperDark: '#0d1418', type: 'slab', covers: 'sea' },
  },
  {
    name: 'Old Town Ledger',
    host: 'ledger.localhost',
    categories: ['lifestyle', 'entertainment', 'business'],
    look: {
      accent: '#7a1f3d',
      paperLight: '#fff1e5',
      paperDark: '#1a1210',
      type: 'garamond',
      covers: 'earth',
    },
  },
  {
    name: 'Northern Review',
    host: 'review.localhost',
    categories: ['science', 'health', 'sports'],
    look: { accent: '#1f5d3a', paperLight: '#f7faf5', paperDark: '#0e1410', type: 'plain', covers: 'garden' },
  },
]

/**
 * Fills a store that wants the demo with articles, three hosted sites and an account, and returns the account's sign-in.
 * The account is made last: after an interrupted start, the next start does the missing steps.
 */
export async function loadDemo(): Promise<{ email: string; password: string }> {
  const articles = await readArticles()
  await importArticles(
    { siteId: MAIN_SITE_ID, ownerId: null, author: 'Broadsheet' },
    articles.map(({ record }) => record),
  )
  const ids = await listImported(MAIN_SITE_ID, SOURCE)
  for (const site of SITES) {
    await addHostedSite(site.name, `http://${site.host}`)
    const chosen = articles.filter(({ category }) => site.categories.includes(category))
    const siteId = (await listHosts()).get(site.host)?.id
    if (siteId === undefined) continue
    await dressSharedSite(siteId, { ...NO_FACE, ...site.look })
    await shareArticles(
      siteId,
      chosen.flatMap(({ record }) => ids.get(record.path) ?? []),
    )
  }
  const password = randomBytes(9).toString('base64url')
  await createAccount({ email: EMAIL, password })
  return { email: EMAIL, password }
}

/**
 * True if this start must load the demo: DEMO is on, and the embedded database has no account and no other articles.
 */
export const wantsDemo = async (): Promise<boolean> =>
  env.DEMO === 'on' && isEmbedded && (await isUntouched())

async function isUntouched(): Promise<boolean> {
  if (await hasAccounts()) return false
  const imported = await listImported(MAIN_SITE_ID, SOURCE)
  return (await countArticles(MAIN_SITE_ID)) === imported.size
}

async function readArticles() {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).toSorted()
  return Promise.all(files.map(readArticle))
}

async function readArticle(file: string) {
  const { fields, content } = parseFrontMatter(await readFile(join(FOLDER, file), 'utf8'))
  const { date, ...rest } = fields
  const path = basename(file, '.md')
  const parsed = parseRecord({ ...rest, content, source: SOURCE, path, slug: path, published_at: date })
  if (!parsed.ok) throw new Error(`${file}: ${parsed.problem}`)
  const [category = ''] = parsed.record.tags
  return { record: parsed.record, category: category.toLowerCase() }
}
