import type { Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** A picture that an account uploaded (decision 21). */
export interface UploadsTable {
  id: string
  userId: string | null
  addedBy: Generated<string | null>
  hash: string
  width: number
  height: number
  bytes: number
  name: Generated<string>
  alt: Generated<string>
  caption: Generated<string>
  focus: `x${number} y${number}` | null
  createdAt: TimestampWithDefault
}

/** One size of an uploaded picture. */
export interface UploadVariantsTable {
  uploadId: string
  width: number
  height: number
  bytes: Buffer
}

/** A place where a picture is used (decision 41). */
export interface PictureUsesTable {
  uploadId: string
  place: 'article' | 'draft' | 'plan' | 'settings' | 'template' | 'face'
  ownerId: string
  userId: string | null
}
