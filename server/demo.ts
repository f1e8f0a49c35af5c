import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { createAccount } from '../app/features/accounts/sign-in/commands.server.ts'
import { findAccountByEmail, hasAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { parseFrontMatter } from '../app/features/moving-in/formats/front-matter.ts'
import { importArticles } from '../app/features/moving-in/formats/commands.server.ts'
import { countArticles, listImported } from '../app/features/articles/queries.server.ts'
import { shareArticles } from '../app/features/delivery/deliveries/commands.server.ts'
import { dressSharedSite } from '../app/features/delivery/faces/commands.server.ts'
import { type Face, NO_FACE } from '../app/features/delivery/faces/faces.ts'
import { addHostedSite, addSite } from '../app/features/delivery/target-sites/commands.server.ts'
import { listHosts } from '../app/features/delivery/target-sites/queries.server.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { saveProfile } from '../app/features/newsroom/authors/commands.server.ts'
import { saveDraft } from '../app/features/writing/drafts/commands.server.ts'
import { draftText, mapTexts } from '../app/features/writing/drafts/drafts.ts'
import { makePlan } from '../app/features/writing/schedule/commands.server.ts'
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

// An address of this machine: nothing is sent there, so its delivery is refused, as that of a wrong address would be.
const REFUSING = { name: 'Quay Bulletin', url: 'https://127.0.0.1/bulletin' }

const DAYS_AHEAD = 3
const DAY_MS = 86_400_000

/**
 * Fills a store that wants the demo with articles, three hosted sites and an account, and returns the account's sign-in.
 * After an interrupted start, the next start does the missing steps, up to the account. What belongs to the account comes
 * last: the biographies, a plan, and a site that refuses an article.
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
  const account = await findAccountByEmail(EMAIL)
  if (account) await fillDesk({ ...account, name: EMAIL }, [...ids.values()].slice(0, 1))
  return { email: EMAIL, password }
}

/** Gives an account the things that its screens show: authors with biographies, a plan, and a refused delivery. */
async function fillDesk(operator: Operator, refused: string[]): Promise<void> {
  const biographies = JSON.parse(await readFile(join(FOLDER, '../authors.json'), 'utf8')) as Record<
    string,
    string
  >
  for (const [name, biography] of Object.entries(biographies))
    await saveProfile(operator, name, { biography, links: '', picture: null })

  const { fields, content } = parseFrontMatter(await readFile(join(FOLDER, '../planned.md'), 'utf8'))
  const { title, author, tags, description } = z.record(z.string(), z.string()).parse(fields)
  const id = uuidv7()
  const typed = { ...mapTexts(() => ''), title, author, tags, metaDescription: description, content }
  const text = draftText.parse({ ...typed, siteIds: [MAIN_SITE_ID], generateVariations: false })
  await saveDraft(operator, { id, version: 0, text })
  const dueAt = new Date(Math.ceil(Date.now() / DAY_MS + DAYS_AHEAD) * DAY_MS + 9 * 3_600_000)
  await makePlan(operator, id, { kind: 'publish', dueAt, siteIds: [MAIN_SITE_ID], varies: false })

  const site = {
    ...REFUSING,
    kind: 'webhook',
    description: '',
    groupName: '',
    copyPolicy: 'canonical',
    credentials: null,
  } as const
  const added = await addSite({ operator, isFresh: true }, site)
  if (added.ok) await shareArticles(added.id, refused)
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
