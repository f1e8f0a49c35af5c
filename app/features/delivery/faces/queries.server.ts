import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { SiteFace } from '../../../platform/web/request-context.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isSiteOwner } from '../../accounts/sign-in/queries.server.ts'
import { toFaceSheet, toSheetKey } from './face-sheet.ts'
import { type Face, NO_FACE, type StateBefore } from './faces.ts'

/** The columns of a face that the pages need. */
export const FACE_COLUMNS = ['tagline', 'accent', 'paperLight', 'paperDark'] as const

type FaceRow = { [Name in keyof Face]: Face[Name] | null }

/** Returns the face of a site for its pages, from the columns of its row; undefined for a site without one. */
export function toSiteFace({ tagline, accent, paperLight, paperDark }: FaceRow): SiteFace | undefined {
  const face: Face = { tagline: tagline ?? '', accent, paperLight, paperDark }
  const key = toSheetKey(face)
  return key === '' ? undefined : { tagline: face.tagline, sheet: `/face/${toHash(key)}.css` }
}

const toHash = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Returns the style sheet of a site's face as it is stored now, and its path; undefined for a site with the usual look. */
export async function findFaceSheet(siteId: string): Promise<{ path: string; css: string } | undefined> {
  const face = await db
    .selectFrom('siteFaces')
    .select(FACE_COLUMNS)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  const shown = face && toSiteFace(face)
  return shown && { path: shown.sheet, css: toFaceSheet(face) }
}

/** Returns the stored face of a site, in a transaction; undefined if its owner never changed it. */
export async function findFaceRow(trx: Transaction, siteId: string) {
  return trx
    .selectFrom('siteFaces')
    .select([...FACE_COLUMNS, 'version'])
    .select(sql<StateBefore | null>`before`.as('before'))
    .where('siteId', '=', siteId)
    .executeTakeFirst()
}

/** The face of a site, as the screen that changes it needs it. */
export interface OwnFace {
  /** The name that readers see. */
  name: string
  face: Face
  /** The number of its last change, if that can be undone. */
  undoable: number | undefined
}

/**
 * Returns the face of one of the operator's hosted sites, or of the main site for the account that owns it; undefined for
 * any other site.
 */
export async function findOwnFace(operator: Operator, siteId: string): Promise<OwnFace | undefined> {
  const isMain = siteId === MAIN_SITE_ID
  if (isMain && !(await isSiteOwner(operator))) return undefined
  return readAs(operator, async (trx) => {
    const site = await trx
      .selectFrom('targetSites')
      .select(sql<string>`case kind when 'main' then main_site_name() else name end`.as('name'))
      .where('id', '=', siteId)
      .where('kind', 'in', ['main', 'hosted'])
      .where(isMain ? sql<boolean>`true` : isOwn(operator, 'ownerId'))
      .executeTakeFirst()
    if (!site) return undefined
    const row = await findFaceRow(trx, siteId)
    if (!row) return { name: site.name, face: NO_FACE, undoable: undefined }
    const { version, before, ...face } = row
    return { name: site.name, face, undoable: before === null ? undefined : version }
  })
}
