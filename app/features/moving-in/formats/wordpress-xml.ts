import { SaxesParser } from 'saxes'
import { toCommentKind } from './wordpress-comments.ts'
import { XmlMender } from './xml-mender.ts'

/** One `<item>` of a WordPress export, unchanged. */
export interface WordpressItem {
  /** The line of the file where it begins. */
  line: number
  /** The text of its simple elements by name, such as `wp:post_id`. */
  texts: Map<string, string>
  /** Its terms; `domain` is their taxonomy, and `slug` their name in addresses. */
  categories: { domain: string; slug: string; name: string }[]
  meta: Map<string, string>
  /** The numbers of its comments, by their kind. */
  comments: Map<string, number>
  /** The first error in its XML. */
  problem?: string
}

/** The facts about the whole site in an export. */
export interface WordpressSite {
  link: string
  /** The address of its files, which may be another one. */
  base: string
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
const WITH_CHILDREN = new Set(['wp:author', 'wp:postmeta', 'wp:comment'])

// HTML entities stay as they are and are decoded with the HTML. After broken XML the parser reports that the document
// has ended, but it reads on.
const HARMLESS = /entity|root/i

/** Reads a WordPress export (WXR) piece by piece, with only one item in memory at a time. */
export class WordpressParser {
  readonly site: WordpressSite = { link: '', base: '', language: '', authors: new Map() }
  #mender = new XmlMender()
  #parser = new SaxesParser({ position: true, xmlns: false })
  #steps: string[] = []
  #text = ''
  #attributes: Partial<Record<string, string>> = {}
  #children = new Map<string, string>()
  #item: WordpressItem | undefined
  #done: WordpressItem[] = []

  constructor() {
    const parser = this.#parser
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    parser.on('text', (text) => (this.#text += text))
    parser.on('cdata', (text) => (this.#text += text))
    parser.on('closetag', ({ name }) => this.#close(name))
    parser.on('error', ({ message }) => this.#fail(message))
  }

  /** Returns the items that end in this piece. */
  write(piece: string): WordpressItem[] {
    this.#parser.write(this.#mender.write(piece))
    return this.#done.splice(0)
  }

  /** Returns the items that are complete at the end of the file. */
  end(): WordpressItem[] {
    this.#parser.write(this.#mender.end())
    return this.#done.splice(0)
  }

  /** Returns the problem of the whole file, if any. Call it after `end`. */
  findProblem(): string | undefined {
    return this.#steps.length > 0 ? 'The file ends in the middle' : undefined
  }

  #open(name: string, attributes: Partial<Record<string, string>>): void {
    this.#steps.push(name)
    this.#text = ''
    this.#attributes = attributes
    if (name === 'item')
      this.#item = {
        line: this.#parser.line,
        texts: new Map(),
        categories: [],
        meta: new Map(),
        comments: new Map(),
      }
    if (WITH_CHILDREN.has(name)) this.#children = new Map()
  }

  #close(name: string): void {
    this.#steps.length = Math.max(0, this.#steps.lastIndexOf(name)) // closes unclosed elements inside, too
    const parent = this.#steps.at(-1)
    if (!CONTAINERS.has(name)) this.#keep(name, parent)
    if (name === 'wp:author')
      this.site.authors.set(this.#childText('wp:author_login'), this.#childText('wp:author_display_name'))
    if (name === 'wp:postmeta' && parent === 'item')
      this.#item?.meta.set(this.#childText('wp:meta_key'), this.#childText('wp:meta_value'))
    if (name === 'wp:comment') this.#countComment()
    if (name === 'item' && this.#item) {
      this.#done.push(this.#item)
      this.#item = undefined
    }
    this.#text = ''
  }

  #keep(name: string, parent: string | undefined): void {
    if (parent && WITH_CHILDREN.has(parent)) this.#children.set(name, this.#text)
    else if (parent === 'channel' && (name === 'link' || name === 'language'))
      this.site[name] = this.#text.trim()
    else if (parent === 'channel' && name === 'wp:base_site_url') this.site.base = this.#text.trim()
    else if (parent === 'item' && this.#item) this.#keepIn(this.#item, name)
  }

  #keepIn(item: WordpressItem, name: string): void {
    const { domain = '', nicename = '' } = this.#attributes
    if (name === 'category') item.categories.push({ domain, slug: nicename, name: this.#text })
    else item.texts.set(name, this.#text)
  }

  #countComment(): void {
    const kind = toCommentKind(this.#childText('wp:comment_type'), this.#childText('wp:comment_approved'))
    const comments = this.#item?.comments
    if (kind) comments?.set(kind, (comments.get(kind) ?? 0) + 1)
  }

  #childText(name: string): string {
    return this.#children.get(name)?.trim() ?? ''
  }

  #fail(message: string): void {
    if (this.#item && !HARMLESS.test(message)) this.#item.problem ??= message
  }
}
