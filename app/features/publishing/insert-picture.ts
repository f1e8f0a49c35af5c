/** A text before and after the place where something is put in, and what is put in. */
interface Place {
  before: string
  after: string
}

const MARK = /!\[Adding [^\]\n]*\]\(#adding-\d+\)\n*/g

/** What stands in a text while a picture is on its way. */
export const toMark = (fileName: string, number: number) =>
  `![Adding ${toPlainName(fileName)}](#adding-${number})`

/** A text without what stands for pictures that are on their way. */
export const withoutMarks = (text: string) => text.replaceAll(MARK, '')

/** A picture with the empty lines that make a paragraph of its own of it. */
export function toParagraph(picture: string, { before, after }: Place): string {
  const gapBefore = before === '' ? '' : '\n'.repeat(Math.max(0, 2 - countAtEnd(before)))
  const gapAfter = after === '' ? '\n' : '\n'.repeat(Math.max(0, 2 - countAtStart(after)))
  return gapBefore + picture + gapAfter
}

const PICTURE = /!\[[^\]\n]*\]\([^)\n]*\)/g

/** Where a picture is put in: at the caret, but behind a picture whose description is being written. */
export function toInsertionPoint(text: string, caret: number): number {
  for (const { index, 0: picture } of text.matchAll(PICTURE)) {
    const end = index + picture.length
    if (index < caret && caret < end) return end
  }
  return caret
}

const countAtEnd = (text: string) => /\n*$/.exec(text)?.[0].length ?? 0
const countAtStart = (text: string) => /^\n*/.exec(text)?.[0].length ?? 0

/** What a picture shows, as far as the name of its file says so; empty for one that a camera or a program named. */
export function toAltText(fileName: string): string {
  const words = toPlainName(fileName.replace(/\.[^.]*$/, ''))
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
  const isNamedByMachine = /\d{3}|^(?:image|img|photo|picture|screenshot|untitled)\b/i.test(words)
  return isNamedByMachine || !/\p{L}{2}/u.test(words) ? '' : words
}

const toPlainName = (name: string) => name.replaceAll(/[[\]()\\`*_<>\n]/g, ' ')
