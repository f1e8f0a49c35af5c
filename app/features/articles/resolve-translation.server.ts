import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { BlogPost } from '../../db/tables.ts'
import { asInstallation, isOwn } from '../../platform/own-rows.server.ts'
import type { Transaction } from '../../platform/store/database.server.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import { decodePath } from './articles.ts'

/** The reason why an article is not made a translation. `has-translations`: others are translations of it. */
export type TranslationRefusal = 'translation-unknown' | 'has-translations'

interface ToResolve {
  /** As its author named the other one: by its id, its address or its title. */
  typed: string | null
  /** The article that is the translation, as it is stored; undefined for a new one. */
  before?: Pick<BlogPost, 'id' | 'translationOf'>
}

/**
 * Returns the first article of the group that an article belongs to from now on, in the transaction that writes the
 * article. The other one must be one that the person may change. It is locked, so that it joins no other group meanwhile.
 */
export async function resolveTranslation(
  trx: Transaction,
  operator: Operator,
  { typed, before }: ToResolve,
): Promise<{ ok: true; translationOf: string | null } | Refusal<TranslationRefusal>> {
  if (typed === null || typed === before?.translationOf) return { ok: true, translationOf: typed }
  const named = await findNamed(trx, operator, typed)
  if (!named) return refuse('translation-unknown')
  const first = named.translationOf ?? named.id
  if (first === before?.id) return { ok: true, translationOf: null }
  if (before && (await hasTranslations(trx, operator, before.id))) return refuse('has-translations')
  return { ok: true, translationOf: first }
}

async function findNamed(trx: Transaction, operator: Operator, typed: string) {
  const own = trx
    .selectFrom('blogPosts')
    .select(['id', 'translationOf'])
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('deletionAskedAt', 'is', null)
    .limit(2)
    .forShare() // a row that the person may not change is not found
  if (isUuid(typed)) {
    const id = typed.toLowerCase()
    // The first article of a group may be gone.
    const inGroup = own.where((where) => where.or([where('id', '=', id), where('translationOf', '=', id)]))
    return inGroup.orderBy(sql`id = ${id}`, 'desc').executeTakeFirst()
  }
  const slug = readSlug(typed)
  const bySlug = slug === undefined ? undefined : await own.where('slug', '=', slug).executeTakeFirst()
  if (bySlug) return bySlug
  const titled = await own.where('title', '=', typed).execute()
  return titled.length === 1 ? titled[0] : undefined
}

function readSlug(typed: string): string | undefined {
  const [, slug] = /^(?:https?:\/\/[^/?#]+)?\/article\/([^/?#]+)/i.exec(typed) ?? []
  return slug === undefined ? undefined : decodePath(slug)
}

// Also those that the person does not reach. Otherwise a chain would take them out of the group.
const hasTranslations = async (trx: Transaction, operator: Operator, id: string): Promise<boolean> => {
  const named = trx.selectFrom('blogPosts').select('id').where('translationOf', '=', id)
  const own = named.where(isOwn(operator, 'userId')).where('originId', 'is', null).limit(1)
  return (await asInstallation(trx, () => own.executeTakeFirst())) !== undefined
}
