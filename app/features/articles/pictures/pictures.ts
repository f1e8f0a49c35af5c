import { type FoundRange, parseFilter, parsePage, toListUrl, toPageUrl } from '../../../shared/page-list.ts'
import { readFormText, toName } from '../../../shared/text.ts'

/** The limits of one upload, and of all pictures of one account (`accountBytes`, `accountPictures`). */
export const UPLOAD_LIMITS = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  accountBytes: 500 * 1024 * 1024,
  accountPictures: 10_000,
}

/** The media types that the browser's file chooser offers. The server checks the content instead. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** The number of bytes at the start of a file that tell its kind. */
export const PICTURE_HEAD = 16

// JPEG, PNG, GIF, WebP, and AVIF with any of its brands.
const SIGNATURES = /^(?:\xFF\xD8\xFF|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:avi[fos]|m[ia]f1|msf1))/s

const TYPES: [start: RegExp, type: string][] = [
  [/^\xFF\xD8\xFF/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [SIGNATURES, 'image/avif'],
]

/** Returns the media type of a file that starts like a picture; undefined for any other file. */
export function findPictureType(file: Uint8Array): string | undefined {
  const head = String.fromCharCode(...file.subarray(0, PICTURE_HEAD))
  return TYPES.find(([start]) => start.test(head))?.[1]
}

/** Returns true if a file starts like one of those kinds. The server then reads the whole of it. */
export const looksLikePicture = (head: Uint8Array): boolean => SIGNATURES.test(String.fromCharCode(...head))

/** The reasons to refuse a picture. */
export type UploadRefusal =
  | 'empty'
  | 'too-large'
  | 'not-a-picture'
  | 'damaged'
  | 'too-many-pixels'
  | 'animation-too-long'
  | 'too-slow'
  | 'no-room'
  | 'one-at-a-time'

/** A width and a height in pixels. */
export interface Size {
  width: number
  height: number
}

/** A stored picture, with the size of its largest variant. */
export interface Upload extends Size {
  id: string
}

// A column of text is 42rem wide, which is up to 1600 pixels of a dense screen.
const WIDTHS = [480, 960, 1600]
const MAX_HEIGHT = 6400 // limits tall pictures, such as a screenshot of a whole page

/**
 * Returns the sizes that a picture is stored in, the largest last; none is larger than the original. The smaller ones
 * follow from the largest, so the URL of the largest is enough to find all.
 */
export function listSizes(original: Size): Size[] {
  const { width, height } = original
  const fitting = Math.max(1, Math.floor((width * MAX_HEIGHT) / height))
  const largest = toSize(original, Math.min(width, fitting, WIDTHS.at(-1) ?? width))
  const smaller = WIDTHS.filter((narrow) => narrow < largest.width)
  return [...smaller.map((narrow) => toSize(largest, narrow)), largest]
}

const toSize = (ratio: Size, width: number): Size => ({
  width,
  height: Math.min(MAX_HEIGHT, Math.max(1, Math.round((ratio.height * width) / ratio.width))),
})

/** Returns the path of a picture in one size. The path names the size, so that a page knows it without a query. */
export const uploadPath = (id: string, { width, height }: Size) => `/uploads/${id}-${width}x${height}.webp`

const NAME = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/

/** Returns the picture and the size that a file name stands for; undefined for any other name. */
export function parseUploadName(name: string): Upload | undefined {
  const [, id, width, height] = NAME.exec(name) ?? []
  return id ? { id, width: Number(width), height: Number(height) } : undefined
}

/** Returns the picture and the size that a path stands for; undefined for a path that is not of an upload. */
export const parseUploadPath = (path: string): Upload | undefined =>
  path.startsWith('/uploads/') ? parseUploadName(path.slice('/uploads/'.length)) : undefined

/** Returns the rate limit of an account: 300 pictures an hour. */
export const limitUploads = ({ id }: { id: string }) => [{ name: 'upload', of: id, most: 300, windowS: 3600 }]

/** The path of the library of an account's pictures. */
export const PICTURES_PATH = '/pictures'

/** Returns the path of the screen of one picture. */
export const toPicturePath = (id: string) => `${PICTURES_PATH}/${id}`

/** The pictures on one page of the library. */
export const PICTURES_PER_PAGE = 48

/** The filters of the library: pictures that are not used, or have no text alternative. */
export const PICTURE_CHOICES = ['unused', 'no-alt'] as const
/** One of these filters. */
export type PictureChoice = (typeof PICTURE_CHOICES)[number]

/** The query of the library's URL. */
export interface PictureFilter {
  /** Words of the name, of the text alternative or of the caption. */
  q: string
  show: PictureChoice | ''
  page: number
}

/** Returns the query of a URL. Invalid values are ignored. */
export const parsePictures = (search: URLSearchParams): PictureFilter => ({
  q: parseFilter(search.get('q')),
  show: PICTURE_CHOICES.find((choice) => choice === search.get('show')) ?? '',
  page: parsePage(search.get('page')),
})

/** Returns the URL of the library with a filter, on its first page unless another one is given. */
export const toLibraryPath = ({ q, show, page = 1 }: Omit<PictureFilter, 'page'> & { page?: number }) =>
  toPageUrl(toListUrl(PICTURES_PATH, { q, show }), page)

/** The words of a picture, which its owner writes. */
export interface PictureWords {
  /** The text alternative, which screen readers read. */
  alt: string
  caption: string
}

/** The maximum of characters of these words. */
export const WORDS_LIMIT = { alt: 300, caption: 500 }

/** Reads the words of a picture in a form, cut to their maximum. */
export const readPictureWords = (form: FormData): PictureWords => ({
  alt: toName(readFormText(form, 'alt'), WORDS_LIMIT.alt),
  caption: toName(readFormText(form, 'caption'), WORDS_LIMIT.caption),
})

/** A picture in the library. */
export interface LibraryPicture extends Upload, PictureWords {
  /** The name of its file; empty for a pasted picture. */
  name: string
  focus: Focus | null
  createdAt: Date
  /** The number of places where the account uses it, and where other accounts do. */
  uses: number
  otherUses: number
}

/** The number of pictures that their account does not use, and of those among them that other accounts show. */
export interface UnusedCount {
  count: number
  shownElsewhere: number
}

/** One page of the library. */
export interface PictureList extends FoundRange {
  pictures: LibraryPicture[]
}

/** A place where a picture is used. */
export type PictureUse =
  | { place: 'article' | 'draft'; id: string; title: string; isLive: boolean; isBegun: boolean }
  | { place: 'plan'; id: string; articleId: string; title: string }
  | { place: 'settings' | 'template' | 'face' }

/** The maximum of places of one picture that its screen lists. */
export const USES_LISTED = 200

/** A picture with the places where it is used. */
export interface UsedPicture extends LibraryPicture {
  places: PictureUse[]
}

/** The part of a picture that is never cut off, as `x30 y70`: tenths of its width and height, in percent. */
export type Focus = `x${number} y${number}`

/** The points that a focus can have, in percent. */
export const FOCUS_STEPS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]

