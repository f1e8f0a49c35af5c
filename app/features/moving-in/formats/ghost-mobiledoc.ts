import { escapeHtml } from '../../../shared/text.ts'
import { renderCard } from './ghost-cards.ts'
import { readRawField, readTrimmed, toRecord } from './source-fields.ts'

// The format: https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md
const MARKUP_SECTION = 1
const IMAGE_SECTION = 2
const LIST_SECTION = 3
const CARD_SECTION = 10
const SAFE_TAG = /^(p|h[1-6]|blockquote|aside|ul|ol|a|b|strong|i|em|code|s|u|sub|sup)$/i

/** Returns the HTML of a document of Ghost's former editor, for a post without HTML. Adds the cards that are lost to `lost`. */
export function renderMobiledoc(document: unknown, lost: string[]): string {
  const { sections, markups, cards, atoms } = toRecord(document)
  const parts = { markups: toList(markups), cards: toList(cards), atoms: toList(atoms), lost }
  return toList(sections)
    .map((section) => renderSection(toList(section), parts))
    .join('\n')
}

interface Parts {
  markups: unknown[]
  cards: unknown[]
  atoms: unknown[]
  lost: string[]
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function renderSection([kind, tag, body]: unknown[], parts: Parts): string {
  const name = safeTag(tag) ?? 'p'
  switch (kind) {
    case MARKUP_SECTION:
      return `<${name}>${renderMarkers(body, parts)}</${name}>`
    case LIST_SECTION:
      return `<${name}>${toList(body)
        .map((item) => `<li>${renderMarkers(item, parts)}</li>`)
        .join('')}</${name}>`
    case IMAGE_SECTION:
      return `<img src="${escapeHtml(readRawField(tag))}" alt="">`
    case CARD_SECTION:
      return renderSectionCard(toList(parts.cards[Number(tag)]), parts)
    default:
      return ''
  }
}

const safeTag = (tag: unknown) => SAFE_TAG.exec(String(tag))?.[0]

/** A marker opens markups by their index and has a text or an atom. It closes the given number of open markups. */
function renderMarkers(markers: unknown, { markups, atoms }: Parts): string {
  const open: string[] = []
  return toList(markers)
    .map((marker) => {
      const [kind, opens, closes, text] = toList(marker)
      const opened = toList(opens).map((index) => openMarkup(toList(markups[Number(index)]), open))
      const shown = kind === 1 ? atomText(toList(atoms[Number(text)])) : readRawField(text)
      const closed = open.splice(Math.max(0, open.length - Number(closes))).toReversed()
      return (
        opened.join('') +
        escapeHtml(shown).replaceAll('\n', '<br>') +
        closed.map((tag) => `</${tag}>`).join('')
      )
    })
    .join('')
}

function openMarkup([name, attributes]: unknown[], open: string[]): string {
  const tag = safeTag(name) ?? 'span'
  open.push(tag)
  const list = toList(attributes)
  const address = list[list.indexOf('href') + 1]
  return tag === 'a' && list.includes('href') ? `<a href="${escapeHtml(readRawField(address))}">` : `<${tag}>`
}

const atomText = ([name, value]: unknown[]) => (name === 'soft-return' ? '\n' : readTrimmed(value))

const renderSectionCard = ([name, payload]: unknown[], { lost }: Parts) =>
  renderCard(readTrimmed(name), toRecord(payload), lost).trimEnd()
