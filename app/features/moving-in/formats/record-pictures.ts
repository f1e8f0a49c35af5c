import { z } from 'zod'
import type { UploadRefusal } from '../../articles/pictures/pictures.ts'
import type { PictureFile, PictureIndex } from './picture-files.ts'

const LONGEST = 2048 // in characters
const MOST = 1000

/**
 * The pictures of an article that lie in its folder or archive, by the address that its text has; null for the cover.
 * Without `path` an address has none of them. A record of another shape has none.
 */
export const recordPictures = z
  .array(
    z.object({
      address: z.string().max(LONGEST).nullable(),
      path: z.string().max(LONGEST),
      bytes: z.number().nonnegative(),
      archive: z.string().max(LONGEST).optional(),
    }),
  )
  .min(1)
  .max(MOST)
  .optional()
  .catch(undefined)

/** A picture of an article that lies in its folder or archive. */
export interface RecordPicture extends PictureFile {
  address: string | null
}

/** A picture, or another file, that does not come in with its article. */
export interface LostPicture {
  address: string
  /** `no-file`: it is not in the folder or archive. `no-site`: the address of the old site is not known. */
  reason: 'no-file' | 'no-site' | 'no-picture' | 'no-account' | UploadRefusal
}

/** A link of an article to another page of its old site. */
export interface OldLink {
  /** As the text has it. */
  address: string
  /** Its old paths, as `toOldPath` returns them. */
  paths: string[]
}

/** The folder or archive in which an article lies. */
export interface Within {
  /** The path of its file. */
  path: string
  pictures: PictureIndex
}

/** The most lost pictures, and the most links, of an article that are kept. */
export const MOST_LISTED = { lost: 50, links: 500 }
