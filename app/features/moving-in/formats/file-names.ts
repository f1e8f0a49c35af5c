import { toKnownSlug } from './formats.ts'

/** What the path of a Markdown file says of its article. */
export interface FileName {
  /** As in `2021-08-23-a-title.md`. */
  date: string | undefined
  slug: string
  lang: string | undefined
  /** The folders of the file, without those that no site shows. */
  folders: string[]
  /** True for the page of a section, which has no text of its own. */
  isSection: boolean
}

const ENDING = /\.(md|mdx|markdown|mdown|mkd|mkdn|html?)$/i
const LANGUAGE = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
// Folders that generators read from. Their names are in no address.
const ROOTS = /^(?:.*\/)?(?:content|src\/pages|src\/content|source|src|_posts|_drafts)\//

/** Reads the path of a Markdown file of Jekyll, Hugo, Hexo, Astro or Eleventy. */
export function readFileName(path: string): FileName {
  const parts = path.replace(ROOTS, '').split('/')
  const { stem, lang } = toStem((parts.pop() ?? '').replace(ENDING, ''))
  const isIndex = /^_?index$/i.test(stem)
  const name = isIndex ? (parts.pop() ?? path.split('/').at(-2) ?? '') : stem
  const [, date, rest] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/.exec(name) ?? []
  const folder = isLanguage(parts[0]) ? parts.shift() : undefined
  return { date, slug: rest ?? name, lang: lang ?? folder, folders: parts, isSection: /^_index$/i.test(stem) }
}

function toStem(file: string): { stem: string; lang?: string } {
  const [, stem = file, code] = LANGUAGE.exec(file) ?? []
  return code !== undefined && code !== 'ts' && isLanguage(code) ? { stem, lang: code } : { stem: file }
}

/** Returns true for the code of a language, such as `de` or `pt-br`. */
export const isLanguage = (code = '') =>
  /^[a-z]{2}(-[a-z]{2,4})?$/i.test(code) && languages.of(code) !== undefined

/**
 * Returns the addresses that generators give to a file without a permalink: those of Jekyll (both forms), Hexo, Hugo,
 * Eleventy and Astro. `days` are the dates of the file as they are written (`2021-08-23`).
 */
export function toDefaultAddresses(name: FileName, days: string[], categories: string[]): string[] {
  const path = [...name.folders, name.slug].filter(Boolean).join('/')
  const inLanguage = name.lang ? [`/${name.lang}/${path}`] : []
  const labels = categories.map((category) => toKnownSlug(category) ?? '').filter(Boolean)
  const dated = days.flatMap((day) => {
    const base = `${day
      .split('-')
      .map((digits) => digits.padStart(2, '0'))
      .join('/')}/${name.slug}`
    const whole = [base, ...(labels.length > 0 ? [`${labels.join('/')}/${base}`] : [])]
    return whole.flatMap((address) => [`/${address}.html`, `/${address}`])
  })
  return name.slug ? [`/${path}`, ...inLanguage, ...dated] : []
}

/** Fills the pattern of a permalink (`/:year/:title/`). Returns undefined if the pattern has an unknown part. */
export function fillPermalink(
  pattern: string,
  { name, day, categories }: { name: FileName; day: string | undefined; categories: string[] },
): string | undefined {
  const [year = '', month = '', date = ''] = day?.split('-') ?? []
  const parts: Partial<Record<string, string>> = {
    year,
    month: month.padStart(2, '0'),
    day: date.padStart(2, '0'),
    i_month: month.replace(/^0/, ''),
    i_day: date.replace(/^0/, ''),
    short_year: year.slice(2),
    title: name.slug,
    slug: name.slug,
    filename: name.slug,
    name: name.slug,
    categories: categories.map((each) => toKnownSlug(each) ?? '').join('/'),
    section: name.folders[0] ?? '',
    sections: name.folders.join('/'),
    output_ext: '.html',
  }
  const needsDay = /:(?:year|month|day|i_|short_)/.test(pattern)
  const filled = pattern
    .replace(/:(\w+)/g, (whole, key: string) => parts[key] ?? whole)
    .replace(/\/{2,}/g, '/')
  return filled.includes(':') || (needsDay && day === undefined) ? undefined : filled
}
