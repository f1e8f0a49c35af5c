import type Sharp from 'sharp'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { listSizes, type Size, UPLOAD_LIMITS, type UploadRefusal } from './pictures.ts'

const TIMEOUT_S = 10
const QUALITY = 80

// The readers of the five formats that we accept. All others of libvips are blocked, so that their security holes
// cannot be used.
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`)

/** A picture in one of its sizes. */
export interface Variant extends Size {
  /** WebP. */
  bytes: Buffer
}

/**
 * Returns a picture in all sizes of listSizes, the largest last, as WebP. The format is recognised by the content. The
 * picture is rotated upright and loses its metadata (location, camera, time). Animations stay animated.
 */
export async function encodePicture(
  bytes: Buffer,
): Promise<{ ok: true; variants: Variant[] } | Refusal<UploadRefusal>> {
  const sharp = await loadSharp()
  const open = () =>
    sharp(bytes, { animated: true, limitInputPixels: UPLOAD_LIMITS.pixels }).timeout({ seconds: TIMEOUT_S })
  try {
    const { autoOrient, pages = 1, pageHeight } = await open().metadata()
    const original = pages > 1 && pageHeight ? { width: autoOrient.width, height: pageHeight } : autoOrient
    const variants: Variant[] = []
    // One after the other, because all at once would hold the whole picture three times in memory.
    for (const { width, height } of listSizes(original)) {
      const resized = open().autoOrient().resize({ width, height, fit: 'fill' })
      variants.push({ width, height, bytes: await resized.webp({ quality: QUALITY }).toBuffer() })
    }
    return { ok: true, variants }
  } catch (error) {
    const reason = toReason(error)
    const isLong = reason === 'too-many-pixels' && (await fitsWithoutFrames(sharp, bytes))
    return refuse(isLong ? 'animation-too-long' : reason)
  }
}

// Imported on demand, because only a process that receives an upload needs it.
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  return sharp
}

// Reads the head of the file only, so its pixels do not matter.
async function fitsWithoutFrames(sharp: typeof Sharp, bytes: Buffer): Promise<boolean> {
  const { pages = 1, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return pages > 1 && width * height <= UPLOAD_LIMITS.pixels
}

function toReason(error: unknown): UploadRefusal {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('unsupported image format')) return 'not-a-picture'
  if (message.includes('pixel limit')) return 'too-many-pixels'
  return message.includes('timeout') ? 'too-slow' : 'damaged'
}
