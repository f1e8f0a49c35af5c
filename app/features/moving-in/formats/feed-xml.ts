import { SaxesParser } from 'saxes'
import { escapeHtml } from '../../../shared/text.ts'
import { XmlMender } from './xml-mender.ts'

/** An element of a feed: its text, and its attributes. */
export interface FeedElement {
  /** Its name; that of an element within another one has the name of this one before it, such as `author/name`. */
  name: string
  attributes: Partial<Record<string, string>>
  text: string
}

/** An `<item>` or an `<entry>` of a feed. */
export interface FeedEntry {
  /** The line of the file where it begins. */
  line: number
  elements: FeedElement[]
  /** The first error in its XML. */
  problem?: string
}

const ENTRY = /^(?:item|entry)$/
const ROOT = /^(?:rss|channel|feed|rdf:RDF)$/
// As in exports of WordPress: entities stay as they are, and the parser reads on after broken XML.
const HARMLESS = /entity|root/i

/** Reads a feed (RSS or Atom) piece by piece, with only one entry in memory at a time. */
export class FeedParser {
  /** The elements of the feed itself. */
  readonly head: FeedElement[] = []
  #mender = new XmlMender()
  #parser = new SaxesParser({ position: true, xmlns: false })
  #steps: string[] = []
  #open: FeedElement[] = []
  /** The level of an element whose text is XHTML: the elements within it are text, too. */
  #markup = 0
  #entry: FeedEntry | undefined
  #done: FeedEntry[] = []

  constructor() {
    const parser = this.#parser
    parser.on('opentag', ({ name, attributes }) => this.#begin(name, attributes))
    parser.on('text', (text) => this.#add(text))
    parser.on('cdata', (text) => this.#add(text))
    parser.on('closetag', ({ name }) => this.#end(name))
    parser.on('error', ({ message }) => {
      if (this.#entry && !HARMLESS.test(message)) this.#entry.problem ??= message
    })
  }

  /** Returns the entries that end in this piece. */
  write(piece: string): FeedEntry[] {
    this.#parser.write(this.#mender.write(piece))
    return this.#done.splice(0)
  }

  /** Returns the entries that are complete at the end of the file. */
  end(): FeedEntry[] {
    this.#parser.write(this.#mender.end())
    return this.#done.splice(0)
  }

  /** Returns the problem of the whole file, if any. Call it after `end`. */
  findProblem(): string | undefined {
    return this.#steps.length > 0 ? 'The file ends in the middle' : undefined
  }

  #begin(name: string, attributes: Partial<Record<string, string>>): void {
    this.#steps.push(name)
    const last = this.#open.at(-1)
    if (this.#markup > 0 && last) last.text += `<${name}${toAttributes(attributes)}>`
    else if (ENTRY.test(name) && !this.#entry) {
      this.#entry = { line: this.#parser.line, elements: [] }
      this.#open = []
    } else if (!ROOT.test(name)) {
      const isWithin = this.#open.length === 1 && last
      this.#open.push({ name: isWithin ? `${last.name}/${name}` : name, attributes, text: '' })
      if (attributes.type === 'xhtml') this.#markup = this.#steps.length
    }
  }

  #add(text: string): void {
    const last = this.#open.at(-1)
    if (last) last.text += this.#markup > 0 ? escapeHtml(text) : text
  }

  // The parser closes unclosed elements inside, too.
  #end(name: string): void {
    const isMarkup = this.#markup > 0 && this.#steps.length > this.#markup
    this.#steps.pop()
    const last = this.#open.at(-1)
    if (isMarkup && last) {
      if (!VOID.test(name)) last.text += `</${name}>`
      return
    }
    this.#markup = 0
    if (ENTRY.test(name) && this.#open.length === 0) {
      if (this.#entry) this.#done.push(this.#entry)
      this.#entry = undefined
    } else if (!ROOT.test(name)) this.#keep(this.#open.pop())
  }

  #keep(element: FeedElement | undefined): void {
    if (!element) return
    if (this.#entry) this.#entry.elements.push(element)
    else if (this.head.length < MOST_OF_HEAD && element.text.length < LONGEST_OF_HEAD) this.head.push(element)
  }
}

const VOID = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i
const MOST_OF_HEAD = 1000
const LONGEST_OF_HEAD = 10_000

const toAttributes = (attributes: Partial<Record<string, string>>) =>
  Object.entries(attributes)
    .map(([name, value = '']) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
