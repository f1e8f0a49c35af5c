import { inflateSync } from 'node:zlib'

/** The size of a picture, and the colour of each pixel as `#rrggbb`. */
export interface Picture {
  width: number
  height: number
  colorAt: (x: number, y: number) => string
}

const SIGNATURE = '89504e470d0a1a0a'
const PALETTE = 3
const CHANNELS: Record<number, number> = { 2: 3, [PALETTE]: 1, 6: 4 }

/**
 * Reads a PNG with 8 bits a channel, not interlaced: RGB, RGBA or with a palette (W3C PNG, third edition). Throws for
 * any other file.
 */
export function readPng(bytes: Buffer): Picture {
  if (bytes.subarray(0, 8).toString('hex') !== SIGNATURE) throw new Error('This is no PNG.')
  const chunks = [...toChunks(bytes)]
  const join = (wanted: string) =>
    Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data))
  const header = join('IHDR')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = CHANNELS[header[9] ?? 0]
  if (header[8] !== 8 || header[12] !== 0 || !channels) throw new Error('This kind of PNG is not read here.')
  const pixels = unfilter(inflateSync(join('IDAT')), width * channels, channels)
  const palette = header[9] === PALETTE ? join('PLTE') : undefined
  return {
    width,
    height,
    colorAt(x, y) {
      const place = (y * width + x) * channels
      const at = palette ? (pixels[place] ?? 0) * 3 : place
      return `#${(palette ?? pixels).toString('hex', at, at + 3)}`
    },
  }
}

function* toChunks(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

/** The first byte of each row names its filter: the pixel left, the pixel above, the mean of both, or Paeth. */
function unfilter(rows: Buffer, stride: number, channels: number): Buffer {
  const pixels = Buffer.alloc((rows.length / (stride + 1)) * stride)
  for (let place = 0; place < pixels.length; place += 1) {
    const row = Math.floor(place / stride)
    const back = place % stride < channels ? pixels.length : channels // in the first column there is no pixel to the left
    const [left, above, corner] = [place - back, place - stride, place - stride - back].map(
      (at) => pixels[at] ?? 0,
    ) as [number, number, number]
    const bases = [0, left, above, (left + above) >> 1, toPaeth(left, above, corner)]
    pixels[place] = (rows[place + row + 1] ?? 0) + (bases[rows[row * (stride + 1)] ?? 0] ?? 0)
  }
  return pixels
}

function toPaeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const toLeft = Math.abs(guess - left)
  const toAbove = Math.abs(guess - above)
  const toCorner = Math.abs(guess - corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
