import domino from '@mixmark-io/domino'
import { listDropped } from './dropped-parts.ts'
import { toMoment } from './dates.ts'
import type { Found } from './formats.ts'
import { toKnownSlug } from './source-texts.ts'
import { keepSaid } from './lost-words.ts'
import { toHtmlWords } from './plain-words.ts'
import { DROPPED, listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'
import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'

const POST = /(?:^|\/)(?:posts\/)?html\/(\d+)\.html$/

/** Returns true for the file of a post in an export of Tumblr. */
export const isTumblrPost = (path: string) => POST.test(path)

/** Returns an article from a file of a Tumblr export, `posts/html/NUMBER.html`. */
export function readTumblr(html: string, path: string): Found {
  const { body } = domino.createDocument(html)
  const [, id = path] = POST.exec(path) ?? []
  const footer = body.querySelector('#footer')
  const heading = body.querySelector('h1')
  const title = textOf(heading)
  const date = textOf(footer?.querySelector('#timestamp'))
  const tags = footer ? listAll(footer, '.tag').map(textOf) : []
  for (const part of [footer, heading]) part?.remove()
  const fields = {
    source: 'tumblr.com',
    path: id,
    title,
    slug: toKnownSlug(title),
    content: toMarkdown(body),
    tags: tags.map((tag) => tag.replace(/^#/, '')).filter(Boolean),
    published_at: toMoment(date),
    draft: false,
    aliases: [`/post/${id}`],
  }
  const left = listAll(body, DROPPED).map(textOf).join(' ')
  return keepSaid({ place: '', lost: listDropped(body), fields }, toHtmlWords(body.innerHTML), left)
}
