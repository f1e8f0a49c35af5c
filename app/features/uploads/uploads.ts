/** What one may upload; `accountBytes` and `accountPictures` are of one account, for good. */
export const UPLOAD_LIMITS = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  accountBytes: 500 * 1024 * 1024,
  accountPictures: 2000,
}

/** For the browser's file chooser; the server looks at the content. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** Why a picture is not taken. */
export type UploadRefusal =
  | 'empty'
  | 'too-large'
  | 'not-a-picture'
  | 'damaged'
  | 'too-many-pixels'
  | 'too-slow'
  | 'no-room'
  | 'one-at-a-time'

export interface Size {
  width: number
  height: number
}

/** A picture that is stored: its largest variant has this size. */
export interface Upload extends Size {
  id: string
}

// A column of text is 42rem wide, which is up to 1600 pixels of a dense screen.
const WIDTHS = [480, 960, 1600]
const MAX_HEIGHT = 6400 // of a tall one, such as a screenshot of a whole page

/**
 * The sizes that a picture is kept in, the largest last; never larger than it came. The smaller ones follow from the
 * largest, so that whoever knows that one knows them all.
 */
export function listSizes(original: Size): Size[] {
  const { width, height } = original
  const fitting = Math.max(1, Math.floor((width * MAX_HEIGHT) / height))
  const largest = toSize(original, Math.min(width, fitting, WIDTHS.at(-1) ?? width))
  const smaller = WIDTHS.filter((narrow) => narrow < largest.width)
  return [...smaller.map((narrow) => toSize(largest, narrow)), largest]
}

// A picture of the same shape.
const toSize = (shape: Size, width: number): Size => ({
  width,
  height: Math.min(MAX_HEIGHT, Math.max(1, Math.round((shape.height * width) / shape.width))),
})

/** The address of a picture in one of its sizes. It says the size, so that a page knows it without asking. */
export const uploadPath = (id: string, { width, height }: Size) => `/uploads/${id}-${width}x${height}.webp`

const NAME = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/

/** The picture and the size that the last part of an address names. */
export function parseUploadName(name: string): Upload | undefined {
  const [, id, width, height] = NAME.exec(name) ?? []
  return id ? { id, width: Number(width), height: Number(height) } : undefined
}

/** The picture that a whole address without a host names, in its largest size. */
export const parseUploadPath = (path: string): Upload | undefined =>
  path.startsWith('/uploads/') ? parseUploadName(path.slice('/uploads/'.length)) : undefined

/** How often an account may add a picture. */
export const limitUploads = ({ id }: { id: string }) => [{ name: 'upload', of: id, most: 300, windowS: 3600 }]
