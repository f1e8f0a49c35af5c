import { escapeHtml } from '../../shared/text.ts'
import type { OutgoingArticle } from './site-connector.ts'

/**
 * Returns the name of our HTML block in a post, by which we recognise a copy. WordPress stores it in the text and does
 * not show it to readers.
 */
export const toMarker = (deliveryId: string) => `broadsheet-${deliveryId}`

/**
 * Returns the text of a post for an article: one HTML block, to which WordPress adds no paragraphs. It begins with the
 * picture. It ends with a link to the original, because a post of WordPress has no canonical address.
 */
export function toPostContent(article: OutgoingArticle): string {
  const { deliveryId, html, imageUrl, title, canonicalUrl } = article
  const hasPicture = imageUrl === null || html.includes(escapeHtml(imageUrl))
  const picture = hasPicture
    ? ''
    : `<figure><img src="${escapeHtml(imageUrl)}" alt="${escapeHtml(title)}"></figure>\n`
  const origin = canonicalUrl === null ? '' : `\n${toOriginLine(canonicalUrl)}`
  return toBlock(deliveryId, picture + html + origin)
}

/** Returns our HTML block around an HTML text, which may be empty. */
export const toBlock = (deliveryId: string, html: string) =>
  `<!-- wp:html ${JSON.stringify({ metadata: { name: toMarker(deliveryId) } })} -->\n${disarm(html)}\n<!-- /wp:html -->`

function toOriginLine(canonicalUrl: string): string {
  const { host } = new URL(canonicalUrl)
  return `<p><em>Originally published at <a href="${escapeHtml(canonicalUrl)}">${escapeHtml(host)}</a>.</em></p>`
}

// WordPress executes [shortcodes], even in code, and replaces a URL on a separate line with a player. A block comment
// in the text would end our block.
function disarm(html: string): string {
  return html
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('[', '&#091;')
    .replaceAll(/^([^\S\n]*https?):(?=\/\/\S+[^\S\n]*$)/gim, '$1&#058;')
}
