// Characters that XML forbids, but real exports contain.
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,20});)/gi
const SECTION_EDGE = /(<!\[CDATA\[|\]\]>)/
const LONGEST_TOKEN = 32

/** Repairs the XML errors of real exports: URLs with a bare `&`, and characters that XML does not allow. */
export class XmlMender {
  #rest = ''
  #isData = false // inside a CDATA section an & is plain text

  /** Returns the repaired text of a piece. A token that may continue in the next piece is held back. */
  write(piece: string): string {
    const text = this.#rest + piece.replace(FORBIDDEN, '')
    const tail = Math.max(0, text.length - LONGEST_TOKEN)
    const open = text.slice(tail).search(/[<&\]]/)
    const end = open === -1 ? text.length : tail + open
    this.#rest = text.slice(end)
    return this.#mend(text.slice(0, end))
  }

  /** Returns the repaired text that was held back. */
  end(): string {
    return this.#mend(this.#rest)
  }

  #mend(text: string): string {
    return text
      .split(SECTION_EDGE)
      .map((part) => {
        if (part === '<![CDATA[' || part === ']]>') this.#isData = part !== ']]>'
        return this.#isData ? part : part.replace(BARE_AMPERSAND, '&amp;')
      })
      .join('')
  }
}
