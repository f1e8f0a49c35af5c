import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { log } from '../../../platform/log.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { MAIN_SITE_ID, SITES_TAG } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { pageTag } from '../../articles/articles.ts'
import { parseUploadPath, type Upload } from '../../articles/pictures/pictures.ts'
import { listNamed } from '../fronts/fronts.ts'
import { listForeign, nameArticles } from '../fronts/queries.server.ts'
import { addNewName, type MovedTag } from './categories.ts'
import { type Face, FACE_PICTURES, type FaceRefusal, NO_FACE, type StateBefore } from './faces.ts'
import { findFaceRow, selectOwnFaces } from './queries.server.ts'

/** The new look of a site. */
export interface FaceChange {
  face: Face
  /** The name of the main site; undefined for other sites, whose name has a form of its own. */
  name?: string | undefined
  /** The version that was on the screen; undefined for a change of any version. */
  version?: number | undefined
}

/**
 * Saves the face of one of the operator's sites, or of the main site for its owner. The pages of that site alone are
 * dropped. The state before stays for the undo. Refuses if another change was made since the version that was on the
 * screen.
 */
export const saveFace = (
  operator: Operator,
  siteId: string,
  { face: typed, name, version: seen }: FaceChange,
): Promise<{ ok: true } | FaceRefusal> =>
  writeAs(operator, async (trx) => {
    const site = await lockSite(trx, operator, siteId)
    if (!site) return refuse('not-found')
    const { face: old, version } = (await findFaceRow(trx, siteId)) ?? { face: NO_FACE, version: 0 }
    const named = await nameByIds(trx, { operator, siteId }, { face: typed, old })
    if (!named.ok) return named
    const { face } = named
    if (!(await hasPictures(trx, operator, { face, old }))) return refuse('picture-gone')
    const renamed = findNewName(siteId, site.name, name)
    // A form that is sent twice must not replace the state that an undo needs.
    if (renamed === undefined && isDeepStrictEqual(face, old)) return { ok: true }
    if (isOutdated(seen, version)) return refuse('changed-since')
    const before: StateBefore = {
      face: old,
      ...(renamed !== undefined && { name: { from: site.name, to: renamed } }),
    }
    if (renamed !== undefined) await renameMainSite(trx, operator, renamed)
    const stored = { version: version + 1, before: JSON.stringify(before), userId: operator.id }
    await storeFace(trx, siteId, { ...face, ...stored })
    await note(trx, operator, ['site-changed', site.name])
    log.info({ account: operator.id, site: siteId }, 'site.face_saved')
    return { ok: true }
  })

/**
 * Takes the last change of a site's face back. Refuses if another change was made since: `version` is that of the change.
 * A main site that got another name in the meantime keeps it.
 */
export const undoFace = (
  operator: Operator,
  siteId: string,
  version: number,
): Promise<{ ok: true } | FaceRefusal> =>
  writeAs(operator, async (trx) => {
    const site = await lockSite(trx, operator, siteId)
    const row = site && (await findFaceRow(trx, siteId))
    if (!site || !row) return refuse('not-found')
    if (row.version !== version || row.before === null) return refuse('changed-since')
    const { face, name } = row.before
    if (name && name.to === site.name) await renameMainSite(trx, operator, name.from)
    const stored = { version: version + 1, before: null, userId: operator.id }
    await storeFace(trx, siteId, { ...NO_FACE, ...face, ...stored })
    await note(trx, operator, ['site-changed', site.name])
    return { ok: true }
  })

/**
 * Adds the new name of a tag to the categories of the operator's sites that have the tag, for every member who may rename
 * it. The state before the last change of a look gets it too, so that an undo of that change keeps it.
 */
export const followTag = (trx: Transaction, operator: Operator, moved: MovedTag): Promise<void> =>
  asInstallation(trx, async () => {
    for (const { siteId } of await lockSitesWith(trx, operator, moved.from)) {
      const row = await findFaceRow(trx, siteId)
      if (!row) continue
      const follow = (face: Face): Face => ({ ...face, categories: addNewName(face.categories, moved) })
      const face = follow(row.face)
      if (isDeepStrictEqual(face, row.face)) continue
      const before = row.before && JSON.stringify({ ...row.before, face: follow(row.before.face) })
      await storeFace(trx, siteId, { ...face, version: row.version + 1, before, userId: operator.id })
    }
  })

const lockSitesWith = (trx: Transaction, operator: Operator, tag: string) =>
  selectOwnFaces(trx, operator)
    .select('siteId')
    .where(sql<boolean>`site_faces.categories @> ${JSON.stringify([{ tags: [tag] }])}::jsonb`)
    .orderBy('siteId')
    .forUpdate('targetSites')
    .execute()

/**
 * Names the articles of a front page by their ids. A new one must be on the site, or be an article of the operator, which
 * readers see there as soon as they can open it.
 */
