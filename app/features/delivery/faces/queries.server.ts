import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { SiteFace } from '../../../platform/web/request-context.server.ts'
import { env } from '../../../platform/env.server.ts'
import { MAIN_SITE_ID, toOriginOf } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { isSiteOwner } from '../../accounts/sign-in/queries.server.ts'
import { toFaceSheet, toSheetKey } from './face-sheet.ts'
import { parseUploadPath, toVariantPath } from '../../articles/pictures/pictures.ts'
import { shownSiteName } from '../../articles/placement/queries.server.ts'
import { readCategories } from './categories.ts'
import { readFront } from '../fronts/fronts.ts'
import { nameArticles } from '../fronts/queries.server.ts'
import { findDeadLinks } from './find-dead-links.server.ts'
import { readLinks } from './links.ts'
import {
  type Face,
  FACE_COVERS,
  FACE_LANGUAGES,
  FACE_TYPES,
  type FaceMenu,
  NO_FACE,
  type StateBefore,
} from './faces.ts'

/** The columns of a face that the pages need. */
export const FACE_COLUMNS = [
  'tagline',
  'language',
  'accent',
  'paperLight',
  'paperDark',
  'type',
  'covers',
  'logoLight',
  'logoDark',
  'icon',
  'menu',
  'footer',
  'footerText',
  'categories',
  'front',
] as const

type FaceRow = Record<Exclude<keyof Face, FaceMenu | 'categories' | 'front'>, string | null> &
  Record<FaceMenu | 'categories' | 'front', unknown>

/** Returns the face of a site for its pages, from the columns of its row; undefined for a site without one. */
export function toSiteFace(row: FaceRow): SiteFace | undefined {
  const face = toFace(row)
  const key = toSheetKey(face)
  const look = toLook(face)
  if (key === '' && Object.values(look).every((value) => !value)) return undefined
  return { ...look, sheet: key === '' ? undefined : `/face/${toHash(key)}.css` }
}

/** Returns the face of one of the operator's sites as it is stored, for a copy; undefined for any other site. */
export async function findFaceToCopy(operator: Operator, siteId: string): Promise<Face | undefined> {
  if (!(await findOwnFace(operator, siteId))) return undefined
  return (await readAs(operator, (trx) => findFaceRow(trx, siteId)))?.face ?? NO_FACE
}

/** Returns the face in a form with the articles of its front page by id, as it would be stored. */
export async function nameTyped(operator: Operator, siteId: string, face: Face): Promise<Face> {
  const { front } = face
  if (!front) return face
  return readAs(operator, async (trx) => ({
    ...face,
    front: (await nameArticles(trx, { siteId, by: 'id' }, front)).front,
  }))
}

/** Returns a face as pages need it, without its sheet. */
export function toLook(face: Face): SiteFace {
  const { tagline, language, type, covers, logoLight, logoDark, icon } = face
  const logo = parseUploadPath(logoLight ?? '')
  return {
    tagline,
    language: language ?? undefined,
    type: type ?? undefined,
    covers: covers ?? undefined,
    icon: toSmall(icon),
    logo: logo && {
      light: toVariantPath(logo, LOGO_WIDTH),
      dark: toSmall(logoDark),
      width: logo.width,
      height: logo.height,
    },
    ...toContent(face),
  }
}

const toContent = ({ menu, footer, footerText, categories, front }: Face) => ({
  menu: menu ?? undefined,
  footer: footer ?? undefined,
  footerText: footerText || undefined,
  categories: categories ?? undefined,
  front: front ?? undefined,
})

const LOGO_WIDTH = 480 // on a dense screen

function toSmall(path: string | null): string | undefined {
  const upload = parseUploadPath(path ?? '')
  return upload && toVariantPath(upload, LOGO_WIDTH)
}

