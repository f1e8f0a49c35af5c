import { findDifference } from '../../../shared/difference.ts'

/** The text before and after the point where a picture is inserted. */
interface Surroundings {
  before: string
  after: string
}

const MARK = /!\[Adding [^\]\n]*\]\(#adding-\d+\)\n*/g

/** Returns the mark that is in a text while a picture is being uploaded. */
export const toMark = (fileName: string, number: number) =>
  `![Adding ${toPlainName(fileName)}](#adding-${number})`

/** Returns a text without the marks of pictures that are being uploaded. */
export const withoutMarks = (text: string) => text.replaceAll(MARK, '')

/**
 * Returns another version of a text with the marks of `text`. A mark keeps its distance to the parts that both versions
 * share.
 */
export function moveMarks(text: string, version: string): string {
  const plain = withoutMarks(text)
  const { start, end } = findDifference(plain, version)
  let moved = version
  for (const { 0: mark, index } of [...text.matchAll(MARK)].toReversed()) {
    const place = withoutMarks(text.slice(0, index)).length
    const at = place > start && place >= end ? place + version.length - plain.length : Math.min(place, start)
    moved = moved.slice(0, at) + mark + moved.slice(at)
  }
  return moved
}

/** Returns the line breaks that make a picture a paragraph of its own. */
export const toGaps = ({ before, after }: Surroundings): Surroundings => ({
  before: before === '' ? '' : '\n'.repeat(Math.max(0, 2 - countAtEnd(before))),
  after: after === '' ? '\n' : '\n'.repeat(Math.max(0, 2 - countAtStart(after))),
})

/** Returns a picture with the empty lines that make it a paragraph of its own. */
export function toParagraph(picture: string, surroundings: Surroundings): string {
  const { before, after } = toGaps(surroundings)
  return before + picture + after
}

/** A mark that stands in a text, with the parts that its removal needs. */
export interface InsertedMark {
  mark: string
  /** The line breaks that were inserted with it. */
  gaps: Surroundings
  /** The selected text that the mark replaced. */
  replaced: string
}

interface Change {
  from: number
  to: number
  insert: string
}

/**
 * Returns the change that removes a mark and restores the bytes that the text had before. Returns undefined if the mark
 * is not there. Another mark right behind it stays a paragraph of its own, because its gap is changed in `others`.
 */
export function removeMark(text: string, placed: InsertedMark, others: InsertedMark[]): Change | undefined {
  const { mark, gaps, replaced } = placed
  const at = text.indexOf(mark)
  if (at === -1) return undefined
  const end = at + mark.length
  const from = at - Math.min(gaps.before.length, countAtEnd(text.slice(0, at)))
  const to = end + Math.min(gaps.after.length, countAtStart(text.slice(end)))
  const rest = text.slice(to)
  const between = countAtStart(rest)
  const next = others.find((other) => rest.startsWith(other.mark, between))
  if (!next || between > next.gaps.before.length) return { from, to, insert: replaced }
  const { before } = toGaps({ before: text.slice(0, from) + replaced, after: rest })
  next.gaps = { ...next.gaps, before }
  return { from, to: to + between, insert: replaced + before }
}

// The description and the caption may have escaped signs, and the caption parentheses.
const PICTURE = /!\[(?:\\.|[^\]\\\n])*\]\((?:[^)"\n]*"(?:\\.|[^"\\\n])*"\s*|[^)\n]*)\)/g

/** Returns the position where a picture is inserted: at the caret, or behind a picture that contains the caret. */
export function toInsertionPoint(text: string, caret: number): number {
  for (const { index, 0: picture } of text.matchAll(PICTURE)) {
    const end = index + picture.length
    if (index < caret && caret < end) return end
  }
  return caret
}

const countAtEnd = (text: string) => text.length - text.replace(/\n+$/, '').length
const countAtStart = (text: string) => text.length - text.replace(/^\n+/, '').length

/** Returns a description of a picture from its file name; empty if a camera or a program gave the name. */
export function toAltText(fileName: string): string {
  const words = toPlainName(fileName.replace(/\.[^.]*$/, ''))
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
  const isNamedByMachine = /\d{3}|^(?:image|img|photo|picture|screenshot|untitled)\b/i.test(words)
  return isNamedByMachine || !/\p{L}{2}/u.test(words) ? '' : words
}

const toPlainName = (name: string) => name.replaceAll(/[[\]()\\`*_<>\n]/g, ' ')

/**
 * Returns the change that adds the description and the caption of a picture at a path. Returns undefined if the picture
 * is not in the text.
 */
export function describePicture(
  text: string,
  { path, alt, caption }: { path: string; alt: string; caption: string },
): { from: number; to: number; insert: string } | undefined {
  for (const { index, 0: picture } of text.matchAll(PICTURE)) {
    if (!picture.includes(`](${path}`)) continue
    const title = toOneLine(caption).replaceAll(/["\\]/g, String.raw`\$&`)
    const words = toOneLine(alt).replaceAll(/[[\]\\]/g, String.raw`\$&`)
    const insert = `![${words}](${path}${title && ` "${title}"`})`
    return { from: index, to: index + picture.length, insert }
  }
  return undefined
}

const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
