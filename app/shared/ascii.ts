import anyAscii from 'any-ascii'

const LONGEST = 300 // one sign may stand for a whole sentence

/**
 * Returns a text of any script in ASCII, as it is about spoken: `東京` gives `Dong Jing`. Each Chinese character becomes a
 * word. Signs that are no letters and no digits are left out. At most 300 characters. For the server: the table is large.
 */
export const toAscii = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Script=Han}/gu, ' $& ')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .replaceAll(/\S+/g, anyAscii)
    .trim()
    .slice(0, LONGEST)
