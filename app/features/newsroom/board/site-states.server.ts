import { sql } from 'kysely'
import { env } from '../../../platform/env.server.ts'
import { asInstallation } from '../../../platform/own-rows.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { toOriginOf } from '../../../shared/sites.ts'
import { articlePath } from '../../articles/articles.ts'
import { toReason } from '../../delivery/deliveries/queries.server.ts'
import type { BoardRow, Place } from './board.ts'

/** The states of an article on its sites. */
export type SiteStates = Pick<BoardRow, 'dots' | 'siteRefusals' | 'places' | 'plannedFor'>

/** Those of an article that was never ordered for a site, and is not planned. */
export const NOWHERE: SiteStates = { dots: {}, siteRefusals: {}, places: {}, plannedFor: {} }

/**
 * Returns the states of articles by their ids. The articles were read with the policies: that of deliveries reads all
 * articles to check a page. A copy that could not be removed is refused too.
 */
export const listSiteStates = (
  trx: Transaction,
  articles: { id: string }[],
): Promise<Map<string, SiteStates>> =>
  asInstallation(trx, async () => {
    const ids = articles.map(({ id }) => id)
    const dots = await listDots(trx, ids)
    const refused = Map.groupBy(await listRefused(trx, ids), ({ articleId }) => articleId)
    const plans = Map.groupBy(await listPlans(trx, ids), ({ articleId }) => articleId)
    const known = new Set([...dots.keys(), ...plans.keys()])
    return new Map(
      [...known].map((id) => {
        const { states = {}, places = {} } = dots.get(id) ?? {}
        const plannedFor = toPlannedFor(plans.get(id) ?? [])
        const planned = Object.keys(plannedFor).filter((siteId) => (states[siteId] ?? 'absent') === 'absent')
        return [
          id,
          {
            dots: { ...states, ...Object.fromEntries(planned.map((siteId) => [siteId, 'planned' as const])) },
            siteRefusals: toRefusals(refused.get(id) ?? []),
            places: toPlaces(places),
            plannedFor,
          },
        ]
      }),
    )
  })

interface Dots {
  states: BoardRow['dots']
  places: Record<string, StoredPlace> | null
}

interface StoredPlace {
  since: string | null
  /** The address that the site told; null for a page of this process, which has a slug. */
  url: string | null
  origin: string
  slug: string | null
}

// People of named sites see no other ones, here without the policies.
const isShown = (siteId: string) =>
  sql<boolean>`(acting_site_ids() is null or ${sql.ref(siteId)} = any(acting_site_ids()))`

// SQL joins the states of an article, because a page has a thousand of them.
async function listDots(trx: Transaction, ids: string[]): Promise<Map<string, Dots>> {
  const { rows } = await sql<Dots & { articleId: string }>`
    select article_id, json_object_agg(deliveries.site_id, case
        when state = 'failed' then 'refused'
        when state = 'pending' and wanted_hash is null then 'leaving'
        when state = 'pending' and delivered_hash is null then 'sending'
        when state = 'pending' then 'updating'
        when state = 'delivered' and wanted_hash is not null then 'live' else 'absent' end) as states,
      json_object_agg(deliveries.site_id, json_build_object('since', delivered_since, 'url', remote_url,
        'origin', target_sites.url, 'slug', coalesce(copies.slug, originals.slug)))
        filter (where delivered_hash is not null) as places
    from deliveries
      join target_sites on target_sites.id = deliveries.site_id
      left join blog_posts as copies on copies.site_id = deliveries.site_id and copies.origin_id = article_id
      left join blog_posts as originals on originals.site_id = deliveries.site_id and originals.id = article_id
    where article_id = any(${ids}::uuid[]) and ${isShown('deliveries.site_id')} group by article_id
  `.execute(trx)
  return new Map(rows.map(({ articleId, ...dots }) => [articleId, dots]))
}

const toPlaces = (stored: Dots['places'] | undefined): Record<string, Place> =>
  Object.fromEntries(
    Object.entries(stored ?? {}).map(([siteId, { since, url, origin, slug }]) => [
      siteId,
      {
        since: since === null ? null : new Date(since),
        url: slug === null ? url : toOriginOf({ siteId, url: origin }, env.SITE_URL) + articlePath({ slug }),
      },
    ]),
  )

const listRefused = (trx: Transaction, ids: string[]) =>
  trx
    .selectFrom('deliveries')
    .select(['articleId', 'siteId', 'state', 'reason', 'detail', 'nextAttemptAt'])
    .where('articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'failed')
    .where(isShown('site_id'))
    .execute()

const toRefusals = (refused: Awaited<ReturnType<typeof listRefused>>): BoardRow['siteRefusals'] =>
  Object.fromEntries(
    refused.map(({ siteId, nextAttemptAt, ...delivery }) => [
      siteId,
      { reason: toReason(delivery), nextAttemptAt },
    ]),
  )

const listPlans = (trx: Transaction, ids: string[]) =>
  trx
    .selectFrom('plans')
    .select(['articleId', 'dueAt'])
    .select(sql<string[]>`array(select id from unnest(site_ids) as id where ${isShown('id')})`.as('siteIds'))
    .where('articleId', '=', sql<string>`any(${ids}::uuid[])`)
    .where('kind', '=', 'publish')
    .where('doneAt', 'is', null)
    .orderBy('dueAt', 'desc') // the first one is written last
    .execute()

const toPlannedFor = (plans: Awaited<ReturnType<typeof listPlans>>): Record<string, Date> =>
  Object.fromEntries(plans.flatMap(({ siteIds, dueAt }) => siteIds.map((siteId) => [siteId, dueAt])))
