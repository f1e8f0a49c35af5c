type Triple = readonly [number, number, number]

/** Returns true if a text is a colour as `#rrggbb`, in lower case. */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/.test(text)

/** Returns how well two colours can be told apart, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [toLuminance(one), toLuminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the colour with a part of another one in it, as `color-mix(in srgb, ...)` mixes them. */
export function mix(colour: string, other: string, part: number): string {
  const added = toChannels(other)
  return toHex(mapChannels(toChannels(colour), (value, index) => value + (added[index] - value) * part))
}

const STEPS = 128
const LESS_COLOUR = [1, 0.7, 0.4, 0.15, 0]

/**
 * Returns the nearest colour of the same hue that a condition accepts; the colour itself if it does. A lighter or darker
 * one is nearer than a paler one. Undefined if the condition accepts none.
 */
export function findNearest(colour: string, isFine: (colour: string) => boolean): string | undefined {
  if (isFine(colour)) return colour
  const [lightness, a, b] = toOklab(toChannels(colour))
  for (const part of LESS_COLOUR) {
    for (let step = 0; step <= STEPS; step += 1) {
      const distance = step / STEPS
      const shades = [lightness - distance, lightness + distance].filter((shade) => shade >= 0 && shade <= 1)
      const found = shades.map((shade) => toShown([shade, a * part, b * part])).find(isFine)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function toChannels(hex: string): Triple {
  const colour = Number.parseInt(hex.slice(1), 16)
  return [(colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255]
}

function toHex(channels: Triple): string {
  const [red, green, blue] = mapChannels(channels, (value) => Math.round(value * 255))
  return `#${(2 ** 24 + red * 65_536 + green * 256 + blue).toString(16).slice(1)}`
}

const mapChannels = ([x, y, z]: Triple, change: (value: number, index: 0 | 1 | 2) => number): Triple => [
  change(x, 0),
  change(y, 1),
  change(z, 2),
]

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

// The same colours are compared again and again.
const luminances = new Map<string, number>()
const REMEMBERED = 2000

function toLuminance(hex: string): number {
  const known = luminances.get(hex)
  if (known !== undefined) return known
  const [red, green, blue] = mapChannels(toChannels(hex), toLinear)
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  if (luminances.size >= REMEMBERED) luminances.clear()
  luminances.set(hex, luminance)
  return luminance
}

// Oklab (Björn Ottosson, 2020): steps of its lightness look equal, and the hue stays while it changes.
function toOklab(channels: Triple): Triple {
  const [r, g, b] = mapChannels(channels, toLinear)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const OUTSIDE = 0.0005
const isInside = (linear: Triple) => linear.every((value) => value >= -OUTSIDE && value <= 1 + OUTSIDE)

// A screen cannot show each of these colours. One that it cannot show becomes paler.
function toShown(colour: Triple): string {
  const [lightness, a, b] = colour
  let linear = fromOklab(colour)
  if (!isInside(linear)) {
    let [part, step] = [0.5, 0.25]
    for (; step > 0.004; step /= 2)
      part += isInside(fromOklab([lightness, a * part, b * part])) ? step : -step
    linear = fromOklab([lightness, a * part, b * part])
  }
  const inside = mapChannels(linear, (value) => Math.min(1, Math.max(0, value)))
  return toHex(mapChannels(inside, fromLinear))
}
