import type { FoundKind } from './site-audit.ts'
import { toTitleWidth } from './text-width.ts'

const TITLE_WIDTH = 600
const DESCRIPTION = { from: 120, to: 160 }
/** Words after which a reader looks for a heading. */
const LONG_TEXT = 350

/** A page as it is looked at. */
export interface ExaminedPage {
  title: string
  description: string
  /** Our sanitised HTML: double quotes, and no `<` or `>` inside of a value. */
  html: string
  /** Whether it needs a picture, and has none but those of its text. */
  needsImage: boolean
}

export interface PageFinding {
  kind: FoundKind
  detail: string
}

/** What is to be mended on a page, apart from what others have to do with it. */
export const examinePage = (page: ExaminedPage): PageFinding[] => [
  ...examineTitle(page),
  ...examineDescription(page),
  ...examinePictures(page),
  ...examineHeadings(page),
]

const found = (kind: FoundKind, detail: number | string = ''): PageFinding[] => [
  { kind, detail: String(detail) },
]

function examineTitle({ title }: ExaminedPage): PageFinding[] {
  const width = toTitleWidth(title.trim())
  return width > TITLE_WIDTH ? found('title-long', width) : []
}

function examineDescription({ description }: ExaminedPage): PageFinding[] {
  const { length } = Array.from(description.trim())
  if (length === 0) return found('description-missing')
  if (length < DESCRIPTION.from) return found('description-short', length)
  return length > DESCRIPTION.to ? found('description-long', length) : []
}

const PICTURE = /<img\b[^<>]*>/g
const SAYS_SOMETHING = /\salt="\s*[^"\s]/

function examinePictures({ html, needsImage }: ExaminedPage): PageFinding[] {
  const pictures = html.match(PICTURE) ?? []
  if (pictures.length === 0) return needsImage ? found('image-missing') : []
  const silent = pictures.filter((picture) => !SAYS_SOMETHING.test(picture)).length
  return silent > 0 ? found('alt-missing', `${silent}/${pictures.length}`) : []
}

const HEADING = /<h([1-6])[\s>]/g

// The page's title is its only h1: what a text calls one is rendered as an h2.
function examineHeadings({ html }: ExaminedPage): PageFinding[] {
  const levels = [1, ...[...html.matchAll(HEADING)].map(([, level]) => Math.max(2, Number(level)))]
  if (levels.length === 1) {
    const words = html.replaceAll(/<[^<>]*>/g, ' ').match(/\S+/g)?.length ?? 0
    return words > LONG_TEXT ? found('headings-missing', words) : []
  }
  const at = levels.findIndex((level, index) => level > (levels[index - 1] ?? level) + 1)
  return at > 0 ? found('headings-skipped', `${levels[at - 1]}/${levels[at]}`) : []
}
