import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Catalogue } from './catalogue.ts'
import { GENERATOR_VERSION } from './generator-version.ts'

/** Returns a hash of all sources of an account's pages. The same hash means the same pages. */
export function toInputsHash({ services, cities, otherSlugs, paragraphs, ...rest }: Catalogue): string {
  const hash = createHash('sha256').update(
    JSON.stringify([GENERATOR_VERSION, rest, [...otherSlugs], [...paragraphs]]),
  )
  for (const row of [...services, ...cities]) hash.update(JSON.stringify(row))
  return hash.digest('base64url')
}

/** Returns a hash of an account's stored pages. */
export async function findPagesHash(trx: Transaction, operator: Operator): Promise<string> {
  const { hash } = await trx
    .selectFrom('generatedPages')
    .select(
      sql<string>`concat_ws(' ', count(*), sum(hashtextextended(
        concat_ws(' ', id, slug, content_hash, content_mac, score, is_published, is_noindex, retired_at), 0
      )))`.as('hash'),
    )
    .where('userId', '=', operator.id)
    .executeTakeFirstOrThrow()
  return hash
}
