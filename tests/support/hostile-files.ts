import { gzipSync } from 'node:zlib'
import { toZip } from './zip.ts'

/** A file that nobody exports. */
interface HostileFile {
  what: string
  name: string
  bytes: Uint8Array
}

const MB = 1024 * 1024
const utf8 = (text: string) => new Uint8Array(Buffer.from(text))
const post = '---\ntitle: A\ndate: 2024-05-06\n---\nText'

/** Returns an archive in which a name is replaced by another one of the same length. */
async function zipAs(name: string, text = post): Promise<Uint8Array> {
  const known = 'x'.repeat(name.length)
  return Buffer.from((await toZip({ [known]: text })).toString('latin1').replaceAll(known, name), 'latin1')
}

/** Returns an archive whose directory has other numbers at an offset of its only entry. */
async function zipWith(offset: number, value: number, text = post): Promise<Uint8Array> {
  const bytes = await toZip({ 'a.md': text })
  bytes.writeUInt32LE(value >>> 0, bytes.indexOf('PK\u0001\u0002') + offset)
  return bytes
}

const xml = (inner: string, head = '') =>
  `<?xml version="1.0"?>${head}<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://x.example</link>${inner}</channel></rss>`
const item = (inner: string) =>
  `<item><title>A</title><wp:post_type>post</wp:post_type><wp:post_id>1</wp:post_id>${inner}</item>`
const ghost = (inner: string) => `{\n"data": {"posts": ${inner}}}`
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

// An article with many spaces after it: 1.5 MB, which alone may come in.
const halfBomb = gzipSync(`{"source":"a","path":"1","title":"A","content":"A"}\n${' '.repeat(1.5 * MB)}`)

