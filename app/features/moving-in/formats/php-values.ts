const DEPTH = 64

/** Thrown for a text that is no value of PHP. */
export class NoPhpValue extends Error {}

/**
 * Returns the value of a text that `serialize` of PHP wrote: lists and objects as those of JSON. References are null. A
 * string that says a wrong length ends where it seems to: exports change the ends of lines.
 * https://www.php.net/manual/en/function.serialize.php
 */
export function parsePhp(text: string): unknown {
  const reader = new PhpReader(Buffer.from(text, 'utf8').toString('latin1'))
  return reader.readValue(0)
}

// The lengths count bytes, so each character of this text is one byte.
class PhpReader {
  readonly #bytes: string
  #at = 0

  constructor(bytes: string) {
    this.#bytes = bytes
  }

  readValue(depth: number): unknown {
    if (depth > DEPTH) throw new NoPhpValue('It nests too deep.')
    const kind = this.#bytes[this.#at]
    if (kind === 's') return this.#readText()
    if (kind === 'a') return this.#readEntries(/a:(\d+):\{/y, depth)
    if (kind === 'O') return this.#readEntries(/O:\d+:"[^"]*":(\d+):\{/y, depth)
    const [, number, yes] = this.#take(/(?:[id]:([^;]{1,40})|b:([01])|N|[rR]:\d+);/y)
    if (number !== undefined) return Number(number)
    return yes === undefined ? null : yes === '1'
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#bytes)
    if (!match) throw new NoPhpValue('This is no value of PHP.')
    this.#at = pattern.lastIndex
    return match
  }

  #readText(): string {
    const [, length] = this.#take(/s:(\d+):"/y)
    const start = this.#at
    const said = start + Number(length)
    const end = this.#isEnd(said) ? said : this.#findEnd(start)
    this.#at = end + 2
    return Buffer.from(this.#bytes.slice(start, end), 'latin1').toString('utf8')
  }

  #isEnd = (at: number) => this.#bytes.startsWith('";', at)

  #findEnd(start: number): number {
    const next = /";(?=[sibdNaOrR}]|$)/g
    next.lastIndex = start
    const match = next.exec(this.#bytes)
    if (!match) throw new NoPhpValue('A string does not end.')
    return match.index
  }

  #readEntries(head: RegExp, depth: number): unknown {
    const count = Number(this.#take(head)[1])
    const entries: [string, unknown][] = []
    for (let left = count; left > 0; left -= 1)
      entries.push([String(this.readValue(depth + 1)), this.readValue(depth + 1)])
    this.#take(/\}/y)
    const isList = entries.every(([key], index) => key === String(index))
    return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
  }
}
