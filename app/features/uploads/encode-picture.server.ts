import type Sharp from 'sharp'
import { listSizes, type Size, UPLOAD_LIMITS, type UploadRefusal } from './uploads.ts'

const TIMEOUT_S = 10
const QUALITY = 80

// What reads the five kinds that we take. Everything else that libvips can read is shut off: whoever finds a hole in a
// reader of another kind finds nobody at home.
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`)

export interface Variant extends Size {
  /** WebP. */
  bytes: Buffer
}

/**
 * A picture in the sizes that it is kept in, the largest last: recognised by its content, turned as its camera was
 * held, without what the file says besides (place, camera, time). Animations stay so.
 */
export async function encodePicture(
  bytes: Buffer,
): Promise<{ ok: true; variants: Variant[] } | { ok: false; reason: UploadRefusal }> {
  const sharp = await loadSharp()
  const open = () =>
    sharp(bytes, { animated: true, limitInputPixels: UPLOAD_LIMITS.pixels }).timeout({ seconds: TIMEOUT_S })
  try {
    const { autoOrient, pages = 1, pageHeight } = await open().metadata()
    const original = pages > 1 && pageHeight ? { width: autoOrient.width, height: pageHeight } : autoOrient
    const variants: Variant[] = []
    // One after the other: together they would hold the whole picture three times.
    for (const { width, height } of listSizes(original)) {
      const resized = open().autoOrient().resize({ width, height, fit: 'fill' })
      variants.push({ width, height, bytes: await resized.webp({ quality: QUALITY }).toBuffer() })
    }
    return { ok: true, variants }
  } catch (error) {
    return { ok: false, reason: toRefusal(error) }
  }
}

// Only the process that gets a picture needs it.
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  return sharp
}

function toRefusal(error: unknown): UploadRefusal {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('unsupported image format')) return 'not-a-picture'
  if (message.includes('pixel limit')) return 'too-many-pixels'
  return message.includes('timeout') ? 'too-slow' : 'damaged'
}
