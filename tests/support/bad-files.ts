import { createHash } from 'node:crypto'
import { crc32, gzipSync } from 'node:zlib'
import { makeHostileFiles } from './hostile-files.ts'
import { takePicture } from './pictures.ts'

/** A file that an operation must refuse, or at least survive. */
export interface BadFile {
  what: string
  name: string
  bytes: Uint8Array
  /** True if a part of it may be read. */
  isReadable?: boolean
}

const latin = (text: string) => Buffer.from(text, 'latin1')

/** Returns the same bytes for each seed. */
const makeNoise = (seed: string, length = 2000): Buffer =>
  createHash('shake256', { outputLength: length }).update(seed).digest()

const listNoise = (heads: Record<string, Buffer>, rounds: number): BadFile[] =>
  Object.entries(heads).flatMap(([name, head]) =>
    Array.from({ length: rounds }, (_, round) => ({
      what: `noise behind the first bytes of ${name}, round ${round}`,
      name,
      bytes: Buffer.concat([head, makeNoise(`${name} ${round}`)]),
    })),
  )

const PNG = latin('\x89PNG\r\n\x1A\n')
const JPEG = latin('\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
const PICTURE_HEADS = {
  'a.png': PNG,
  'a.jpg': JPEG,
  'a.gif': latin('GIF89a'),
  'a.webp': latin('RIFF\xFF\x07\0\0WEBPVP8 '),
  'a.avif': latin('\0\0\0\x1CftypavifmifcmiafMA1B'),
}

const OTHER_TYPES: Record<string, Buffer> = {
  'an empty file': Buffer.alloc(0),
  'a text': latin('No picture.'),
  'a page': latin('<!doctype html><script>alert(1)</script>'),
  'a drawing': latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'a document': latin('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj'),
  'an archive': latin('PK\x03\x04\x14\0\0\0\0\0'),
  'a program': latin('MZ\x90\0\x03'),
  zeros: Buffer.alloc(5000),
  'one byte': Buffer.of(0x89),
}

/** Returns the head of a PNG, whose sum is right. */
function toPngHead(width: number, height: number): Buffer {
  const data = Buffer.alloc(17)
  data.write('IHDR', 'latin1')
  data.writeUInt32BE(width, 4)
  data.writeUInt32BE(height, 8)
  data.set([8, 2, 0, 0, 0], 12)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(data))
  return Buffer.concat([PNG, Buffer.of(0, 0, 0, 13), data, sum])
}

const SIZES: Record<string, Buffer> = {
  'a PNG of 2^31 - 1 pixels in both ways': toPngHead(2 ** 31 - 1, 2 ** 31 - 1),
  'a PNG of 100,000 pixels in both ways': toPngHead(100_000, 100_000),
  'a PNG without a pixel': toPngHead(0, 0),
  'a JPEG of 65,535 pixels in both ways': Buffer.concat([
    JPEG,
    latin('\xFF\xC0\0\x11\x08\xFF\xFF\xFF\xFF\x03\x01\x22\0\x02\x11\x01\x03\x11\x01'),
  ]),
  'a GIF of 65,535 pixels in both ways': latin('GIF89a\xFF\xFF\xFF\xFF\x80\0\0\0\0\0\xFF\xFF\xFF;'),
}

const toPicture = ([what, bytes]: [string, Buffer]): BadFile => ({ what, name: 'a.png', bytes })

/** Returns files that are no pictures, cut off, or larger than they may be. More rounds make more of them. */
export async function listBadPictures(rounds: number): Promise<BadFile[]> {
  const cut: BadFile[] = []
  for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
    const whole = await takePicture({ width: 120, height: 80, format })
    for (let part = 1; part <= rounds; part += 1) {
      const bytes = whole.subarray(0, Math.floor((whole.length * part) / (2 * rounds)))
      cut.push({ what: `a ${format} that is cut off at byte ${bytes.length}`, name: `a.${format}`, bytes })
    }
  }
  const tiff = await takePicture({ width: 12, height: 8, format: 'tiff' })
  return [
    ...Object.entries({ ...OTHER_TYPES, ...SIZES, 'a TIFF': tiff }).map(toPicture),
    ...listNoise(PICTURE_HEADS, rounds),
    ...cut,
  ]
}