// A release before this one may have known other languages, pairings and inks.
const toFace = ({ tagline, language, type, covers, ...rest }: FaceRow): Face => ({
  tagline: tagline ?? '',
  language: FACE_LANGUAGES.find((name) => name === language) ?? null,
  accent: rest.accent,
  paperLight: rest.paperLight,
  paperDark: rest.paperDark,
  type: FACE_TYPES.find((name) => name === type) ?? null,
  covers: FACE_COVERS.find((name) => name === covers) ?? null,
  logoLight: rest.logoLight,
  logoDark: rest.logoDark,
  icon: rest.icon,
  menu: readLinks(rest.menu),
  footer: readLinks(rest.footer),
  footerText: rest.footerText ?? '',
  categories: readCategories(rest.categories),
  front: readFront(rest.front),
})

const toHash = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** Returns the style sheet of a site's face as it is stored now, and its path; undefined for a site with the usual look. */
export async function findFaceSheet(siteId: string): Promise<{ path: string; css: string } | undefined> {
  const row: FaceRow | undefined = await db
    .selectFrom('siteFaces')
    .select(FACE_COLUMNS)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  const path = row && toSiteFace(row)?.sheet
  return row && path !== undefined ? { path, css: toFaceSheet(toFace(row)) } : undefined
}

/** Returns the stored face of a site, in a transaction; undefined if its owner never changed it. */
export async function findFaceRow(trx: Transaction, siteId: string) {
  const row = await trx
    .selectFrom('siteFaces')
    .select([...FACE_COLUMNS, 'version'])
    .select(sql<StateBefore | null>`before`.as('before'))
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  return row && { face: toFace(row), version: row.version, before: row.before }
}

/**
 * Selects the faces of the operator's sites. The main site has no owner of its own: it belongs to the account that owns the
 * installation.
 */
export const selectOwnFaces = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('siteFaces')
    .innerJoin('targetSites', 'targetSites.id', 'siteId')
    .where((where) =>
      where.or([
        isOwn(operator, 'targetSites.ownerId'),
        where.and([
          where('kind', '=', 'main'),
          where.exists(trx.selectFrom('installation').select('id').where(isOwn(operator, 'ownerId'))),
        ]),
      ]),
    )

/** Lists the sites of the operator whose last change of the face can be undone, by name. */
export const listUndoableFaces = (operator: Operator): Promise<{ siteId: string; name: string }[]> =>
  readAs(operator, (trx) =>
    selectOwnFaces(trx, operator)
      .select(['siteId', shownSiteName.as('name')])
      .where('before', 'is not', null)
      .orderBy('name')
      .execute(),
  )

/** The face of a site, as the screen that changes it needs it. */
export interface OwnFace {
  /** The name that readers see. */
  name: string
  face: Face
  /** The number of its last change; 0 before the first. */
  version: number
  /** The same number, if that change can be undone. */
  undoable: number | undefined
  /** The public origin of the site. */
  origin: string
  /** The addresses in its menu and its footer that lead to no page. */
  dead: string[]
  /** The ids of articles that its front page names, and that readers cannot open now. */
  missing: string[]
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
      .select(['url', shownSiteName.as('name')])
      .where('id', '=', siteId)
      .where('kind', 'in', ['main', 'hosted'])
      .where(isMain ? sql<boolean>`true` : isOwn(operator, 'ownerId'))
      .executeTakeFirst()
    if (!site) return undefined
    const origin = toOriginOf({ siteId, url: site.url }, env.SITE_URL)
    return { name: site.name, origin, ...(await findStored(trx, siteId)) }
  })
}

async function findStored(trx: Transaction, siteId: string): Promise<Omit<OwnFace, 'name' | 'origin'>> {
  const row = await findFaceRow(trx, siteId)
  if (!row) return { face: NO_FACE, version: 0, undoable: undefined, dead: [], missing: [] }
  const { face, version, before } = row
  const links = [...(face.menu ?? []), ...(face.footer ?? [])]
  const named = face.front ? await nameArticles(trx, { siteId, by: 'slug' }, face.front) : undefined
  return {
    face: { ...face, front: named?.front ?? null },
    version,
    undoable: before === null ? undefined : version,
    dead: await asInstallation(trx, () =>
      findDeadLinks(trx, { siteId, categories: face.categories ?? [] }, links),
    ),
    missing: named?.missing ?? [],
  }
}
