export interface Video {
  place: 'YouTube' | 'Vimeo'
  /** The page to watch it on, which the page's script makes the player's address of. */
  href: string
}

const YOUTUBE =
  /^(?:https?:)?\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed\/|shorts\/|live\/|watch\?(?:[^#]*[&;])?v=)|youtu\.be\/)([\w-]+)/
const VIMEO = /^(?:https?:)?\/\/(?:player\.vimeo\.com\/video|(?:www\.)?vimeo\.com)\/(\d+)/

/** The video that an address of YouTube or Vimeo shows: a page, a short link or a player. */
export function findVideo(address: string): Video | undefined {
  const youTube = YOUTUBE.exec(address)?.[1]
  if (youTube) return { place: 'YouTube', href: `https://www.youtube.com/watch?v=${youTube}` }
  const vimeo = VIMEO.exec(address)?.[1]
  if (vimeo) return { place: 'Vimeo', href: `https://vimeo.com/${vimeo}` }
  return undefined
}

export const videoLabel = ({ place }: Video) => `Watch the video on ${place}`

const toFigure = (video: Video) =>
  `<figure class="embed"><a href="${video.href}" rel="noopener">${videoLabel(video)}</a></figure>`

const LINE = /<p>\s*<a href="([^"]+)" rel="noopener">([^<]*)<\/a>\s*<\/p>/g
const BLOCK = '(?:p|div|section|figure|blockquote|details|li|[uo]l|h[2-6]|hr|pre|table)'
const BETWEEN_BLOCKS = new RegExp(
  `(^\\s*|<(?!p\\b)/?${BLOCK}\\b[^>]*>\\s*)<a href="([^"]+)" rel="noopener">Watch the video on \\w+</a>(?=\\s*(?:$|</?${BLOCK}\\b))`,
  'g',
)
const BARE_ADDRESS = /^(?:https?:\/\/|www\.|youtu|vimeo)\S+$/

/**
 * Makes a figure of every video that stands alone, as a frame or as a bare link: a plain link until the reader asks
 * for the player, so that nothing of theirs loads before. A video within a sentence stays a link.
 */
export function toEmbeds(html: string): string {
  if (!/youtu|vimeo/.test(html)) return html
  return html
    .replace(BETWEEN_BLOCKS, (whole, before: string, href: string) => {
      const video = findVideo(href)
      return video ? before + toFigure(video) : whole
    })
    .replace(LINE, (whole, href: string, text: string) => {
      const video = findVideo(href)
      return video && (text === videoLabel(video) || BARE_ADDRESS.test(text)) ? toFigure(video) : whole
    })
}
