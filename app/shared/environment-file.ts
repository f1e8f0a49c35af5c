const WHITESPACE = ' \t\n\r'
const NEWLINE = '\n\r'
const COMMENT = '#;'
const ESCAPED_IN_QUOTES = '"\\`$'
const NAME = /^[A-Za-z_]\w*$/

/** The settings of a file, and the numbers of the lines that set nothing although they are no comments. */
interface EnvironmentFile {
  values: Map<string, string>
  ignored: number[]
}

/**
 * Reads a file as systemd reads an EnvironmentFile: with its quotes, backslashes, comments and continued lines
 * (systemd.exec(5); since version 254 a comment ends with its line). Nothing is expanded or executed.
 */
export function parseEnvironmentFile(text: string): EnvironmentFile {
  const values = new Map<string, string>()
  const ignored: number[] = []
  const toLine = (index: number) => text.slice(0, index).split('\n').length
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at)
    if (WHITESPACE.includes(character)) at += 1
    else if (COMMENT.includes(character)) at = findLineEnd(text, at)
    else {
      const end = findLineEnd(text, at)
      const equals = text.indexOf('=', at + 1) // one at the very start belongs to the name
      if (equals === -1 || equals > end) {
        ignored.push(toLine(at))
        at = end
        continue
      }
      const name = text.slice(at, equals).replace(/[ \t]+$/, '')
      const value = readValue(text, equals + 1)
      if (NAME.test(name)) values.set(name, value.text)
      else ignored.push(toLine(at))
      at = value.end
    }
  }
  return { values, ignored }
}

/** Returns the index of the end of a line, or of the text. */
function findLineEnd(text: string, from: number): number {
  const length = text.slice(from).search(/[\n\r]/)
  return length === -1 ? text.length : from + length
}

/** Reads a value up to the end of its line. Blanks around it count only within quotes, and after a backslash. */
function readValue(text: string, from: number): { text: string; end: number } {
  let value = ''
  let kept = 0 // the length that blanks at the end must not reach
  let isBegun = false
  let at = from
  for (; at < text.length && !NEWLINE.includes(text.charAt(at)); at += 1) {
    const character = text.charAt(at)
    if (!isBegun && (character === "'" || character === '"')) {
      const quoted = readQuoted(text, at + 1, character)
      value += quoted.text
      kept = value.length
      at = quoted.end
    } else if (character === '\\') {
      at += 1
      isBegun = true
      if (!NEWLINE.includes(text.charAt(at))) value += text.charAt(at)
      kept = value.length
    } else if (WHITESPACE.includes(character)) {
      if (isBegun) value += character
    } else {
      isBegun = true
      value += character
      kept = value.length
    }
  }
  return { text: value.slice(0, kept), end: at }
}

/** Reads up to the closing quote, or to the end of the text. */
function readQuoted(text: string, from: number, quote: string): { text: string; end: number } {
  let value = ''
  let at = from
  for (; at < text.length && text.charAt(at) !== quote; at += 1) {
    const character = text.charAt(at)
    if (quote === "'" || character !== '\\') {
      value += character
      continue
    }
    at += 1
    const escaped = text.charAt(at)
    if (ESCAPED_IN_QUOTES.includes(escaped)) value += escaped
    else if (escaped !== '\n') value += `\\${escaped}`
  }
  return { text: value, end: at }
}
