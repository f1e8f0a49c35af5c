import domino from '@mixmark-io/domino'
import { parse } from 'csv-parse/sync'
import { listDropped } from './dropped-parts.ts'
import type { Found } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'
import { toMoment } from './dates.ts'
import { keepSaid } from './lost-words.ts'
import { toHtmlWords } from './plain-words.ts'
import { DROPPED, listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'
import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { readTrimmed } from './source-fields.ts'
import { MEMBERS } from './visibility.ts'

/** One line of the `posts.csv` of a Substack export. */
export type SubstackPost = Record<string, string>

/** Returns the posts of `posts.csv`. Throws an Error for a file that is not CSV. */
export const listSubstackPosts = (csv: string): SubstackPost[] =>
  parse(csv, { bom: true, columns: true, relax_column_count: true, skip_empty_lines: true })

/** Returns the name of the file with a post's text, within the export. */
export const substackFile = ({ post_id }: SubstackPost) => `posts/${post_id}.html`

/**
 * Returns the reason why a post without a text is not an article; undefined if its text should be there. Substack
 * exports no text for discussions.
 */
export const findSubstackGap = ({ type }: SubstackPost): Found =>
  type === 'thread'
    ? { place: '', leftOut: 'thread (no article)' }
    : { place: '', problem: 'The file with its text is missing.' }

// The list has authors only if the publication has several.
const AUTHORS = ['authors', 'author', 'author_name', 'bylines', 'byline', 'publishedBylines']

/** Returns an article from a line of `posts.csv` and its text. A post for members only becomes a draft. */
export function readSubstack(html: string, post: SubstackPost): Found {
  const [id = '', ...name] = readTrimmed(post.post_id).split('.')
  const { body } = domino.createDocument(html)
  const episode = readTrimmed(post.podcast_url)
  const isPublished = isTrue(post.is_published)
  const isForAll = (readTrimmed(post.audience) || 'everyone') === 'everyone'
  const slug = name.join('.')
  const left = listAll(body, DROPPED).map(textOf).join(' ')
  const fields = {
    source: 'substack.com',
    path: id,
    title: toPlainText(readTrimmed(post.title)),
    slug: toKnownSlug(slug || undefined),
    content: `${episode && `[Listen to the episode](<${episode}>)\n\n`}${toMarkdown(body)}`,
    description: toPlainText(readTrimmed(post.subtitle)),
    author: toPlainText(AUTHORS.map((key) => readTrimmed(post[key])).find(Boolean) ?? ''),
    published_at: toMoment(post.post_date),
    draft: !isPublished || !isForAll,
    aliases: slug ? [`/p/${slug}`] : [],
  }
  const lost = [...(isPublished && !isForAll ? [MEMBERS] : []), ...listDropped(body)]
  return keepSaid({ place: '', lost, fields }, toHtmlWords(html), left)
}

const isTrue = (value = '') => value.toLowerCase() === 'true'
