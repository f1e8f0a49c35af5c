import { v7 as uuidv7 } from 'uuid'
import type { Operator } from '../../app/features/accounts/accounts.ts'
import { findSessionById, type Session } from '../../app/features/accounts/sign-in/queries.server.ts'
import { insertArticle, renderText, toTextColumns } from '../../app/features/articles/commands.server.ts'
import type { RemoteKind, RemoteSite } from '../../app/connectors/sites/site-connector.ts'
import type { Draft } from '../../app/features/writing/writing.ts'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'
import { sealCredentials } from '../../app/connectors/sites/credentials.server.ts'
import { addHostedSite } from '../../app/features/delivery/target-sites/commands.server.ts'
import { listHosts } from '../../app/features/delivery/target-sites/queries.server.ts'
import { forgetBreakers } from '../../app/platform/circuit-breaker.server.ts'
import { db } from '../../app/platform/store/database.server.ts'
import { write } from '../../app/platform/web/page-invalidation.server.ts'

export { MAIN_SITE_ID }

/** Empties all tables of the product; the row of the main site stays. */
export async function emptyStore(): Promise<void> {
  forgetBreakers()
  for (const table of [
    'blogPosts',
    'pageDrops',
    'siteFaces',
    'uploads',
    'users',
    'pageChanges',
    'noticeReceipts',
    'noticeTurns',
    'hostBreakers',
    'backupState',
  ] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('targetSites').where('kind', '!=', 'main').execute()
  await db.updateTable('targetSites').set({ name: 'Broadsheet' }).execute()
}

/** Inserts an account without a password. */
export async function makeOperator(email = `${uuidv7()}@example.com`): Promise<Operator> {
  const operator = { id: uuidv7(), email, name: email.split('@')[0] ?? '' }
  await db
    .insertInto('users')
    .values({ ...operator, emailVerified: true })
    .execute()
  return operator
}

/** Inserts a shared hosted site. Returns its id. */
export async function makeSite(host: string, name = host): Promise<string> {
  await addHostedSite(name, `https://${host}`)
  return (await listHosts()).get(host)?.id ?? ''
}

/** Inserts a shared remote site. Returns its id. */
export async function makeRemoteSite<K extends RemoteKind>(
  kind: K,
  { url, credentials }: RemoteSite<K>,
): Promise<string> {
  const id = uuidv7()
  const sealed = sealCredentials(id, credentials)
  await db.insertInto('targetSites').values({ id, name: url, url, kind, credentials: sealed }).execute()
  return id
}

/** Returns a draft as from the publish form. */
export function makeDraft(overrides: Partial<Draft> = {}): Draft {
  return {
    draftId: uuidv7(),
    title: 'A quiet harbour',
    content: 'The *tide* turned at six.',
    metaDescription: null,
    author: 'Ines Halloran',
    tags: ['Travel'],
    keywords: [],
    canonicalUrl: null,
    cover: null,
    lang: null,
    translationOf: null,
    siteIds: [MAIN_SITE_ID],
    generateVariations: false,
    ...overrides,
  }
}

/** Inserts a published article on a site, the main site unless another is given. */
export async function makeArticle(
  overrides: Partial<Draft> & { siteId?: string; publishedAt?: Date | null; userId?: string } = {},
): Promise<{ id: string; slug: string }> {
  const { siteId = MAIN_SITE_ID, publishedAt = new Date(), userId = null, ...text } = overrides
  const draft = makeDraft(text)
  const columns = toTextColumns(draft, await renderText({ ...draft, lang: null }, null))
  return write((trx) => insertArticle(trx, { ...columns, siteId, userId, publishedAt }))
}

/** Inserts a session of an account, as after a sign-in by password. */
export async function makeSession(operator: Operator): Promise<Session> {
  const id = uuidv7()
  const expiresAt = new Date(Date.now() + 24 * 3600_000)
  await db.insertInto('sessions').values({ id, userId: operator.id, token: uuidv7(), expiresAt }).execute()
  return reread({ id })
}

/** Reads the current state of a session. */
export async function reread({ id }: { id: string }): Promise<Session> {
  const session = await findSessionById(id)
  if (!session) throw new Error('The session has ended.')
  return session
}
