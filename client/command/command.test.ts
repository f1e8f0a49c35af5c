// @store none
import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { formatDocument, newDocument, parseDocument, writeTexts } from './document.ts'
import { ChangedMeanwhile, listNames, toFileName, toPath, withLock, writeText } from './files.ts'
import { openFolder } from './folder.ts'
import { link } from './known.ts'
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

  test('is another one if a system could take it for a file that is there', async () => {
    const root = join(folder, 'alike')
    mkdirSync(root)
    writeFileSync(join(root, 'Cafe\u0301.md'), '')
    expect(await openFolder(root).add(ID, { ...NONE, slug: 'caf\u00E9' })).toBe('caf\u00E9-00000000dead.md')
    const long = '水'.repeat(100)
    const names = [await openFolder(root).add(ID, { ...NONE, slug: long })]
    names.push(await openFolder(root).add(ID, { ...NONE, slug: long }))
    expect(new Set(names).size).toBe(2)
  })

  test('does not come from an id, which the newsroom names', async () => {
    const root = join(folder, 'ids')
    mkdirSync(root)
    await expect(openFolder(root).add('../../x', { ...NONE, slug: 'a' })).rejects.toThrow(
      'an id that is none',
    )
    expect(readdirSync(root)).toEqual([])
  })

  test.each(['.broadsheet', '.broadsheet/articles'])('is not followed through a link: %s', async (name) => {
    const root = mkdtempSync(join(folder, 'hostile-'))
    const outside = mkdtempSync(join(folder, 'outside-'))
    if (name !== '.broadsheet') mkdirSync(join(root, '.broadsheet'))
    symlinkSync(outside, join(root, name))
    await expect(link(root, 'https://news.example')).rejects.toThrow('leads out of the folder')
    expect(readdirSync(outside)).toEqual([])
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
    chmodSync(path, 0o640)
    await writeText(path, 'four')
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  test('that is deleted before it is read is not taken for an empty one', async () => {
    const root = join(folder, 'deleted')
    mkdirSync(root)
    writeFileSync(join(root, 'a.md'), 'Text')
    const [file] = (await openFolder(root).read()).files
    assert(file)
    rmSync(file.path)
    await expect(openFolder(root).reread(file)).rejects.toThrow(ChangedMeanwhile)
  })

  test('is read although a system opens few of them at once', async () => {
    const root = join(folder, 'many')
    mkdirSync(root)
    for (let count = 0; count < 300; count += 1) writeFileSync(join(root, `${count}.md`), '')
    const script = `import { openFolder } from '${resolve('client/command/folder.ts')}'
      console.log((await openFolder('${root}').read()).files.length)`
    const limited = ['-c', `ulimit -n 100; exec "$@"`, 'sh', process.execPath, '--input-type=module', '-e']
    expect((await promisify(execFile)('sh', [...limited, script])).stdout.trim()).toBe('300')
  })

  test('that cannot be read, has marks, or is a copy is left, and its article gets no second one', async () => {
    const root = join(folder, 'left')
    mkdirSync(root)
    const text = formatDocument(newDocument(ID, { ...NONE, title: 'A', slug: 'a' }))
    writeFileSync(join(root, 'a.md'), text)
    writeFileSync(join(root, 'b.md'), text)
    writeFileSync(join(root, 'c.md'), Buffer.from(`---\nid: ${ID}\ntitle: Café\n---\n`, 'latin1'))
    writeFileSync(join(root, 'd.md'), `---\nid: ${ID.toUpperCase()}\n<<<<<<< here\n---\n`)
    writeFileSync(join(root, 'e?.md'), 'Some systems have no such name.')
    const { files, left } = await openFolder(root).read()
    expect(files).toEqual([])
    expect(left.map(({ name, id, outcome }) => [name, id, outcome])).toEqual([
      ['c.md', ID, 'refused'],
      ['d.md', ID, 'marked'],
      ['e?.md', undefined, 'refused'],
      ['a.md', ID, 'refused'],
      ['b.md', ID, 'refused'],
    ])
    expect(await openFolder(root).add(ID, { ...NONE, slug: 'A' })).toBe('a-00000000dead.md')
  })

  test('is worked on by one command at a time, and a lock of a dead one does not count', async () => {
    const root = join(folder, 'locked')
    const locks = join(root, '.broadsheet', 'locks')
    mkdirSync(locks, { recursive: true })
    writeFileSync(join(locks, '1'), '') // the first process of every system
    await expect(withLock(root, () => Promise.resolve(1))).rejects.toThrow('Another broadsheet')
    renameSync(join(locks, '1'), join(locks, '99999999'))
    expect(await withLock(root, () => Promise.resolve(1))).toBe(1)
    expect(readdirSync(locks)).toEqual([])
  })

  test('is worked on by one command, also if two begin at once', async () => {
    const root = join(folder, 'at-once')
    mkdirSync(root)
    const script = `import { open, rm } from 'node:fs/promises'
      import { Busy, withLock } from '${resolve('client/command/files.ts')}'
      const work = async () => {
        await (await open('${root}/inside', 'wx')).close()
        await rm('${root}/inside')
      }
      for (let time = 0; time < 100; time += 1)
        await withLock('${root}', work).catch((error) => {
          if (!(error instanceof Busy)) throw error
        })`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    await expect(Promise.all([run(), run()])).resolves.toHaveLength(2)
  })
})
