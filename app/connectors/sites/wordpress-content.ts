import { escapeHtml } from '../../shared/text.ts'
import type { OutgoingArticle } from './site-connector.ts'

/**
 * The name of our block of HTML in a post, by which we know a copy again: it is part of the text that WordPress stores,
 * and not of what readers get.
 */
export const toMarker = (deliveryId: string) => `broadsheet-${deliveryId}`

/**
 * An article as the text of a post: one block of HTML, in which WordPress does not set paragraphs of its own. The
 * picture comes first, the line about the original last, because WordPress knows no canonical address of a post.
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

/** A post without text that is ours already. */
export const toBlock = (deliveryId: string, html: string) =>
  `<!-- wp:html ${JSON.stringify({ metadata: { name: toMarker(deliveryId) } })} -->\n${disarm(html)}\n<!-- /wp:html -->`

function toOriginLine(canonicalUrl: string): string {
  const { host } = new URL(canonicalUrl)
  return `<p><em>Originally published at <a href="${escapeHtml(canonicalUrl)}">${escapeHtml(host)}</a>.</em></p>`
}

// WordPress carries out [shortcodes], in code too, and puts players in the place of addresses that have a line of their
// own. A block's comment inside of the text would end ours.
function disarm(html: string): string {
  return html
    .replaceAll('<!--', '&lt;!--')
    .replaceAll('[', '&#091;')
    .replaceAll(/^([^\S\n]*https?):(?=\/\/\S+[^\S\n]*$)/gim, '$1&#058;')
}