/** Returns the focus at a point in percent of width and height; null for the middle. */
export function toFocus(x: number, y: number): Focus | null {
  const [column, row] = [toStep(x), toStep(y)]
  return column === 50 && row === 50 ? null : `x${column} y${row}`
}

const toStep = (percent: number) => Math.min(100, Math.max(0, Math.round(percent / 10) * 10))

/** Returns the point of a focus in percent. */
export function toPoint(focus: string | null): { x: number; y: number } {
  const [, x = '50', y = '50'] = /^x(\d+) y(\d+)$/.exec(focus ?? '') ?? []
  return { x: Number(x), y: Number(y) }
}

/** Returns the path of a picture's smallest variant with at least this width, or of the largest variant. */
export function toVariantPath({ id, ...size }: Upload, width: number): string {
  const sizes = listSizes(size)
  return uploadPath(id, sizes.find((variant) => variant.width >= width) ?? size)
}

/** Returns the Markdown that shows a picture: with its text alternative, and with its caption as the title. */
export function toMarkdown(picture: Upload & PictureWords): string {
  const alt = picture.alt.replaceAll(/[[\]\\]/g, '\\$&')
  const title = picture.caption && ` "${picture.caption.replaceAll(/["\\]/g, '\\$&')}"`
  return `![${alt}](${uploadPath(picture.id, picture)}${title})`
}

