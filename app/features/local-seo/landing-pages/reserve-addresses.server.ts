import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toSlug } from '../../articles/articles.ts'
import { listOtherSlugs, RESERVED } from './landing-pages.ts'
import { isWithoutPair, lockAddresses } from './write-pages.server.ts'

interface Pair {
  serviceId: string
  cityId: string
  slug: string
}

/**
 * Reserves other slugs for pages whose own slug is reserved or taken, before any page links to them. The rows have no
 * text yet. A slug is taken if a page of another account or an old path of an article has it. It is taken too if
 * another pair has the same slug. Returns the number of these pages, at most `limit`.
 */
export async function reserveAddresses(trx: Transaction, operator: Operator, limit: number): Promise<number> {
  await lockAddresses(trx)
  const pairs = await listWithoutAddress(trx, operator, limit)
  if (pairs.length === 0) return 0
  const businessSlug = await findBusinessSlug(trx, operator)
  let waiting = pairs.map((pair) => ({
    ...pair,
    id: uuidv7(),
    candidates: listOtherSlugs(pair.slug, { businessSlug, key: pair.serviceId + pair.cityId }),
  }))
  for (let round = 0; waiting.length > 0; round += 1) {
    const wanted = waiting.map(({ candidates, id }) => candidates[round] ?? `page-${id}`)
    const { rows } = await sql<{ id: string }>`
      insert into generated_pages (id, user_id, service_id, city_id, slug, meta_title, content)
      select id, ${operator.id}::uuid, service_id, city_id, slug, slug, ''
      from unnest(${waiting.map(({ id }) => id)}::uuid[], ${waiting.map(({ serviceId }) => serviceId)}::uuid[],
        ${waiting.map(({ cityId }) => cityId)}::uuid[], ${wanted}::text[]) as candidate(id, service_id, city_id, slug)
      where not exists (select from redirects where path = '/' || candidate.slug)
      on conflict do nothing returning id
    `.execute(trx)
    const placed = new Set(rows.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !placed.has(id))
  }
  return pairs.length
}

async function listWithoutAddress(trx: Transaction, operator: Operator, limit: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with pairs as materialized (
      select service.id as service_id, city.id as city_id, service.slug || '-' || city.slug as slug
      from services service cross join cities city
      where service.user_id = ${operator.id} and city.user_id = ${operator.id}
    ), numbered as (
      select *, row_number() over (partition by slug order by service_id, city_id) as place from pairs
    )
    select pair.service_id, pair.city_id, pair.slug from numbered pair
    left join generated_pages own on own.user_id = ${operator.id}
      and own.service_id = pair.service_id and own.city_id = pair.city_id
    left join generated_pages page on page.slug = pair.slug
    left join redirects on redirects.path = '/' || pair.slug
    where own.id is null and (
      pair.place > 1 or redirects.path is not null or pair.slug ~ ${RESERVED}
      or (page.id is not null and not (page.user_id = ${operator.id} and ${isWithoutPair}))
    )
    order by pair.service_id, pair.city_id limit ${limit}
  `.execute(trx)
  return rows
}

async function findBusinessSlug(trx: Transaction, operator: Operator): Promise<string> {
  const row = await trx
    .selectFrom('seoSettings')
    .select('businessName')
    .where('userId', '=', operator.id)
    .executeTakeFirst()
  return row?.businessName ? toSlug(row.businessName, operator.id) : ''
}
