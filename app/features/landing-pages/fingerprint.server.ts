import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Catalogue } from './catalogue.ts'
import { GENERATOR_VERSION } from './generator-version.ts'

/** What an account's pages are made from, in short: where that is the same, so are they. */
export function toInputsHash({ services, cities, otherSlugs, paragraphs, ...rest }: Catalogue): string {
  const hash = createHash('sha256').update(
    JSON.stringify([GENERATOR_VERSION, rest, [...otherSlugs], [...paragraphs]]),
  )
  for (const row of [...services, ...cities]) hash.update(JSON.stringify(row))
  return hash.digest('base64url')
}

/** What an account's pages are, in short. */
export async function findPagesHash(trx: Transaction, operator: Operator): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select concat_ws(' ', count(*), sum(hashtextextended(
      concat_ws(' ', id, slug, content_hash, content_mac, score, is_published, is_noindex, retired_at), 0
    ))) as hash
    from generated_pages where user_id = ${operator.id}
  `.execute(trx)
  return rows[0]?.hash ?? ''
}