/** The reasons why a picture is not deleted. */
export type PictureRefusal = 'in-use' | 'gone'

/** Returns the tag of the cached answers with a picture. */
export const toPictureTag = (id: string) => `upload:${id}`

// The variant fits on a phone, and its size is known without scripts.
const SHOWN = { width: 280, height: 380 }

/** Returns the size in which a picture is shown to choose its focus. Clicks on it are in these pixels. */
export function toShownSize({ width, height }: Size): Size {
  const scale = Math.min(SHOWN.width / width, SHOWN.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Reads the focus in the form of a picture: a press on the picture sends its place in pixels, the fields send percent. */
export function readFocus(form: FormData, picture: Size): Focus | null {
  const read = (name: string) => Number(readFormText(form, name)) || 0
  if (readFormText(form, 'intent') === 'focus') return toFocus(read('x'), read('y'))
  const { width, height } = toShownSize(picture)
  return toFocus((read('point.x') / width) * 100, (read('point.y') / height) * 100)
}

/** The value of an article's cover for the drawn cover. */
export const DRAWN = 'drawn'

const REDRAWN = /^drawn-([\da-f]{8})$/

/** Returns the value of an article's cover for another drawing, by its seed of eight hexadecimal digits. */
export const toRedrawn = (seed: string): string => `${DRAWN}-${seed}`

/** Returns the seed of a cover that was drawn again; undefined for every other cover. */
export const readSeed = (cover: string | null | undefined): string | undefined =>
  REDRAWN.exec(cover ?? '')?.[1]

/** Returns true for a cover that is drawn by choice. */
export const isDrawn = (cover: string): boolean => cover === DRAWN || readSeed(cover) !== undefined

/** Returns true if a text is a cover: `drawn`, with a seed or without, the path of an upload, or a web URL. */
export const isCover = (value: string): boolean =>
  isDrawn(value) || parseUploadPath(value) !== undefined || /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(value)

/**
 * Returns the URL of an article's picture: the chosen cover, or else the first picture of the text that was uploaded
 * here. Null means the drawn cover.
 */
export function toImageUrl(cover: string | null, html: string): string | null {
  if (cover !== null) return isDrawn(cover) ? null : cover
  const [, first] = /<img [^>]*(?<= )src="(\/uploads\/[^"]+)"/.exec(html) ?? []
  return first !== undefined && parseUploadPath(first) ? first : null
}

/** A picture that an article can get as its cover. */
export interface ChoosablePicture {
  path: string
  /** Its text alternative, or else the name of its file. */
  label: string
}

/** The maximum of pictures that a form offers, and that a search in it returns. */
export const CHOOSABLE = 10

/** The path that finds them by `?q=`. */
export const FIND_PICTURES_PATH = `${PICTURES_PATH}/find`

/** Returns a text in which one picture is replaced by another, in all sizes and at all hosts. */
export const replacePicture = (text: string, from: string, to: Upload): string =>
  text.replaceAll(
    new RegExp(String.raw`/uploads/${from}-[1-9]\d{0,3}x[1-9]\d{0,3}\.webp`, 'g'),
    uploadPath(to.id, to),
  )

/** Returns true if a text names a picture. */
export const namesPicture = (text: string, id: string): boolean => text.includes(`/uploads/${id}-`)

/** Returns true if an image in the HTML of an article has no text alternative. */
export const lacksAlt = (html: string): boolean =>
  (html.match(/<img [^>]*>/g) ?? []).some((image) => !/ alt="\s*[^"\s]/.test(image))
