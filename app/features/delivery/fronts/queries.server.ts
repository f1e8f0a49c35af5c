import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type Front, listNamed, renameArticles } from './fronts.ts'

interface Named {
  id: string
  originId: string | null
  slug: string
}

// The articles of all accounts that readers of the site can open.
function findNamed(trx: Transaction, siteId: string, names: string[]): Promise<Named[]> {
  const ids = names.filter((name) => isUuid(name))
  return trx
    .selectFrom('blogPosts')
    .select(['id', 'originId', 'slug'])
    .where('siteId', '=', siteId)
    .where('publishedAt', 'is not', null)
    .where((where) =>
      where.or([
        where('slug', 'in', names),
        ...(ids.length > 0 ? [where('id', 'in', ids), where('originId', 'in', ids)] : []),
      ]),
    )
    .execute()
}

// The id of the original stays the same when the article leaves the site and comes back.
const idOf = ({ id, originId }: Named) => originId ?? id

// The id counts first: the title of another account's article may make a slug that looks like it.
const findByName = (articles: Named[], name: string): Named | undefined =>
  articles.find(({ id, originId }) => id === name || originId === name) ??
  articles.find(({ slug }) => slug === name)

/**
 * Returns a front page that names its articles by id, to be stored, or by slug, for its form. Those that readers of the
 * site cannot open keep their names, and are listed.
 */
export async function nameArticles(
  trx: Transaction,
  { siteId, by }: { siteId: string; by: 'id' | 'slug' },
  front: Front,
): Promise<{ front: Front; missing: string[] }> {
  const names = listNamed(front)
  if (names.length === 0) return { front, missing: [] }
  const found = await asInstallation(trx, () => findNamed(trx, siteId, names))
  const toName = by === 'id' ? idOf : ({ slug }: Named) => slug
  const articles = new Map(names.map((name) => [name, findByName(found, name)]))
  return {
    front: renameArticles(front, (name) => {
      const article = articles.get(name)
      return article ? toName(article) : name
    }),
    missing: names.filter((name) => !articles.get(name)),
  }
}

/** Returns those of some names that are no id of an article of the operator. */
export async function listForeign(trx: Transaction, operator: Operator, names: string[]): Promise<string[]> {
  const ids = names.filter((name) => isUuid(name))
  if (ids.length === 0) return names
  const own = await trx
    .selectFrom('blogPosts')
    .select('id')
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('deletionAskedAt', 'is', null)
    .where('id', 'in', ids)
    .execute()
  return names.filter((name) => !own.some(({ id }) => id === name))
}
