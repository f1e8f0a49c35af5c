const MAX_LENGTH = 240 // nobody reads a title any further, and the rest would only make it small
const NO_CHARACTER = /[\p{Cs}\p{Cn}\p{Co}\uFFFC\uFFFD]/gu
/** Characters that steer their neighbours instead of being seen, and could make them say something else. */
const STEERING = /[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu

/** A text on one line, without what is no character to look at. */
export function toPlainLine(text: string): string {
  const plain = text
    .slice(0, MAX_LENGTH * 8) // what follows need not read a whole book
    .replace(NO_CHARACTER, '')
    .replace(STEERING, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFC')
    .trim()
  const characters = Array.from(plain)
  return characters.length <= MAX_LENGTH ? plain : `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…`
}
