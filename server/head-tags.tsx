import type { MetaDescriptor } from 'react-router'

/** Stands in the head of a page where `fillHead` writes its tags and its structured data. */
export const HEAD_PLACE = (
  <>
    <meta name="tags-of-page" />
    <script type="data-of-page" />
  </>
)

/**
 * Returns a document with what the `meta` of its route describes. It is the same text as the router and React make of it,
 * without an element and a key for each of some thirty tags.
 */
export function fillHead(html: string, descriptors: MetaDescriptor[]): string {
  let tags = ''
  let data = ''
  for (const descriptor of descriptors) {
    if ('script:ld+json' in descriptor) data += toScript(descriptor['script:ld+json'])
    else tags += toTag(descriptor)
  }
  return html
    .replace('<meta name="tags-of-page"/>', () => tags)
    .replace('<script type="data-of-page"></script>', () => data)
}

function toTag({ tagName, ...attributes }: Record<string, unknown>): string {
  if (tagName === undefined && typeof attributes.title === 'string')
    return `<title>${escapeText(attributes.title)}</title>`
  return `<${tagName === 'link' ? 'link' : 'meta'}${toAttributes(attributes)}/>`
}

const toAttributes = (attributes: Record<string, unknown>) =>
  Object.entries(attributes)
    .map(([name, value]) => (typeof value === 'string' ? ` ${name}="${escapeText(value)}"` : ''))
    .join('')

// As React escapes.
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
const escapeText = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '')

// No text of the data ends the script.
const toScript = (data: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll(
    /[&<>\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}</script>`
