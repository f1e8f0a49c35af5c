// @store none
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatDocument, newDocument, parseDocument, writeTexts } from './document.ts'
import { ChangedMeanwhile, listNames, toFileName, toPath, withLock, writeText } from './files.ts'
import { openFolder } from './folder.ts'
import { listDifferences, mergeLines } from './lines.ts'
import { areSame, hasMarks, makeTexts, mergeTexts, type Texts } from './texts.ts'

const NONE = makeTexts(
  () => '',
  () => [],
)
const ID = '019a0000-0000-7000-8000-00000000dead'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-command-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('front matter', () => {
  test('is read as YAML writes lines and lists', () => {
    const { id, texts } = parseDocument(
      `---\nid: ${ID}\ntitle: 'It''s "low" water' # soon\ndescription: "a\\nb"\nauthor: Ines\ntags:\n  - Sea\n  - "Low water"\n` +
        `keywords: [tide, 'ebb, flow']\nlang: ~\n---\n\nText\n---\n`,
    )
    expect(id).toBe(ID)
    expect(texts).toEqual({
      ...NONE,
      title: `It's "low" water`,
      metaDescription: 'a\nb',
      author: 'Ines',
      tags: ['Sea', 'Low water'],
      keywords: ['tide', 'ebb, flow'],
      content: 'Text\n---\n',
    })
  })

  test.each([
    '---\ntitle: |\n  Two\n---\n',
    '---\ntitle: {a: b}\n---\n',
    '---\ntitle: "a\\q"\n---\n',
    '---\ntitle: A\ntitle: B\n---\n',
    '---\ntags: [a]\n  - b\n---\n',
    '---\nid: 12\n---\n',
    '+++\ntitle = "A"\n+++\n',
  ])('that it does not understand is refused, and never guessed: %j', (file) => {
    expect(() => parseDocument(file)).toThrow(/^[A-Z].*[.\w]$/)
  })

  test('keeps every line that is not changed', () => {
    const file = '---\r\n# Ours\r\ntitle: Low water\r\nlayout: post\r\ntags:\r\n  - Sea\r\n---\r\nText\r\n'
    const document = parseDocument(file)
    expect(formatDocument(document)).toBe(file)
    const texts = { ...document.texts, title: 'High water', content: 'Text\nMore\n', lang: 'en' }
    const written = formatDocument(writeTexts(document, { texts, conflicts: {} }))
    expect(written).toBe(
      file
        .replace('title: Low water', 'title: "High water"')
        .replace('---\r\nText', 'lang: "en"\r\n---\r\nText') + 'More\r\n',
    )
  })

  test('of any texts is read back as the same', () => {
    const hostile = [
      '',
      ' a ',
      '---',
      'a: b',
      '# no remark',
      '"',
      "'",
      '\\',
      '\u2028',
      '🌊',
      '[x]',
      'null',
      '- a',
      '\u0007',
    ]
    for (const text of hostile) {
      const texts: Texts = {
        ...NONE,
        title: text,
        slug: text,
        tags: text === '' ? [] : [text],
        content: `\n---\n${text}\n`,
      }
      expect(parseDocument(formatDocument(newDocument(ID, texts))).texts).toEqual(texts)
    }
  })
})

describe('texts of both sides', () => {
  const base: Texts = { ...NONE, title: 'Tides', content: 'One.\n\nTwo.\n\nThree.', tags: ['Sea', 'Travel'] }

  test('are merged by lines, lists and fields', () => {
    const mine = { ...base, content: 'One!\n\nTwo.\n\nThree.', tags: ['Sea', 'Travel', 'Boats'] }
    const theirs = { ...base, content: 'One.\n\nTwo.\n\nThree!\n', tags: ['Travel'], title: 'Ebb' }
    const { texts, hasConflict } = mergeTexts(base, mine, theirs)
    expect(hasConflict).toBe(false)
    expect(texts).toEqual({
      ...base,
      content: 'One!\n\nTwo.\n\nThree!\n',
      tags: ['Travel', 'Boats'],
      title: 'Ebb',
    })
  })

  test('that changed the same part stand between marks, and nothing is lost', () => {
    const document = newDocument(ID, { ...base, title: 'Mine', content: 'Mine.\n\nTwo.\n' })
    const theirs = { ...base, title: 'Theirs', content: 'Theirs.\n\nTwo.\n' }
    const merged = mergeTexts(base, document.texts, theirs)
    const written = formatDocument(writeTexts(document, merged))
    expect(merged.hasConflict).toBe(true)
    expect(hasMarks(written)).toBe(true)
    for (const text of ['"Mine"', '"Theirs"', 'Mine.\n', 'Theirs.\n']) expect(written).toContain(text)
  })

  test('lose no line in any merge of random edits', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const edit = (lines: string[], who: string) =>
      lines.flatMap(
        (line, at) =>
          [[line], [`${who}${at}\n`], [line, `${who}+${at}\n`], []][Math.max(0, random(8) - 4)] ?? [line],
      )
    for (let round = 0; round < 300; round += 1) {
      const from = Array.from({ length: 12 }, () => `${random(4)}\n`)
      const [mine, theirs] = [edit(from, 'm'), edit(from, 't')]
      const parts = mergeLines(from.join(''), mine.join(''), theirs.join(''))
      const all = parts.flatMap((part) => ('lines' in part ? part.lines : [...part.mine, ...part.theirs]))
      for (const line of [...mine, ...theirs].filter((each) => /^[mt]/.test(each)))
        expect(all).toContain(line)
      expect(
        mergeLines(from.join(''), mine.join(''), from.join('')).flatMap((part) =>
          'lines' in part ? part.lines : [],
        ),
      ).toEqual(mine)
    }
  })

  test('that differ are shown with what is around', () => {
    expect(listDifferences('a\nb\nc\nd\ne\n', 'a\nb\nc\nD\ne\n')).toEqual([' b', ' c', '-d', '+D', ' e'])
  })

  test('are the same only if every field is', () => {
    expect(areSame(base, { ...base })).toBe(true)
    expect(areSame(base, { ...base, tags: ['Travel', 'Sea'] })).toBe(false)
  })
})

