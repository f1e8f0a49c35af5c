import sharp from 'sharp'

interface Shot {
  width: number
  height: number
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff'
  /** Another number makes another picture. */
  shade?: number
  frames?: number
}

/** Returns a picture like one of a camera or a program. An upright JPEG has metadata with its place and orientation. */
export async function takePicture({ width, height, format, shade = 0, frames = 1 }: Shot): Promise<Buffer> {
  const one = (number: number) =>
    sharp({
      create: { width, height, channels: 3, background: { r: 40 + number * 50, g: shade % 256, b: 120 } },
    })
  const frame = (number: number) => one(number).png().toBuffer()
  const picture =
    frames > 1
      ? sharp(await Promise.all(Array.from({ length: frames }, (_, number) => frame(number))), {
          join: { animated: true },
        })
      : one(0)
  return format === 'jpeg'
    ? picture
        .withExif({
          IFD0: { Make: 'Secret Camera' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
        })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
    : picture.toFormat(format).toBuffer()
}
