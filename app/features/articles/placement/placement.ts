import { OWN_SEGMENTS } from '../../../platform/web/own-segments.ts'
import { toName } from '../../../shared/text.ts'

/** The maximum of characters of the path and of the title of a page, and of pages of a site. */
export const PAGE_LIMIT = { path: 100, title: 300, pages: 100 }

/** A page of a site, such as About. It is an article that stands on no list. */
export interface SitePage {
  articleId: string
  path: string
  title: string
  /** False if its article is not published now. */
  isPublished: boolean
}

/** A page that is added, as its form was typed. */
export type PageFormValues = Record<'pagePath' | 'pageTitle' | 'pageContent', string>

/** A reason why a page was refused. */
export type PageRefusal =
  | 'path-wrong'
  | 'path-reserved'
  | 'path-taken'
  | 'fields-missing'
  | 'not-found'
  | 'too-slow'
  | 'too-long'
  | 'too-many'
  | 'alt-missing'

const PATH = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/

/** Returns the path of a page as it is stored, or why it can be none. */
export function parsePagePath(
  typed: string,
): { ok: true; path: string } | { ok: false; reason: PageRefusal } {
  const path = `/${typed
    .trim()
    .toLowerCase()
    .replaceAll(/^\/+|\/+$/g, '')}`
  if (path.length > PAGE_LIMIT.path || !PATH.test(path)) return { ok: false, reason: 'path-wrong' }
  return OWN_SEGMENTS.has(path.split('/')[1] ?? '')
    ? { ok: false, reason: 'path-reserved' }
    : { ok: true, path }
}

/** Returns the title of a page as it is stored. */
export const toPageTitle = (typed: string) => toName(typed, PAGE_LIMIT.title)
