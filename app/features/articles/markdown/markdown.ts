/**
 * The version of the renderer. Raise it with every change of the HTML, the table of contents or the excerpt. Stored
 * articles are then rendered again in the background.
 */
export const RENDERER_VERSION = 10

/** Characters of the stored excerpt: as many as the featured article shows. */
export const EXCERPT_LENGTH = 200

/** An entry of a table of contents: the heading of a section. */
export interface TocEntry {
  /** The id of the heading's element. */
  id: string
  text: string
  /** 2 or 3. */
  level: number
}

/** A text to render. */
export interface MarkdownSource {
  content: string
  /** The URL that relative URLs are resolved against, if the article was first published elsewhere. */
  baseUrl: string | null
  /** The language of the text, a BCP 47 tag; null if it is not known. */
  lang: string | null
}

/** A rendered text, as it is stored with an article. */
export interface RenderedMarkdown {
  /** Sanitised: without scripts, styles, event handlers and frames. */
  html: string
  /** Empty for a short text, and for a text with more than 200 sections. */
  toc: TocEntry[]
  excerpt: string
  readingMinutes: number
}
