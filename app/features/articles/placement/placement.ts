import { OWN_SEGMENTS } from '../../../platform/web/own-segments.ts'
import { readFormText, toName } from '../../../shared/text.ts'

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

/** The address of a page: its site, and its path there. */
export interface PageAddress {
  siteId: string
  path: string
}

/** A site that pages can be on. */
export interface PageHome {
  id: string
  name: string
}

/** A page that is added, as its form was typed. */
export type PageFormValues = Record<'pagePath' | 'pageTitle' | 'pageContent', string>

/** Returns the form of a new page as it was typed. */
export const readPageForm = (form: FormData): PageFormValues => ({
  pagePath: readFormText(form, 'pagePath'),
  pageTitle: readFormText(form, 'pageTitle'),
  pageContent: readFormText(form, 'pageContent'),
})

/** Returns the move of a page as its form was typed. Without a choice the page stays on its site. */
export const readPageMove = (form: FormData) => ({
  articleId: readFormText(form, 'articleId'),
  toSiteId: readFormText(form, 'toSiteId') || undefined,
  typedPath: readFormText(form, 'movedPath'),
})

/** A reason why a page was refused. */
export type PageRefusal =
  | 'path-wrong'
  | 'path-reserved'
  | 'path-taken'
  | 'review-needed'
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

/** Returns the path of a page of another system: that of its address, or else its name; undefined if both can be none here. */
export function toPagePath(address: string, name: string): string | undefined {
  const paths = [URL.parse(address, 'https://old.example')?.pathname ?? '', name]
  return paths.map(parsePagePath).find((parsed) => parsed.ok)?.path
}

/** Returns the title of a page as it is stored. */
export const toPageTitle = (typed: string) => toName(typed, PAGE_LIMIT.title)