const TABLES: Record<string, string> = {
  'only white space': ' \n\t\n',
  'a header alone': 'name,state\n',
  'no column with a name': 'colour,size\nred,1\n',
  'a quotation that does not end': 'name,state\n"Akron,Ohio\n',
  'a quotation in a word': 'name,state\nAk"ro"n,Ohio\n',
  'JSON that nests': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'half a surrogate pair': 'name,state\nA\xED\xA0\x80,Ohio\n',
  'the character 0 in two bytes': 'name,state\nA\xC0\x80,Ohio\n',
  'UTF-16': '\xFF\xFEn\0a\0m\0e\0,\0s\0t\0a\0t\0e\0',
}

const ODD_TABLES: Record<string, string> = {
  'the character 0': 'name,state\nA\0kron,Oh\0io\n\0,\0\n',
  'many columns': `name,state${',x'.repeat(20_000)}\nAkron,Ohio\n`,
  'a line of many cells': `name,state\nAkron,Ohio${',x'.repeat(50_000)}\n`,
  'a name of a megabyte': `name,state\n${'x'.repeat(1_000_000)},Ohio\n`,
  'a formula': 'name,state\n=1+1,@SUM(A1)\n',
  'names that are none': 'name,state\n__proto__,constructor\n../..,\u0001\n',
  'the same line again and again': `name,state\n${'Akron,Ohio\n'.repeat(5000)}`,
}

const toTable = ([what, text]: [string, string]): BadFile => ({ what, name: 'a.csv', bytes: latin(text) })

/** Returns files that are no tables of cities or services, or odd ones. */
export function listBadTables(rounds: number): BadFile[] {
  return [
    { what: 'an empty file', name: 'a.csv', bytes: Buffer.alloc(0) },
    { what: 'more than 5 MB', name: 'a.csv', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 'name,state\n') },
    ...Object.entries(TABLES).map(toTable),
    ...listNoise({ 'a.csv': latin('name,state\n\xFF'), ...PICTURE_HEADS }, rounds),
    ...Object.entries(ODD_TABLES).map((each) => ({ ...toTable(each), isReadable: true })),
  ]
}

const IMPORT_HEADS = {
  'a.zip': latin('PK\x03\x04\x14\0\0\0\x08\0'),
  'a.xml.gz': gzipSync('<?xml version="1.0"?>').subarray(0, 10),
  'a.xml': latin('<?xml version="1.0"?><rss><channel><item><title>'),
  'a.json': latin('{"data":{"posts":[{"title":"'),
  'a.md': latin('---\ntitle: '),
}

const ODD_IMPORTS: Record<string, string> = {
  'a.ndjson': String.raw`{"source":"a","path":"1","title":"A\u0000b\ud800","content":"\udfff\u0000"}`,
  'a.md': '---\ntitle: A\0b\nslug: "\\uD800"\n---\nOne\0.\n',
  'a.html': '<article class="h-entry"><h1 class="p-name">A&#0;&#xD800;</h1>B\0</article>',
}

/** Returns files with articles that cannot be read, or are odd. The import of each says so, or has what is left of it. */
export const listBadImports = async (rounds: number): Promise<BadFile[]> =>
  [
    { what: 'an empty file', name: 'a.xml', bytes: Buffer.alloc(0) },
    ...Object.entries(ODD_IMPORTS).map(([name, text]) => ({
      what: `odd characters in ${name}`,
      name,
      bytes: latin(text),
    })),
    ...listNoise(IMPORT_HEADS, rounds),
    ...(await makeHostileFiles()),
  ].map((file) => ({ ...file, isReadable: true }))
