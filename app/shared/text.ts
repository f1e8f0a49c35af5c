import { NIL, validate as isUuid } from 'uuid'

/** Splits on commas, trims, drops empties and repeats: how tags and keywords are typed (spec §5). */
export function toList(commaSeparated: string): string[] {
  const items = commaSeparated.split(',').map((item) => item.trim())
  return [...new Set(items.filter((item) => item !== ''))]
}

/** The first `length` characters, counted as a reader counts them; `…` says that something was left out. */
export function toExcerpt(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}

/** Up to two initials of a person's name, for an avatar. */
export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase()).join('')
}

/** What somebody calls something: on one line, without signs that nobody sees, at most `length` characters. */
export function toName(value: string, length: number): string {
  const name = value.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return Array.from(name).slice(0, length).join('')
}

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * A field of a form; empty if it is missing or a file. Line ends, which a browser sends as CRLF, are as they were typed;
 * the character 0, which no store of text can hold, is left out.
 */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').replaceAll('\0', '') : ''
}

/** A field of a form that names a row by its UUID; what is none names no row. */
export function readId(form: FormData, name: string): string {
  const id = readText(form, name)
  return isUuid(id) ? id : NIL
}

/** Text as it has to be written in HTML. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The other way round, for HTML of ours: it knows no other entities than these four. */
export const unescapeHtml = (html: string) =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