describe('a name of another system', () => {
  test.each([
    '../x',
    '/etc/passwd',
    '..',
    '.',
    '',
    'a/../../b',
    'C:\\x',
    '\\\\server\\share',
    'x\0y',
    'con',
    'NUL.txt',
    'COM1',
    'lpt9.md',
    '.git/config',
    'a'.repeat(500),
    '\u202Ex',
    'x.',
    'x ',
    '-rf',
    '\uD800',
    'aux\n',
  ])('becomes a name inside of the folder: %j', async (slug) => {
    const name = toFileName(slug)
    expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*\.md$/u)
    expect(await toPath(folder, name)).toBe(join(folder, name))
  })

  test.each([
    '../x.md',
    '/etc/x.md',
    'a/../../x.md',
    'a//x.md',
    '.broadsheet/x.md',
    'x\0.md',
    'a\\x.md',
    'con.md',
    'a/nul/x.md',
    'C:x.md',
  ])('leads nowhere else, even if it stands in what the command knows: %j', async (name) => {
    await expect(toPath(folder, name)).rejects.toThrow('leads out of the folder')
  })

  test('is not followed through a link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'broadsheet-outside-'))
    mkdirSync(join(folder, 'links'))
    symlinkSync(outside, join(folder, 'links', 'out'))
    symlinkSync(join(outside, 'x.md'), join(folder, 'links', 'x.md'))
    for (const name of ['links/out/a.md', 'links/out/new/a.md', 'links/x.md'])
      await expect(toPath(folder, name)).rejects.toThrow('leads out of the folder')
    expect(await listNames(join(folder, 'links'))).toEqual([])
    rmSync(outside, { recursive: true })
  })
})

describe('a file', () => {
  test('is written at once, with its mode, and not over what somebody wrote meanwhile', async () => {
    const path = join(folder, 'written', 'a.md')
    await writeText(path, 'one', { before: { text: undefined }, mode: 0o600 })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await expect(writeText(path, 'two', { before: { text: undefined } })).rejects.toThrow(ChangedMeanwhile)
    await writeText(path, 'three', { before: { text: 'one' } })
    expect(readFileSync(path, 'utf8')).toBe('three')
    expect(readdirSync(join(folder, 'written'))).toEqual(['a.md'])
  })

  test('that cannot be read, has marks, or is a copy is left, and its article gets no second one', async () => {
    const root = join(folder, 'left')
    mkdirSync(root)
    const text = formatDocument(newDocument(ID, { ...NONE, title: 'A', slug: 'a' }))
    writeFileSync(join(root, 'a.md'), text)
    writeFileSync(join(root, 'b.md'), text)
    writeFileSync(join(root, 'c.md'), Buffer.from([0xff, 0xfe]))
    writeFileSync(join(root, 'd.md'), `---\nid: ${ID}\n<<<<<<< here\n---\n`)
    const { files, left } = await openFolder(root).read()
    expect(files).toEqual([])
    expect(left.map(({ name, id, outcome }) => [name, id, outcome])).toEqual([
      ['c.md', undefined, 'refused'],
      ['d.md', ID, 'marked'],
      ['a.md', ID, 'refused'],
      ['b.md', ID, 'refused'],
    ])
    expect(await openFolder(root).add(ID, { ...NONE, slug: 'A' })).toBe('a-00000000dead.md')
  })

  test('is worked on by one command at a time, and a lock of a dead one does not count', async () => {
    const root = join(folder, 'locked')
    mkdirSync(join(root, '.broadsheet'), { recursive: true })
    writeFileSync(join(root, '.broadsheet', 'lock'), '1') // the first process of every system
    await expect(withLock(root, () => Promise.resolve(1))).rejects.toThrow('Another broadsheet')
    writeFileSync(join(root, '.broadsheet', 'lock'), '99999999')
    expect(await withLock(root, () => Promise.resolve(1))).toBe(1)
  })
})
