import { UnreadableFile } from './formats.ts'
import { toRecord, toRecords } from './source-fields.ts'

/** Thrown for a file of a kind that is not read. The message names its kind, and an export that would do. */
export class UnsupportedFile extends UnreadableFile {}

const FEED = 'Import the export of its system, or its RSS feed.'
const DATABASE =
  'is a copy of a database. In WordPress, use Tools → Export → All content; in Ghost, Settings → Import/Export.'
const BY_NAME: [pattern: RegExp, sentence: string][] = [
  [/\.(?:docx?|odt|rtf|pages)$/i, 'is a document of an office program. Save it as Markdown.'],
  [/\.(?:rst|adoc|asciidoc|org|textile|tex)$/i, 'is in a markup that is not read. Convert it to Markdown.'],
  [/\.(?:pdf|epub|mobi)$/i, `is a book. ${FEED}`],
  [/\.(?:sql|dump|sqlite3?|db|wpress|bak)(?:\.gz)?$/i, DATABASE],
  [/\.(?:rar|7z|tar|tgz|tar\.gz|tar\.bz2)$/i, 'is an archive of another kind. Make a ZIP of its files.'],
  [/\.(?:njk|liquid|pug|ejs|hbs)$/i, 'is a template. Import the texts of the site, which are Markdown.'],
  [/(?:^|\/)posts\.csv$/i, 'is the list of a Substack export. Import the whole ZIP: the texts are in it.'],
]

const BY_HEAD: [pattern: RegExp, sentence: string][] = [
  [/^[^]{0,2000}\b(?:CREATE TABLE|INSERT INTO|DROP TABLE)\b/i, DATABASE],
  [/<(?:urlset|sitemapindex)\b/i, `is a sitemap, which has addresses and no texts. ${FEED}`],
  [/<opml\b/i, 'is a list of feeds. Import one of the feeds.'],
  [
    /\bblogml\b/i,
    'is BlogML. Import the RSS feed of the blog, or let WordPress read it and export it from there.',
  ],
  [
    /<tumblr\b|<posts\b[^<>]*\btumblelog/i,
    'is an answer of Tumblr’s API. Use Settings → Export, and import the ZIP.',
  ],
  [/<(?:livejournal|lj:|entry_list)/i, `is an export of LiveJournal. ${FEED}`],
  [
    /class="page(?: sans| serif| mono)?"[^<>]*>\s*<header/i,
    'is a page of Notion in HTML. Export it as “Markdown & CSV”.',
  ],
  [
    /^[^\n]*\bCollection ID\b[^\n]*\bItem ID\b/i,
    'is a table of Webflow. Import the RSS feed of its collection.',
  ],
  [/^[^\n]*\b(?:Rich Content|Plain Content)\b/i, 'is a table of Wix. Import the RSS feed: /blog-feed.xml.'],
  [/<(?:!doctype html|html)\b/i, `is a page of a website. ${FEED}`],
]

const DRIVES = /^[^\n,;\t]*[,;\t][^\n]*\n/

const IS_NOT =
  'is neither Markdown, NDJSON, a feed, nor an export of WordPress, Ghost, Medium, Substack, Blogger, Notion, Tumblr, Movable Type or Write.as.'

/** Returns the sentence for a file that is not read. `head` is the beginning of its text. */
export function sayUnsupported(name: string, head: string): string {
  const isTable = /\.(?:csv|tsv)$/i.test(name) && DRIVES.test(head)
  const sentence = find(BY_NAME, name) ?? find(BY_HEAD, head) ?? (isTable ? `is a table. ${FEED}` : IS_NOT)
  return `${name} ${sentence}`
}

const find = (kinds: [pattern: RegExp, sentence: string][], text: string) =>
  kinds.find(([pattern]) => pattern.test(text))?.[1]

const has =
  (...keys: string[]) =>
  (value: unknown) =>
    keys.every((key) => key in toRecord(value))

const JSON_KINDS: [is: (document: unknown) => boolean, sentence: string][] = [
  [
    (document) => toRecords(toRecord(document).posts).some(has('contentMarkdown')),
    'is an export of Hashnode. Back the blog up to GitHub there, and import that folder of Markdown.',
  ],
  [
    has('contentTypes', 'entries'),
    'is an export of Contentful. Write its entries as NDJSON, one article a line.',
  ],
  [has('_type', '_id'), 'is an export of Sanity. Write its documents as NDJSON with title and content.'],
  [
    (document) => toRecords(document).some((post) => 'guid' in post && 'content' in post && 'slug' in post),
    'is an answer of WordPress’ API. Use Tools → Export → All content.',
  ],
  [has('jsonapi', 'data'), 'is an answer of Drupal. Import the RSS feed of its articles.'],
]

/** Returns the sentence for a JSON document of a known kind that is not read; undefined for another one. */
export const sayUnsupportedJson = (document: unknown) => JSON_KINDS.find(([is]) => is(document))?.[1]
