import domino from '@mixmark-io/domino'
import type { Found } from './formats.ts'
import { toKnownSlug } from './source-texts.ts'
import { keepSaid } from './lost-words.ts'
import { toHtmlWords } from './plain-words.ts'
import { toMoment } from './dates.ts'
import { listAll } from '../../../shared/html-to-markdown/html-parts.ts'
import { toMarkdown } from '../../../shared/html-to-markdown/html-to-markdown.ts'
import { readTrimmed } from './source-fields.ts'

/**
 * Returns an article from a file of a Medium export, `posts/NAME.html`. A file whose name begins with
 * `draft_` becomes a draft. Throws an Error for a file that is not a post.
 */
export function readMedium(html: string, path: string): Found {
  const page = domino.createDocument(html)
  const body = page.querySelector<HTMLElement>('[data-field=body]')
  if (!body) throw new Error('This is no post of Medium.')
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.html$/i, '')
  const title = textOf(page, '.p-name') || textOf(page, 'title')
  const description = textOf(page, '[data-field=subtitle]')
  const address = addressOf(page, '.p-canonical')
  const image = body.querySelector('img[data-is-featured=true]')?.getAttribute('src')
  const said = toHtmlWords(body.innerHTML)
  dropHead(body, [title, description])
  raiseHeadings(page, body)
  const fields = {
    source: 'medium.com',
    path: findId(address) ?? findId(name) ?? name,
    title,
    slug: toKnownSlug(nameOf(address, name).replace(ID, '')),
    content: toMarkdown(body),
    description,
    author: textOf(page, '.p-author'),
    tags: listAll(page, '.p-tag').map((tag) => (tag.textContent ?? '').trim()),
    image_url: image,
    published_at: toMoment(page.querySelector('.dt-published')?.getAttribute('datetime')),
    canonical_url: findOriginal(address),
    draft: name.startsWith('draft_'),
    aliases: address && !isOnMedium(address) ? [address] : [],
  }
  return keepSaid({ place: '', fields }, said)
}

// The last part of a post's file name and URL is its id, which stays when its title changes.
const ID = /-+([\da-f]{8,})$/
const findId = (text: string) => ID.exec(text)?.[1]

const nameOf = (address: string, file: string) =>
  address.split('/').at(-1) || file.replace(/^(draft|\d{4}-\d{2}-\d{2})_/, '')

const textOf = (page: ParentNode, selector: string) =>
  readTrimmed(page.querySelector(selector)?.textContent).replace(/\s+/g, ' ')

const addressOf = (page: ParentNode, selector: string) =>
  readTrimmed(page.querySelector(selector)?.getAttribute('href')).replace(/[?#].*$/, '')

// The canonical URL of a post that was written on Medium is here. A post that was copied to Medium keeps its original.
const findOriginal = (address: string) =>
  address && !isOnMedium(address) && !findId(address) ? address : undefined

const isOnMedium = (address: string) => /(^|\.)medium\.com$/.test(URL.parse(address)?.hostname ?? '')

// The text repeats the title and the subtitle, and begins with a divider that divides nothing.
function dropHead(body: HTMLElement, known: string[]): void {
  body.querySelector('.section-divider')?.remove()
  for (const heading of listAll(body, '.graf--title, .graf--subtitle'))
    if (known.includes((heading.textContent ?? '').replace(/\s+/g, ' ').trim())) heading.remove()
}

// Medium's two kinds of headings are h3 and h4, and its title is neither. Here they become the second and third level.
function raiseHeadings(page: Document, body: HTMLElement): void {
  for (const [from, to] of [
    ['h3', 'h2'],
    ['h4', 'h3'],
  ] as const)
    for (const heading of listAll(body, from)) {
      const raised = page.createElement(to)
      while (heading.firstChild) raised.appendChild(heading.firstChild) // the parser has no `append`
      heading.parentNode?.replaceChild(raised, heading)
    }
}
