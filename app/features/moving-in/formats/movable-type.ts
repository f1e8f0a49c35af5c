import { splitLines } from '../../../shared/lines.ts'
import { toMoment } from './dates.ts'
import { type Found, type Html, type Loss, toMegabytes, UnreadableFile } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'

/** Returns true for the beginning of an export of Movable Type. */
export const isMovableType = (head: string) =>
  /^(?:AUTHOR|TITLE|BASENAME|STATUS|DATE): ?[^\n]*\n(?:[A-Z][A-Z ]+: ?[^\n]*\r?\n){1,40}-----\s*\n/.test(head)

/** An entry of the export: its fields, and the texts below it. */
interface Entry {
  line: number
  fields: [key: string, value: string][]
  sections: [name: string, text: string][]
}

const MOST_OF_ENTRY = 40 * 1024 * 1024
const LINE_LENGTH = 20 // what a line takes besides its text, in characters

/**
 * Returns the articles of an export of Movable Type, as TypePad and Hatena write it, too. Comments and pings are counted.
 */
export async function* readMovableType(pieces: AsyncIterable<string>, file: string): AsyncGenerator<Found> {
  for await (const entry of listEntries(pieces))
    yield { place: `line ${entry.line}`, ...toArticle(entry, file) }
}

async function* listEntries(pieces: AsyncIterable<string>): AsyncGenerator<Entry> {
  let number = 0
  let begun = 1
  let lines: string[] = []
  let length = 0
  for await (const line of splitLines(pieces)) {
    number += 1
    length += line.length + LINE_LENGTH
    if (length > MOST_OF_ENTRY)
      throw new UnreadableFile(`An entry of this file is larger than ${toMegabytes(MOST_OF_ENTRY)}.`)
    if (/^--------\s*$/.test(line)) {
      yield* toEntry(lines, begun)
      lines = []
      length = 0
      begun = number + 1
    } else lines.push(line.replace(/\r$/, ''))
  }
  yield* toEntry(lines, begun)
}

function toEntry(lines: string[], line: number): Entry[] {
  if (lines.every((each) => each.trim() === '')) return []
  const parts: string[][] = [[]]
  for (const each of lines)
    if (/^-----\s*$/.test(each)) parts.push([])
    else parts.at(-1)?.push(each)
  const [head = [], ...sections] = parts
  return [
    {
      line,
      fields: head.flatMap((each): Entry['fields'] => {
        const [, key, value = ''] = /^([A-Z][A-Z ]*):\s*(.*)$/.exec(each.trim()) ?? []
        return key === undefined ? [] : [[key, value.trim()]]
      }),
      sections: sections.flatMap((section): Entry['sections'] => {
        const [, name] = /^([A-Z][A-Z ]*):/.exec(section[0] ?? '') ?? []
        return name === undefined ? [] : [[name, section.slice(1).join('\n').trim()]]
      }),
    },
  ]
}

const HTML_OF: [filter: RegExp, html: Html | undefined][] = [
  [/^(?:0|none|richtext|)$/, 'plain'],
  [/^markdown/, undefined],
  [/^/, 'lines'],
]

function toArticle({ fields, sections }: Entry, file: string) {
  const all = (key: string) => fields.flatMap(([name, value]) => (name === key && value ? [value] : []))
  const first = (key: string) => all(key)[0] ?? ''
  const section = (name: string) => sections.find(([each]) => each === name)?.[1] ?? ''
  const [title, filter, basename, address] = ['TITLE', 'CONVERT BREAKS', 'BASENAME', 'UNIQUE URL'].map(first)
  const published = toMoment(toIsoDate(first('DATE')))
  return {
    ...toKind(filter),
    counted: countOthers(sections),
    fields: {
      source: file,
      path: address || `${basename || title} ${published ?? ''}`.trim(),
      title: toPlainText(first('TITLE')),
      slug: toKnownSlug(basename?.split('/').at(-1) || undefined),
      content: [section('BODY'), section('EXTENDED BODY')].filter(Boolean).join('\n\n'),
      description: toPlainText(section('EXCERPT')),
      author: first('AUTHOR'),
      tags: [...new Set([...all('PRIMARY CATEGORY'), ...all('CATEGORY'), ...all('TAGS').flatMap(splitTags)])],
      keywords: splitTags(section('KEYWORDS').replaceAll('\n', ',')),
      image_url: first('IMAGE') || undefined,
      published_at: published,
      draft: !/^(?:publish|future)$/i.test(first('STATUS')),
      aliases: [address ?? '', ...toAddresses(basename, published)].filter(Boolean),
    },
  }
}

const OTHERS = [
  ['COMMENT', 'comment of a reader'],
  ['PING', 'ping of another site'],
] as const

const countOthers = (sections: Entry['sections']): Loss[] =>
  OTHERS.map(([name, kind]): Loss => [kind, sections.filter(([each]) => each === name).length]).filter(
    ([, count]) => count > 0,
  )

/** Returns what kind of text an entry has, by its filter. */
function toKind(filter = ''): { html?: Html; lost?: string[] } {
  const [, html] = HTML_OF.find(([pattern]) => pattern.test(filter)) ?? []
  return {
    ...(html && { html }),
    ...(/textile/i.test(filter) && { lost: ['text in Textile (shown as it is written)'] }),
  }
}

// Always the month first. Without this, a date such as 05/01/2013 could mean two days.
const toIsoDate = (written: string) =>
  written.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{2,4})(?!\d)/, (_, ...parts: string[]) => {
    const [month = '', day = '', year = ''] = parts
    return [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  })

const splitTags = (tags: string) =>
  tags
    .split(',')
    .map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean)

// The archives of Movable Type and of TypePad, and the entries of Hatena.
function toAddresses(basename: string | undefined, published: string | undefined): string[] {
  if (!basename) return []
  if (basename.includes('/')) return [`/entry/${basename}`]
  const [year, month] = published?.split('-') ?? []
  const names = [...new Set([basename, basename.replaceAll('_', '-')])]
  return year && month ? names.map((name) => `/${year}/${month}/${name}.html`) : []
}
