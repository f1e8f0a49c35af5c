import type { FoundKind } from './audit.ts'
import { toTitleWidth } from './text-width.ts'

const TITLE_WIDTH = 600
const DESCRIPTION = { from: 120, to: 160 }
/** A text of more words needs a heading. */
const LONG_TEXT = 350

/** The parts of a page that are examined. */
export interface ExaminedPage {
  title: string
  description: string
  /** Our sanitised HTML: values have double quotes and contain no `<` or `>`. */
  html: string
  /** True if it needs a picture and has none outside of its text. */
  needsImage: boolean
}

/** One fault of a page; `detail` is a number, `part/all`, or empty, as `findingTexts` reads it. */
export interface PageFinding {
  kind: FoundKind
  detail: string
}

/** Returns the faults of a page, without those that depend on other pages. */
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
const HAS_ALT = /\salt="\s*[^"\s]/

function examinePictures({ html, needsImage }: ExaminedPage): PageFinding[] {
  const pictures = html.match(PICTURE) ?? []
  if (pictures.length === 0) return needsImage ? found('image-missing') : []
  const missing = pictures.filter((picture) => !HAS_ALT.test(picture)).length
  return missing > 0 ? found('alt-missing', `${missing}/${pictures.length}`) : []
}

const HEADING = /<h([1-6])[\s>]/g

// The page's title is its only h1. An h1 in a text is rendered as an h2.
function examineHeadings({ html }: ExaminedPage): PageFinding[] {
  const levels = [1, ...[...html.matchAll(HEADING)].map(([, level]) => Math.max(2, Number(level)))]
  if (levels.length === 1) {
    const { length: words } = html.replaceAll(/<[^<>]*>/g, ' ').match(/\S+/g) ?? []
    return words > LONG_TEXT ? found('headings-missing', words) : []
  }
  const at = levels.findIndex((level, index) => level > (levels[index - 1] ?? level) + 1)
  return at > 0 ? found('headings-skipped', `${levels[at - 1]}/${levels[at]}`) : []
}
