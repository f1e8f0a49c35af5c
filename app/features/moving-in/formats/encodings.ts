import type { EncodingSample } from './formats.ts'

// What old programs of Europe and Asia write. All are encodings of the standard (https://encoding.spec.whatwg.org).
const COMMON = [
  'windows-1252',
  'iso-8859-2',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'shift_jis',
  'gb18030',
]
const MOST = 8

/** Returns the encodings that bytes may have, those of `likely` first. Each gives another text. */
export function listSamples(bytes: Uint8Array, likely: string[]): EncodingSample[] {
  const part = pick(bytes)
  const byText = new Map<string, EncodingSample>()
  for (const name of [...likely, ...COMMON]) {
    const whole = decode(bytes, name)
    if (whole === undefined || byText.has(whole)) continue
    byText.set(whole, { encoding: name.toLowerCase(), text: new TextDecoder(name).decode(part) })
  }
  return [...byText.values()].slice(0, MOST)
}

// The last character of a sample may be cut.
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined // wrong bytes, or an unknown encoding
    throw error
  }
}

const FIRST_BYTES = 100
const WORD_BYTES = 40
const MOST_WORDS = 10
const SPACES = new Set([0x09, 0x0a, 0x0d, 0x20])
const DOTS = [0x20, 0x2e, 0x2e, 0x2e, 0x20]

/** Returns a phrase with letters beyond ASCII, and the first word of each other such letter: it shows all encodings apart. */
function pick(bytes: Uint8Array): Uint8Array {
  const picked: number[] = []
  const seen = new Set<number>()
  let words = 0
  let end = 0
  for (const [at, byte] of bytes.entries()) {
    if (words === MOST_WORDS) break
    if (at < end || byte < 0x80 || seen.has(byte)) continue
    const from = findStart(bytes, at)
    end = findEnd(bytes, at, words === 0 ? from + FIRST_BYTES : at + WORD_BYTES)
    const word = bytes.subarray(from, end)
    for (const each of word) seen.add(each)
    picked.push(...(words > 0 ? DOTS : []), ...word.map((each) => (SPACES.has(each) ? 0x20 : each)))
    words += 1
  }
  return Uint8Array.from(picked)
}

function findStart(bytes: Uint8Array, at: number): number {
  let from = at
  while (from > 0 && at - from < WORD_BYTES && !SPACES.has(bytes[from - 1] ?? 0)) from -= 1
  return from
}

// A phrase ends after the word in which it has its last byte.
function findEnd(bytes: Uint8Array, at: number, least: number): number {
  let end = Math.max(at + 1, Math.min(least - WORD_BYTES, bytes.length))
  while (end < bytes.length && end < least && !SPACES.has(bytes[end] ?? 0)) end += 1
  return end
}
