interface Video {
  platform: 'YouTube' | 'Vimeo'
  /** The URL of the video's page. The script of our pages makes the player's URL from it. */
  href: string
}

const YOUTUBE =
  /^(?:https?:)?\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed\/|shorts\/|live\/|watch\?(?:[^#]*[&;])?v=)|youtu\.be\/)([\w-]+)/
const VIMEO = /^(?:https?:)?\/\/(?:player\.vimeo\.com\/video|(?:www\.)?vimeo\.com)\/(\d+)/

/** Returns the video of a YouTube or Vimeo URL: a page, a short link or a player. */
export function findVideo(address: string): Video | undefined {
  const youTube = YOUTUBE.exec(address)?.[1]
  if (youTube) return { platform: 'YouTube', href: `https://www.youtube.com/watch?v=${youTube}` }
  const vimeo = VIMEO.exec(address)?.[1]
  if (vimeo) return { platform: 'Vimeo', href: `https://vimeo.com/${vimeo}` }
  return undefined
}

/** Returns the text of the link to a video. */
export const videoLabel = ({ platform }: Video) => `Watch the video on ${platform}`

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
 * Replaces every video that is alone in its block, as a frame or a bare link, by a figure. The figure has a plain link
 * until the reader starts the player. So no request goes to the platform before that. A video within a sentence stays a
 * link.
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
