import { v7 as uuidv7 } from 'uuid'
import { env } from '../../platform/env.server.ts'
import { dropPages, write } from '../../platform/page-drops.server.ts'
import { pageTag } from '../articles/articles.ts'
import { parseSiteUrl, SITES_TAG } from './target-sites.ts'

/** Adds a shared site that this process serves under its own host name. */
export async function addHostedSite(
  name: string,
  url: string,
): Promise<{ ok: true; url: string } | { ok: false; reason: 'name-empty' | 'url-wrong' | 'host-taken' }> {
  const origin = parseSiteUrl(url, env.SITE_URL)
  if (!origin) return { ok: false, reason: 'url-wrong' }
  if (name.trim() === '') return { ok: false, reason: 'name-empty' }
  return write(async (trx) => {
    const added = await trx
      .insertInto('targetSites')
      .values({ id: uuidv7(), name: name.trim(), url: origin, kind: 'hosted', ownerId: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) return { ok: false, reason: 'host-taken' }
    await dropPages(trx, [SITES_TAG])
    return { ok: true, url: origin }
  })
}

/** Removes a hosted site by host name, with its copies of articles; the articles themselves stay. */
export async function removeHostedSite(host: string): Promise<{ ok: boolean }> {
  return write(async (trx) => {
    const removed = await trx
      .deleteFrom('targetSites')
      .where('kind', '=', 'hosted')
      .where('host', '=', host.toLowerCase())
      .returning('id')
      .executeTakeFirst()
    if (removed) await dropPages(trx, [SITES_TAG, pageTag.site(removed.id)])
    return { ok: removed !== undefined }
  })
}
