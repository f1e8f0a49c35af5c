import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  CHOOSABLE,
  type ChoosablePicture,
  type LibraryPicture,
  parseUploadName,
  parseUploadPath,
  type PictureFilter,
  type PictureList,
  PICTURES_PER_PAGE,
  type PictureUse,
  type UnusedCount,
  type UsedPicture,
  uploadPath,
  USES_LISTED,
} from './pictures.ts'

/**
 * Returns a stored picture in the size that its file name says; undefined if there is none. Every visitor may read it.
 */
export async function findPicture(name: string): Promise<{ id: string; bytes: Buffer } | undefined> {
  const named = parseUploadName(name)
  if (!named) return undefined
  const { id, width, height } = named
  const row = await db
    .selectFrom('uploadVariants')
    .select('bytes')
    .where('uploadId', '=', id)
    .where('width', '=', width)
    .where('height', '=', height)
    .executeTakeFirst()
  return row && { id, bytes: row.bytes }
}

/** Returns the space that the operator's pictures use: their number, and the bytes of all their sizes together. */
export const findRoomTaken = (operator: Operator): Promise<{ pictures: number; bytes: number }> =>
  readAs(operator, (trx) =>
    // Also those that the person does not see: all people of an account share its room.
    asInstallation(trx, () =>
      trx
        .selectFrom('uploads')
        .select([
          sql<number>`count(*)::int`.as('pictures'),
          sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'), // up to 2^53
        ])
        .where(isOwn(operator, 'userId'))
        .executeTakeFirstOrThrow(),
    ),
  )

/** Returns the paths of the operator's pictures in their largest size, the oldest first. */
export async function listUploadPaths(trx: Transaction, operator: Operator): Promise<string[]> {
  const rows = await trx
    .selectFrom('uploads')
    .select(['id', 'width', 'height'])
    .where(isOwn(operator, 'userId'))
    .orderBy('id')
    .execute()
  return rows.map(({ id, ...size }) => uploadPath(id, size))
}

const LIBRARY_COLUMNS = ['id', 'width', 'height', 'name', 'alt', 'caption', 'focus', 'createdAt'] as const

const isOwnUse = sql`upload_id = uploads.id and user_id = uploads.user_id`
const countUses = sql<number>`(select count(*)::int from picture_uses where ${isOwnUse})`
const countOtherUses = sql<number>`count_other_uses(uploads.id)`

// One pass over the narrow rows of the account, of which there are at most ten thousand.
const selectChosen = (trx: Transaction, operator: Operator, { q, show }: Omit<PictureFilter, 'page'>) =>
  q
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .reduce(
      (query, word) =>
        query.where(sql<boolean>`strpos(lower(compose(concat_ws(' ', name, alt, caption))), ${word}) > 0`),
      trx
        .selectFrom('uploads')
        .where(isOwn(operator, 'userId'))
        .$if(show === 'no-alt', (query) => query.where('alt', '=', ''))
        .$if(show === 'unused', (query) => query.where(isUnused)),
    )

/** The SQL condition that no text or setting of its owner shows a picture. Other accounts do not count. */
export const isUnused = sql<boolean>`not exists (select from picture_uses where ${isOwnUse})`

/** Returns one page of the operator's pictures, the newest first. A page beyond the last is empty. */
export const listPictures = (operator: Operator, filter: PictureFilter): Promise<PictureList> =>
  readAs(operator, async (trx) => {
    const { page } = filter
    const count = sql<number>`count(*)::int`.as('count')
    const { count: found } = await selectChosen(trx, operator, filter).select(count).executeTakeFirstOrThrow()
    const isFiltered = filter.q !== '' || filter.show !== ''
    const everything = selectChosen(trx, operator, { q: '', show: '' }).select(count)
    // The ids of the page are read first. Otherwise a deep page would count the uses of every picture that it skips.
    const ids = selectChosen(trx, operator, filter)
      .select('id')
      .orderBy('id', 'desc')
      .limit(PICTURES_PER_PAGE)
      .offset((page - 1) * PICTURES_PER_PAGE)
    const pictures = await trx
      .selectFrom('uploads')
      .select([...LIBRARY_COLUMNS, countUses.as('uses'), countOtherUses.as('otherUses')])
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
      .execute()
    return {
      pictures,
      found,
      total: isFiltered ? (await everything.executeTakeFirstOrThrow()).count : found,
      page,
      pageCount: Math.max(1, Math.ceil(found / PICTURES_PER_PAGE)),
    }
  })

/**
 * Returns a part of the operator's pictures, the newest first, and the cursor of the next part: the id of the last one.
 * Undefined for a cursor that is none.
 */
export async function listPicturePart(
  operator: Operator,
  filter: Omit<PictureFilter, 'page'>,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ pictures: LibraryPicture[]; next: string | null } | undefined> {
  if (cursor !== undefined && !isUuid(cursor)) return undefined
  const found = await readAs(operator, (trx) =>
    selectChosen(trx, operator, filter)
      .select([...LIBRARY_COLUMNS, countUses.as('uses'), countOtherUses.as('otherUses')])
      .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
  )
  const pictures = found.slice(0, limit)
  return { pictures, next: found.length > limit ? (pictures.at(-1)?.id ?? null) : null }
}

