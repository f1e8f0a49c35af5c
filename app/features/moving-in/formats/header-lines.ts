/** The lines above a text that no fence encloses. */
export interface HeaderLines {
  fields: Record<string, unknown>
  content: string
}

// Pelican: `Title: …`, and lines that go on with an indent. It ends at the first empty line.
const PELICAN = /^\uFEFF?((?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t]{2,}[^\n]*\n)*)+)[ \t]*(?:\n|$)/
const OF_PELICAN = /^(?:date|category|tags|slug|authors?|summary|status|modified|lang|save_as|template):/im

// Nikola: `.. title: …`, mostly in a comment.
const NIKOLA =
  /^\uFEFF?\s*(?:<!--[ \t]*\n((?:[ \t]*\.\. [^\n]*\n)+)[ \t]*-->[ \t]*(?:\n|$)|((?:\.\. [\w-]+:[^\n]*\n)+))/
const LONGEST = 20_000 // in characters

/** Returns the fields above a text of Pelican or Nikola, and the text; undefined for another text. */
export function readHeaderLines(file: string): HeaderLines | undefined {
  const text = file.replaceAll('\r\n', '\n')
  const start = `${text.slice(0, LONGEST)}\n`
  const nikola = NIKOLA.exec(start)
  if (nikola) return toHeader(nikola, text, /^[ \t]*\.\. ([\w-]+):[ \t]*(.*)$/gm)
  const pelican = PELICAN.exec(start)
  const head = pelican?.[1] ?? ''
  if (!pelican || !/^title:/im.test(head) || !OF_PELICAN.test(head)) return undefined
  return toHeader(pelican, text, /^([\w-]+):[ \t]*(.*(?:\n[ \t]{2,}.*)*)$/gm)
}

/** Returns the fields of a file beside a text, which Nikola may have instead. */
export const readMetaFile = (file: string) => readHeaderLines(`${file.trim()}\n`)?.fields ?? {}

function toHeader([whole, ...heads]: RegExpExecArray, text: string, line: RegExp): HeaderLines {
  const head = heads.find((each) => each !== undefined) ?? ''
  const fields = Object.fromEntries(
    Array.from(head.matchAll(line), ([, key = '', value = '']) => [
      key.toLowerCase() === 'previewimage' ? 'image' : key.toLowerCase(),
      value.replace(/\s*\n\s*/g, key.toLowerCase() === 'authors' ? ', ' : ' ').trim() || undefined,
    ]),
  )
  return { fields: withStatus(fields), content: text.slice(whole.length).replace(/^\n/, '') }
}

// Nikola hides what has one of these tags.
const HIDING = /^(?:draft|private)$/i

function withStatus(fields: Record<string, string | undefined>): Record<string, unknown> {
  const tags = fields.tags?.split(',').map((tag) => tag.trim()) ?? []
  const hiding = tags.find((tag) => HIDING.test(tag))
  const shown = tags.filter((tag) => tag !== '' && !/^(?:draft|private|mathjax)$/i.test(tag))
  return { ...fields, ...(fields.tags !== undefined && { tags: shown }), ...(hiding && { status: hiding }) }
}
