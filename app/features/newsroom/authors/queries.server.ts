import { type RawBuilder, sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { prepare } from '../../../platform/store/prepared.server.ts'
import { takePage } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type Author, type AuthorList, AUTHORS_PER_PAGE, type ShownProfile } from './authors.ts'

/**
 * Returns one page of the authors of the operator's own articles, in alphabetical order. `query` is a part of their
 * names. Past the last page it returns the last.
 */
export const listAuthors = (
  operator: Operator,
  { query, page }: { query: string; page: number },
): Promise<AuthorList> =>
  findAuthors(operator, query).then((authors) => takePage(authors, page, AUTHORS_PER_PAGE))

/** Returns the authors of the operator's own articles, in alphabetical order, and those that have `query` in their names. */
export const findAuthors = (operator: Operator, query: string): Promise<{ all: Author[]; found: Author[] }> =>
  readAs(operator, async (trx) => {
    const all = await selectAuthors(trx, operator)
    const part = query.normalize('NFC').toLowerCase()
    return { all, found: all.filter(({ name }) => name.toLowerCase().includes(part)) }
  })

/** Returns an author of the operator's own articles; undefined if no article has this author. */
export const findAuthor = (operator: Operator, name: string): Promise<Author | undefined> =>
  readAs(operator, async (trx) => (await selectAuthors(trx, operator, name))[0])

async function selectAuthors(trx: Transaction, operator: Operator, name?: string): Promise<Author[]> {
  const { rows } = await sql<Author>`
    select written.name, articles, coalesce(biography, '') as biography, picture, coalesce(links, '{}') as links
    from (
      select name, count(distinct id)::int as articles from blog_posts, unnest(author_names) as name
      where ${isOwn(operator, 'userId')} and origin_id is null and deletion_asked_at is null
        and ${name === undefined ? sql`true` : sql`author_names @> array[${name}]::text[] and name = ${name}`}
      group by name
    ) as written
    left join author_profiles as profiles on profiles.name = written.name and ${isOwn(operator, 'profiles.userId')}
    order by lower(written.name), written.name
  `.execute(trx)
  return rows
}

/**
 * Returns the SQL by which a site chooses one of the profiles of an author. The profile of the site's owner comes
 * first. Otherwise it is that of the account whose article by this author came to the site first.
 */
export function toProfileChoice(siteId: string, author: string | RawBuilder<unknown>): RawBuilder<unknown> {
  const owner = ownerOf(siteId)
  return sql`name = ${author} and (user_id = ${owner} or user_id = (
      select user_id from blog_posts as others
      where site_id = ${siteId}::uuid and author_names @> array[${author}]::text[] and published_at is not null
        and user_id is not null
      order by id limit 1
    ))
    order by user_id = ${owner} desc nulls last limit 1`
}

const ownerOf = (siteId: string) => sql`(
  select coalesce(owner_id, (select owner_id from installation)) from target_sites where id = ${siteId}::uuid
)`

/** Returns the profile on the page of an author (see `toProfileChoice`); undefined if there is none. */
export async function findProfile(siteId: string, author: string): Promise<ShownProfile | undefined> {
  const [first] = await findFirstProfile(siteId, author)
  if (!first || first.isByOwner) return first
  const { rows } = await sql<ShownProfile>`
    select biography, picture, to_json(links) as links, user_id is not distinct from ${ownerOf(siteId)} as is_by_owner
    from author_profiles where ${toProfileChoice(siteId, author)}
  `.execute(db)
  return rows[0]
}

// Nearly all authors end here: they have no profile, or that of the site's owner. The plan of the query above depends on its
// values, so it cannot be prepared.
const findFirstProfile = prepare((siteId: string, author: string) =>
  db
    .selectFrom('authorProfiles')
    .select(['biography', 'picture', sql<string[]>`to_json(links)`.as('links')])
    .select(sql<boolean>`user_id is not distinct from ${ownerOf(siteId)}`.as('isByOwner'))
    .where('name', '=', author)
    .orderBy('isByOwner', 'desc')
    .limit(sql.lit(1)),
)
