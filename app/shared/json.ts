import { toStorable } from './storable.ts'

/** The most levels of a request body (threats 4.4), and of a record that somebody imports. */
export const RECORD_DEPTH = 32
const ANSWER_DEPTH = 100

/** Thrown for data that is nested too deep. Code that refuses a text that is no JSON refuses such data, too. */
export class TooDeepError extends SyntaxError {
  constructor(mostLevels: number) {
    super(`It is nested deeper than ${mostLevels} levels.`)
  }
}

/**
 * Returns the value of a JSON text from outside. Code that reads or writes a value level by level may then trust its
 * depth: otherwise 100 kB of brackets end it. Its texts are storable. Throws a SyntaxError, for a text that is nested too deep a TooDeepError.
 */
export const parseJson = (text: string, mostLevels = ANSWER_DEPTH): unknown =>
  toStorable<unknown>(parseExactJson(text, mostLevels))

/** Returns the same with its texts as they were sent, for code that refuses texts which no store takes. */
export function parseExactJson(text: string, mostLevels = ANSWER_DEPTH): unknown {
  if (isTextDeeper(text, mostLevels)) throw new TooDeepError(mostLevels)
  return JSON.parse(text)
}

/** Returns a value of another format as it is. Throws a TooDeepError if it is nested too deep. */
export function refuseDeep<T>(value: T, mostLevels = RECORD_DEPTH): T {
  if (isDeeper(value, mostLevels)) throw new TooDeepError(mostLevels)
  return value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

// Counted in the text: the value of a long row of brackets would fill the memory.
function isTextDeeper(text: string, mostLevels: number): boolean {
  let level = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = findEndOfString(text, at)
    else if (character === ']' || character === '}') level -= 1
    else if (character === '[' || character === '{') level += 1
    if (level > mostLevels) return true
  }
  return false
}

function findEndOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