async function nameByIds(
  trx: Transaction,
  { operator, siteId }: { operator: Operator; siteId: string },
  { face, old }: { face: Face; old: Face },
): Promise<{ ok: true; face: Face } | FaceRefusal> {
  if (!face.front) return { ok: true, face }
  const { front, missing } = await nameArticles(trx, { siteId, by: 'id' }, face.front)
  const kept = old.front ? listNamed(old.front) : []
  const unknown = missing.filter((name) => !kept.includes(name))
  const [name] = await listForeign(trx, operator, unknown)
  return name === undefined ? { ok: true, face: { ...face, front } } : refuse('no-article', { name })
}

// The pictures that were not there before are in the library of the operator, in the size that the path says.
async function hasPictures(
  trx: Transaction,
  operator: Operator,
  { face, old }: { face: Face; old: Face },
): Promise<boolean> {
  for (const name of FACE_PICTURES) {
    const upload = face[name] === old[name] ? undefined : parseUploadPath(face[name] ?? '')
    if (upload && !(await isInLibrary(trx, operator, upload))) return false
  }
  return true
}

async function isInLibrary(trx: Transaction, operator: Operator, { id, width, height }: Upload) {
  const own = trx
    .selectFrom('uploads')
    .select('id')
    .where(isOwn(operator, 'userId'))
    .where('id', '=', id)
    .where('width', '=', width)
    .where('height', '=', height)
    .forShare()
  return (await own.executeTakeFirst()) !== undefined
}

/** Gives a shared site a face. Nobody owns such a site, so no form can change it. */
export const dressSharedSite = (siteId: string, face: Face): Promise<void> =>
  write((trx) => storeFace(trx, siteId, { ...face, version: 1, before: null, userId: null }))

/** Gives a site that an account has just added a look. There is nothing to undo yet. */
export const dressNewSite = (
  trx: Transaction,
  { operator, siteId }: { operator: Operator; siteId: string },
  face: Face,
): Promise<void> => storeFace(trx, siteId, { ...face, version: 1, before: null, userId: operator.id })

// Other sites get their names by a form of their own.
const findNewName = (siteId: string, old: string, name: string | undefined) =>
  siteId === MAIN_SITE_ID && name !== old ? name : undefined

const isOutdated = (seen: number | undefined, version: number) => seen !== undefined && seen !== version

type NewRow = Face & { version: number; before: string | null; userId: string | null }

async function storeFace(
  trx: Transaction,
  siteId: string,
  { menu, footer, categories, front, ...columns }: NewRow,
): Promise<void> {
  const row = {
    ...columns,
    menu: menu && JSON.stringify(menu),
    footer: footer && JSON.stringify(footer),
    categories: categories && JSON.stringify(categories),
    front: front && JSON.stringify(front),
  }
  await trx
    .insertInto('siteFaces')
    .values({ siteId, ...row })
    .onConflict((conflict) => conflict.column('siteId').doUpdateSet(row))
    .execute()
  await invalidatePages(trx, [SITES_TAG, pageTag.site(siteId)])
}

/**
 * Locks a site whose face the operator may change, and returns its name: a hosted one of their own, or the main site for
 * the account that owns it. Undefined for any other site.
 */
async function lockSite(
  trx: Transaction,
  operator: Operator,
  id: string,
): Promise<{ name: string } | undefined> {
  if (id === MAIN_SITE_ID) return lockMainSite(trx, operator)
  return trx
    .selectFrom('targetSites')
    .select('name')
    .where('id', '=', id)
    .where('kind', '=', 'hosted')
    .where(isOwn(operator, 'ownerId'))
    .forUpdate()
    .executeTakeFirst()
}

// The lock of the installation makes a change of the owner wait.
const lockMainSite = (trx: Transaction, operator: Operator): Promise<{ name: string } | undefined> =>
  asInstallation(trx, async () => {
    const owner = await trx.selectFrom('installation').select('ownerId').forShare().executeTakeFirst()
    if (owner?.ownerId !== operator.id) return undefined
    return trx
      .selectFrom('targetSites')
      .select(sql<string>`main_site_name()`.as('name'))
      .where('id', '=', MAIN_SITE_ID)
      .forUpdate()
      .executeTakeFirst()
  })

/**
 * Gives the main site another name, in a transaction of its owner. The SEO settings show the same one, because their name
 * comes first if they have one (decision 28).
 */
export async function renameMainSite(trx: Transaction, operator: Operator, name: string): Promise<void> {
  await asInstallation(trx, () =>
    trx.updateTable('targetSites').set({ name }).where('id', '=', MAIN_SITE_ID).execute(),
  )
  await trx
    .updateTable('seoSettings')
    .set({ siteName: name })
    .where(isOwn(operator, 'userId'))
    .where('siteName', '!=', '')
    .execute()
  await invalidatePages(trx, [pageTag.site(operator.id)]) // the owner's own domain has this name, too (decision 29)
}
