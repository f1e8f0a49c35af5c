const MAX_LENGTH = 240 // readers stop here, and more text would only make the font smaller
const NO_CHARACTER = /[\p{Cs}\p{Cn}\p{Co}\uFFFC\uFFFD]/gu
/** Invisible characters that change the order or the shape of others, and so what readers see. */
const INVISIBLE = /[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu

/** Returns a text on one line, without invisible characters and at most 240 characters long. */
export function toPlainLine(text: string): string {
  const plain = text
    .slice(0, MAX_LENGTH * 8) // so that the next steps stay fast for a very long text
    .replace(NO_CHARACTER, '')
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFC')
    .trim()
  const characters = Array.from(plain)
  return characters.length <= MAX_LENGTH ? plain : `${characters.slice(0, MAX_LENGTH).join('').trimEnd()}…`
}
