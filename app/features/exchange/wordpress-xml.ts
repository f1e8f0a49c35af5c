import { SaxesParser } from 'saxes'
import { XmlMender } from './xml-mender.ts'

/** One `<item>` of a WordPress export, as it stands there. */
export interface WordpressItem {
  /** Line of the file where it begins. */
  line: number
  /** Text of its simple elements by name, such as `wp:post_id`. */
  texts: Map<string, string>
  categories: { domain: string; name: string }[]
  meta: Map<string, string>
  /** What is wrong with its XML. */
  problem?: string
}

/** What an export says of the site as a whole. */
export interface WordpressSite {
  link: string
  language: string
  /** Display names by sign-in name. */
  authors: Map<string, string>
}

const CONTAINERS = new Set([
  'rss',
  'channel',
  'item',
  'wp:author',
  'wp:postmeta',
  'wp:comment',
  'wp:commentmeta',
])
// Entities of HTML stay as they are, to be understood with the HTML. After an item with broken XML the parser believes
// that the document has ended: what follows is read all the same.
const HARMLESS = /entity|root/i

/** Reads a WordPress export (WXR) piece by piece: one item is in memory at a time, however long the file. */
export class WordpressParser {
  readonly site: WordpressSite = { link: '', language: '', authors: new Map() }
  #mender = new XmlMender()
  #parser = new SaxesParser({ position: true, xmlns: false })
  #steps: string[] = []
  #text = ''
  #domain = ''
  #pair = new Map<string, string>()
  #item: WordpressItem | undefined
  #done: WordpressItem[] = []

  constructor() {
    const parser = this.#parser
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes.domain ?? ''))
    parser.on('text', (text) => (this.#text += text))
    parser.on('cdata', (text) => (this.#text += text))
    parser.on('closetag', ({ name }) => this.#close(name))
    parser.on('error', ({ message }) => this.#fail(message))
  }

  /** The items that end in this piece. */
  write(piece: string): WordpressItem[] {
    this.#parser.write(this.#mender.write(piece))
    return this.#done.splice(0)
  }

  /** The items that the end of the file completes. */
  end(): WordpressItem[] {
    this.#parser.write(this.#mender.end())
    return this.#done.splice(0)
  }

  /** What is wrong with the file as a whole, once it has ended. */
  findProblem(): string | undefined {
    return this.#steps.length > 0 ? 'the file ends in the middle' : undefined
  }

  #open(name: string, domain: string): void {
    this.#steps.push(name)
    this.#text = ''
    this.#domain = domain
    if (name === 'item')
      this.#item = { line: this.#parser.line, texts: new Map(), categories: [], meta: new Map() }
    if (name === 'wp:author' || name === 'wp:postmeta') this.#pair = new Map()
  }

  #close(name: string): void {
    this.#steps.length = Math.max(0, this.#steps.lastIndexOf(name)) // with whatever was left open inside
    const parent = this.#steps.at(-1)
    if (!CONTAINERS.has(name)) this.#keep(name, parent)
    if (name === 'wp:author')
      this.site.authors.set(this.#found('wp:author_login'), this.#found('wp:author_display_name'))
    if (name === 'wp:postmeta' && parent === 'item')
      this.#item?.meta.set(this.#found('wp:meta_key'), this.#found('wp:meta_value'))
    if (name === 'item' && this.#item) {
      this.#done.push(this.#item)
      this.#item = undefined
    }
    this.#text = ''
  }

  #keep(name: string, parent: string | undefined): void {
    if (parent === 'wp:author' || parent === 'wp:postmeta') this.#pair.set(name, this.#text)
    else if (parent === 'channel' && (name === 'link' || name === 'language'))
      this.site[name] = this.#text.trim()
    else if (parent !== 'item') return
    else if (name === 'category') this.#item?.categories.push({ domain: this.#domain, name: this.#text })
    else this.#item?.texts.set(name, this.#text)
  }

  #found(name: string): string {
    return this.#pair.get(name)?.trim() ?? ''
  }

  #fail(message: string): void {
    if (this.#item && !HARMLESS.test(message)) this.#item.problem ??= message
  }
}