/** Returns true if a path is that of one of the operator's pictures in its largest size. */
export const isOwnPicturePath = (operator: Operator, path: string): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const named = parseUploadPath(path)
    if (!named) return false
    const { id, width, height } = named
    const own = trx.selectFrom('uploads').select('id').where(isOwn(operator, 'userId')).where('id', '=', id)
    const found = await own.where('width', '=', width).where('height', '=', height).executeTakeFirst()
    return found !== undefined
  })

/** Returns one of the operator's pictures with the places where it is used; undefined if there is no such picture. */
export const findUsedPicture = (operator: Operator, id: string): Promise<UsedPicture | undefined> =>
  readAs(operator, async (trx) => {
    const picture: LibraryPicture | undefined = await trx
      .selectFrom('uploads')
      .select([...LIBRARY_COLUMNS, countUses.as('uses'), countOtherUses.as('otherUses')])
      .where(isOwn(operator, 'userId'))
      .where('id', '=', id)
      .executeTakeFirst()
    return picture && { ...picture, places: await listPlaces(trx, operator, id) }
  })

async function listPlaces(trx: Transaction, operator: Operator, id: string): Promise<PictureUse[]> {
  const rows = await trx
    .selectFrom('pictureUses as use')
    .leftJoin('blogPosts as article', (join) =>
      join.onRef('article.id', '=', 'use.ownerId').on('use.place', 'in', ['article', 'draft']),
    )
    .leftJoin('drafts as draft', (join) =>
      join
        .onRef('draft.id', '=', 'use.ownerId')
        .onRef('draft.userId', '=', 'use.userId')
        .on('use.place', '=', 'draft'),
    )
    .leftJoin('plans as plan', (join) =>
      join.onRef('plan.id', '=', 'use.ownerId').on('use.place', '=', 'plan'),
    )
    .leftJoin('revisions as planned', (join) =>
      join
        .onRef('planned.articleId', '=', 'plan.articleId')
        .onRef('planned.number', '=', 'plan.revision')
        .on('planned.siteId', 'is', null),
    )
    .select(['use.place', 'use.ownerId as id', 'plan.articleId'])
    .select(
      sql<string>`coalesce(draft.text->>'title', article.title, planned.text->>'title', '')`.as('title'),
    )
    .select(sql<boolean>`article.published_at is not null and draft.id is null`.as('isLive'))
    .select(sql<boolean>`article.id is null`.as('isBegun'))
    .where(isOwn(operator, 'use.userId'))
    .where('use.uploadId', '=', id)
    .orderBy('use.place')
    .orderBy('title')
    .limit(USES_LISTED)
    .execute()
  return rows.map(({ place, articleId, id: ownerId, title, ...state }): PictureUse => {
    if (place === 'settings' || place === 'template' || place === 'face') return { place }
    return place === 'plan'
      ? { place, id: ownerId, articleId: articleId ?? '', title }
      : { place, id: ownerId, title, ...state }
  })
}

/**
 * Returns the number of the operator's pictures that are not used, and are older than a day. `shownElsewhere` is the number
 * of those that texts of other accounts show.
 */
export const countUnused = (operator: Operator): Promise<UnusedCount> =>
  readAs(operator, (trx) =>
    selectUnused(trx, operator)
      .select(sql<number>`count(*)::int`.as('count'))
      .select(sql<number>`count(*) filter (where ${countOtherUses} > 0)::int`.as('shownElsewhere'))
      .executeTakeFirstOrThrow(),
  )

/** Selects the operator's pictures that are not used. A new one may be in a text that is not saved yet. */
export const selectUnused = (trx: Transaction, operator: Operator) =>
  trx
    .selectFrom('uploads')
    .where(isOwn(operator, 'userId'))
    .where('createdAt', '<', sql<Date>`now() - interval '1 day'`)
    .where(isUnused)

/** Returns the operator's newest pictures. With `q`, only those that have all of its words. */
export const listChoosable = (operator: Operator, q = ''): Promise<ChoosablePicture[]> =>
  readAs(operator, async (trx) => {
    const pictures = await selectChosen(trx, operator, { q, show: '' })
      .select(['id', 'width', 'height', 'name', 'alt'])
      .orderBy('id', 'desc')
      .limit(CHOOSABLE)
      .execute()
    return pictures.map(({ alt, name, ...upload }) => ({
      path: uploadPath(upload.id, upload),
      label: alt || name || 'Untitled',
    }))
  })

/** Returns true if the operator's articles are only published if each image has a text alternative. */
export const requiresAlt = (operator: Operator): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('users')
      .select('requiresAlt')
      .where(isOwn(operator, 'id'))
      .executeTakeFirst()
    return row?.requiresAlt === true
  })
