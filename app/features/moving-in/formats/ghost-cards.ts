import { escapeHtml } from '../../../shared/text.ts'
import { listAll, textOf, toWritten } from '../../../shared/html-to-markdown/html-parts.ts'
import { readField, readRawField, readTrimmed, toRecord, toRecords } from './source-fields.ts'

type Card = Record<string, unknown>

/**
 * Returns the HTML of a card of Ghost's editors, by its name and its fields. Its form is added to `lost`, by its kind, and
 * so is a card of which nothing is left. Readers of the site never saw those of mails.
 */
export function renderCard(name: string, card: Card, lost: string[]): string {
  if (name === 'signup') lost.push('form')
  const render = CARDS.get(name) ?? (card.html && !name.startsWith('email') ? renderHtml : undefined)
  if (!render) lost.push(`card ${name}`)
  return render?.(card) ?? ''
}

/** Returns an attribute as HTML. */
export const attribute = (value: unknown) => escapeHtml(readTrimmed(value))

// Captions are HTML. Like all imported HTML they are sanitised when the article is rendered.
function renderFigure(inner: string, caption: unknown): string {
  const text = readField(caption)
  return `<figure>${inner}${text ? `<figcaption>${text}</figcaption>` : ''}</figure>\n`
}

const renderImage = (card: Card) =>
  `<img src="${attribute(card.src)}" alt="${attribute(card.alt)}"${card.title ? ` title="${attribute(card.title)}"` : ''}>`

const renderPicture = (src: unknown) => readTrimmed(src) && renderFigure(renderImage({ src }), '')
const renderHeading = (level: 'h2' | 'h4', html: unknown) =>
  readTrimmed(html) && `<${level}>${readTrimmed(html)}</${level}>\n`
const renderText = (html: unknown) => readTrimmed(html) && `<div>${readTrimmed(html)}</div>\n`
const renderCode = (card: Card) =>
  `<pre><code${card.language ? ` class="language-${attribute(card.language)}"` : ''}>${escapeHtml(readRawField(card.code))}</code></pre>\n`
const renderHtml = (card: Card) => `${readTrimmed(card.html)}\n`
const renderMarkdown = (card: Card) => toWritten(readTrimmed(card.markdown))

function renderButton(url: unknown, text: unknown, isShown: unknown = true): string {
  if (isShown === false || !readTrimmed(text)) return ''
  return `<p><a href="${attribute(url)}">${attribute(text)}</a></p>\n`
}

function renderFile(card: Card): string {
  const name =
    readField(card.fileTitle) ?? readField(card.title) ?? readField(card.fileName) ?? readTrimmed(card.src)
  const link = `<p><a href="${attribute(card.src)}">${escapeHtml(name)}</a></p>\n`
  return link + renderText(card.caption ?? card.fileCaption)
}

function renderBookmark(card: Card): string {
  const { title, description } = toRecord(card.metadata)
  const more = readTrimmed(description) && `<br>${attribute(description)}`
  const link = `<a href="${attribute(card.url)}">${escapeHtml(readField(title) ?? readTrimmed(card.url))}</a>`
  return `<p>${link}${more}</p>\n${renderText(card.caption)}`
}

const renderRule = () => '<hr>\n'

const CARDS = new Map<string, (card: Card) => string>([
  ['horizontalrule', renderRule],
  ['hr', renderRule],
  ['image', (card) => renderFigure(renderImage(card), card.caption)],
  ['gallery', (card) => renderFigure(toRecords(card.images).map(renderImage).join(''), card.caption)],
  ['codeblock', renderCode],
  ['code', renderCode],
  ['html', renderHtml],
  ['markdown', renderMarkdown],
  ['card-markdown', renderMarkdown],
  ['embed', (card) => renderFigure(readTrimmed(card.html), card.caption)],
  ['bookmark', renderBookmark],
  ['video', renderFile],
  ['audio', renderFile],
  ['file', renderFile],
  ['callout', (card) => `<blockquote>${readTrimmed(card.calloutText)}</blockquote>\n`],
  ['button', (card) => renderButton(card.buttonUrl, card.buttonText)],
  ['toggle', (card) => `<h4>${readTrimmed(card.heading)}</h4>\n${readTrimmed(card.content)}\n`],
  [
    'product',
    (card) =>
      renderPicture(card.productImageSrc) +
      renderHeading('h4', card.productTitle) +
      renderText(card.productDescription) +
      renderButton(card.productUrl, card.productButton, card.productButtonEnabled),
  ],
  [
    'header',
    (card) =>
      renderHeading('h2', card.header) +
      renderText(card.subheader) +
      renderButton(card.buttonUrl, card.buttonText, card.buttonEnabled),
  ],
  [
    'signup',
    (card) => renderHeading('h2', card.header) + renderText(card.subheader) + renderText(card.disclaimer),
  ],
  [
    'call-to-action',
    (card) =>
      renderText(card.hasSponsorLabel === false ? '' : card.sponsorLabel) +
      renderPicture(card.imageUrl) +
      renderText(card.textValue) +
      renderButton(card.buttonUrl, card.buttonText, card.showButton),
  ],
])

/** The selector of what belongs to a player of Ghost, or to the frame of one of its cards. */
export const PLAYERS =
  '.kg-audio-player, .kg-video-player, .kg-file-card-icon, .kg-file-card-metadata, .kg-bookmark-metadata'

/** Changes the cards in Ghost's HTML whose text is within pictures or buttons: a bookmark is a link, a player its file. */
export function openCards(within: HTMLElement): void {
  for (const part of listAll(within, '.kg-audio-player, .kg-video-player, .kg-file-card-icon'))
    part.parentNode?.removeChild(part)
  for (const card of listAll(within, '.kg-bookmark-card')) {
    const [title, description] = ['title', 'description'].map((name) =>
      textOf(card.querySelector(`.kg-bookmark-${name}`)),
    )
    const shown = within.ownerDocument.createElement('div')
    shown.innerHTML = renderBookmark({
      url: card.querySelector('a')?.getAttribute('href'),
      metadata: { title, description },
      caption: card.querySelector('figcaption')?.innerHTML,
    })
    card.parentNode?.replaceChild(shown, card)
  }
}