/** Returns files whose unpacked size is over the limit of a test, 2 MB. */
export const makeBombs = async (): Promise<HostileFile[]> => [
  { what: 'a bomb of gzip', name: 'a.ndjson.gz', bytes: gzipSync(Buffer.alloc(3 * MB, 'x')) },
  { what: 'a bomb of gzip as XML', name: 'a.xml', bytes: gzipSync(xml(' '.repeat(3 * MB))) },
  { what: 'a bomb in an archive', name: 'a.zip', bytes: await toZip({ 'a.md': 'x'.repeat(3 * MB) }) },
  {
    what: 'a bomb of two files',
    name: 'a.zip',
    bytes: await toZip({ 'a.md': 'x'.repeat(1.5 * MB), 'b.md': 'x'.repeat(1.5 * MB) }),
  },
  {
    what: 'a bomb of gzip in an archive',
    name: 'a.zip',
    bytes: await toZip({ 'a.xml.gz': gzipSync(xml(' '.repeat(3 * MB))) }),
  },
  {
    what: 'a bomb of two gzip files in an archive',
    name: 'a.zip',
    bytes: await toZip({ 'a.ndjson.gz': halfBomb, 'b.ndjson.gz': halfBomb }),
  },
  {
    what: 'a line that does not end',
    name: 'a.ndjson',
    bytes: utf8(
      JSON.stringify({ source: 'a', path: '1', title: 'A', content: 'A', more: 'x'.repeat(1.2 * MB) }),
    ),
  },
  {
    what: 'too many files',
    name: 'a.zip',
    bytes: await toZip(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.md`, post]))),
  },
]

/** Returns files of which nothing may come in, whatever the limits are. */
export const makeHostileFiles = async (): Promise<HostileFile[]> => [
  { what: 'an archive with a smaller size in its directory', name: 'a.zip', bytes: await zipWith(24, 3) },
  { what: 'an archive with a larger size in its directory', name: 'a.zip', bytes: await zipWith(24, 999) },
  { what: 'a link in an archive', name: 'a.zip', bytes: await zipWith(38, 0o120777 << 16, '/etc/passwd') },
  { what: 'an unknown method of packing', name: 'a.zip', bytes: await zipWith(10, 99) },
  { what: 'a name that climbs', name: 'a.zip', bytes: await zipAs('../../a.md') },
  { what: 'a name that climbs in the middle', name: 'a.zip', bytes: await zipAs('a/../../b.md') },
  { what: 'a name of the whole disk', name: 'a.zip', bytes: await zipAs('/etc/a.md') },
  { what: 'a name of a drive', name: 'a.zip', bytes: await zipAs('C:/aaa.md') },
  { what: 'a name that climbs with backslashes', name: 'a.zip', bytes: await zipAs('..\\..\\a.md') },
  {
    what: 'an archive that is cut off',
    name: 'a.zip',
    bytes: (await toZip({ 'a.md': post })).subarray(0, 60),
  },
  {
    what: 'an archive without its directory',
    name: 'a.zip',
    bytes: (await toZip({ 'a.md': post })).subarray(0, 90),
  },
  { what: 'an empty archive', name: 'a.zip', bytes: await toZip({}) },
  {
    what: 'an archive of programs',
    name: 'a.zip',
    bytes: await toZip({ 'a.exe': 'MZ', 'b.sh': '#!/bin/sh' }),
  },
  {
    what: 'an archive of hidden files',
    name: 'a.zip',
    bytes: await toZip({ '.git/a.md': post, '__MACOSX/._a.md': post }),
  },
  {
    what: 'an archive in an archive',
    name: 'a.zip',
    bytes: await toZip({ 'a.zip': await toZip({ 'a.md': post }) }),
  },
  {
    what: 'a drawing with a script',
    name: 'a.svg',
    bytes: utf8('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  },
  {
    what: 'a drawing with a script behind an XML line',
    name: 'a.svg',
    bytes: utf8('<?xml version="1.0"?><svg><script>alert(1)</script></svg>'),
  },
  {
    what: 'a drawing with a script as Markdown in an archive',
    name: 'a.zip',
    bytes: await toZip({ 'a.svg': '<svg onload="alert(1)"/>' }),
  },
  { what: 'a page with a script', name: 'a.html', bytes: utf8('<!doctype html><script>alert(1)</script>') },
  { what: 'a program', name: 'a.exe', bytes: utf8('MZ\u0090\u0000\u0003') },
  { what: 'a picture', name: 'a.xml', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) },
  { what: 'zeros', name: 'a.json', bytes: new Uint8Array(5000) },
  { what: 'zeros as lines', name: 'a.ndjson', bytes: new Uint8Array(5000) },
  { what: 'a gzip that is cut off', name: 'a.xml.gz', bytes: gzipSync(xml('x')).subarray(0, 30) },
  { what: 'a gzip with a wrong sum', name: 'a.json.gz', bytes: wrongSum() },
  {
    what: 'XML of entities that multiply',
    name: 'a.xml',
    bytes: utf8(
      xml(`<x>&c;</x>`, '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'),
    ),
  },
  {
    what: 'XML with an entity of a file',
    name: 'a.xml',
    bytes: utf8(xml('<x>&f;</x>', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>')),
  },
  { what: 'an item with broken XML', name: 'a.xml', bytes: utf8(xml(item('<b></i>'))) },
  { what: 'XML that ends in an item', name: 'a.xml', bytes: utf8(xml(item('')).slice(0, -60)) },
  { what: 'XML of another kind', name: 'a.xml', bytes: utf8('<?xml version="1.0"?><plist><dict/></plist>') },
  { what: 'XML of elements that nest', name: 'a.xml', bytes: utf8(xml(nested('<a>', '</a>', 50_000))) },
  { what: 'JSON of lists that nest', name: 'a.json', bytes: utf8(ghost(nested('[', ']', 100_000))) },
  {
    what: 'a post of Ghost that nests',
    name: 'a.json',
    bytes: utf8(
      ghost(JSON.stringify([{ title: 'A', lexical: `{"root":${nested('{"children":[', ']}', 400)}}` }])),
    ),
  },
  {
    what: 'a post of Ghost with a broken document',
    name: 'a.json',
    bytes: utf8(ghost('[{"title":"A","lexical":"{"}]')),
  },
  { what: 'a Ghost export of a wrong kind', name: 'a.json', bytes: utf8(ghost('"posts"')) },
  { what: 'lines that are no records', name: 'a.ndjson', bytes: utf8('1\n"x"\nnull\n[]\n{}') },
  {
    what: 'a record with a prototype',
    name: 'a.ndjson',
    bytes: utf8('{"__proto__":{"title":"A","content":"x","source":"s","path":"p"}}'),
  },
  {
    what: 'front matter of anchors that multiply',
    name: 'a.md',
    bytes: utf8(
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((name, n) => `${name}: &${name} [${`*${'abcdefgh'.charAt(n)},`.repeat(9)}]`)
        .join('\n')}\n---\n`,
    ),
  },
  {
    what: 'front matter that is too long',
    name: 'a.md',
    bytes: utf8(`---\na: ${'x'.repeat(200_000)}\n---\n`),
  },
  {
    what: 'a feed of elements that nest',
    name: 'a.xml',
    bytes: utf8(`<feed xmlns="http://www.w3.org/2005/Atom">${nested('<a>', '</a>', 50_000)}</feed>`),
  },
  {
    what: 'an entry of elements that nest',
    name: 'a.xml',
    bytes: utf8(`<rss><channel><item>${nested('<a>', '</a>', 50_000)}</item></channel></rss>`),
  },
  {
    what: 'an entry of XHTML that nests',
    name: 'a.xml',
    bytes: utf8(
      `<feed><entry><id>a</id><title>A</title><content type="xhtml">${nested('<b>', '</b>', 50_000)}</content></entry></feed>`,
    ),
  },
  {
    what: 'a feed that ends in an entry',
    name: 'a.xml',
    bytes: utf8('<rss><channel><item><title>A</title>'),
  },
  {
    what: 'an export of Write.as that nests',
    name: 'a.json',
    bytes: utf8(`{"username":"a","collections":${nested('[', ']', 100_000)}}`),
  },
  {
    what: 'a table of Write.as with a quotation that does not end',
    name: 'a.csv',
    bytes: utf8('id,slug,blog,url,created,title,body\na,b,c,d,e,f,"g\n'),
  },
  {
    what: 'a post of Tumblr that nests',
    name: 'a.zip',
    bytes: await toZip({ 'posts/html/1.html': `<h1>A</h1>${nested('<div>', '', 50_000)}` }),
  },
  {
    what: 'a folder of settings that are too deep',
    name: 'a.zip',
    bytes: await toZip({
      '_config.yml': `a: ${nested('[', ']', 5000)}`,
      'a.json': nested('[', ']', 100_000),
    }),
  },
  {
    what: 'a post of HTML that nests',
    name: 'a.html',
    bytes: utf8(
      `<article class="h-entry"><section data-field="body">${'<div>'.repeat(50_000)}x</section></article>`,
    ),
  },
]

function wrongSum(): Uint8Array {
  const bytes = gzipSync(ghost('[{"title":"A","html":"x","status":"published"}]'))
  bytes[bytes.length - 8] = (bytes[bytes.length - 8] ?? 0) ^ 0xff
  return bytes
}
