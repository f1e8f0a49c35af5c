import type { FileName } from './file-names.ts'
import { toKnownSlug } from './source-texts.ts'

/** What the address of an article is made of. */
export interface AddressParts {
  name: FileName
  /** The dates of the file as they are written (`2021-08-23`). */
  days: string[]
  categories: string[]
  /** The slug and the title of its front matter. */
  slug: string | undefined
  title: string | undefined
}

/**
 * Returns the addresses that generators give to a file without a permalink: those of Jekyll, Hexo, Hugo, Zola, Eleventy,
 * Astro, Docusaurus, Gatsby, Pelican, Nikola and starters of Next. An address with another case or ending is found, too.
 */
export function toDefaultAddresses(parts: AddressParts): string[] {
  const { name, days, categories, slug, title } = parts
  const names = unique([slug, name.slug].flatMap(withUrlForm))
  const [first] = names
  if (first === undefined) return []
  const path = [...name.folders, name.slug].filter(Boolean).join('/')
  const inLanguage = name.lang ? names.map((each) => join(name.lang, ...name.folders, each)) : []
  const dated = days.flatMap((day) => names.flatMap((each) => toDated({ day, name, categories }, each)))
  const placed = listBases(name).flatMap((base) =>
    unique([...names, ...withUrlForm(name.stem)]).map((each) => join(...base, each)),
  )
  const titled = toKnownSlug(title)
  const numbered = name.numbered ? toDefaultAddresses({ ...parts, name: name.numbered }) : []
  const plain = [`/${path}`, ...inLanguage, ...dated, ...placed, ...(titled ? [`/${titled}`] : [])]
  return unique([...plain, ...numbered])
}

/** Returns the address that Hugo gives to a file by its folders, in its language and without it. */
export function toOwnAddresses({ name, slug }: Pick<AddressParts, 'name' | 'slug'>): string[] {
  const own = slug ?? name.slug
  return unique([join(...name.folders, own), join(name.lang, ...name.folders, own)])
}

function toDated(
  { day, name, categories }: { day: string; name: FileName; categories: string[] },
  slug: string,
): string[] {
  const base = `${day
    .split('-')
    .map((digits) => digits.padStart(2, '0'))
    .join('/')}/${slug}`
  const labels = toLabels(categories)
  const folders = withoutDate(name.folders)
  const whole = [
    base,
    ...(labels ? [`${labels}/${base}`] : []),
    ...(name.around ? [`${name.around}/${base}`] : []),
  ]
  const plain = whole.flatMap((address) => [`/${address}.html`, `/${address}`])
  return folders.length > 0 ? [...plain, join(...folders, base)] : plain
}

const toLabels = (categories: string[]) =>
  categories
    .map((category) => toKnownSlug(category) ?? '')
    .filter(Boolean)
    .join('/')

const withoutDate = (folders: string[]) =>
  folders
    .join('/')
    .replace(/(?:^|\/)\d{4}[-/]\d{1,2}[-/]\d{1,2}$/, '')
    .split('/')
    .filter(Boolean)

// Folders that are in the addresses of one generator, and not in those of another.
const OF_BLOG = /^(?:data|content|app|pages|blog|posts?|articles?|entries|writing|notes|journal|news)$/i

/** Returns the folders that the address of a file may have, its own first. Eleventy drops one with the name of its file. */
function listBases({ folders, slug, numbered }: FileName): string[][] {
  const bases = [folders, ...(folders.at(-1) === slug ? [folders.slice(0, -1)] : [])]
  if (numbered && folders[0] !== 'docs') bases.push(['docs', ...folders])
  let rest = folders
  while (rest[0] !== undefined && OF_BLOG.test(rest[0])) {
    rest = rest.slice(1)
    bases.push(rest)
  }
  if (/^posts$/i.test(folders.at(-1) ?? '')) bases.push(...bases.map((base) => base.slice(0, -1)))
  if (rest.length < folders.length || folders.length === 0) bases.push(['blog', ...rest], ['posts', ...rest])
  return bases
}

const withUrlForm = (text: string | undefined) => {
  const plain = text?.replace(/^\/+|\/+$/g, '')
  return plain ? [plain, toUrlForm(plain)] : []
}

/** Returns a name as generators write it in an address: in small letters, with hyphens, without other signs. */
const toUrlForm = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._/\s-]/gu, '')
    .replace(/[\s-]+/g, '-')

const join = (...parts: (string | undefined)[]) => `/${parts.filter(Boolean).join('/')}`
const unique = (texts: string[]) => [...new Set(texts)]

// The names that Jekyll has for a pattern.
const STYLES = new Map([
  ['date', '/:categories/:year/:month/:day/:title:output_ext'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title:output_ext'],
  ['none', '/:categories/:title:output_ext'],
])

/** Returns true for a permalink that is a pattern: `/:year/:title/`, `pretty`, or one of Eleventy with a template. */
export const isPattern = (permalink: string) => /(?:^|\/):\w|\{\{/.test(permalink) || STYLES.has(permalink)

/**
 * Fills the pattern of a permalink. Returns up to two addresses, because `:title` is the name of the file in Jekyll and the
 * title in Hugo; none if the pattern has an unknown part.
 */
export function fillPermalink(written: string, parts: AddressParts): string[] {
  const pattern = (STYLES.get(written) ?? written).replace(
    TEMPLATE,
    (whole, name: string) => TEMPLATES.get(name) ?? whole,
  )
  const { name, slug } = parts
  const own = slug ?? name.slug
  const titles = unique([own, toUrlForm(parts.title?.replaceAll('/', ' ') ?? own)])
  return unique(titles.flatMap((title) => fill(pattern, { ...parts, own, title }) ?? []))
}

const TEMPLATE = /\{\{-?\s*((?:page\.)?\w+(?:\s*\|\s*\w+)?)\s*-?\}\}/g
const TEMPLATES = new Map([
  ['page.fileSlug', ':filename'],
  ['page.fileSlug | slugify', ':filename'],
  ['slug', ':slug'],
  ['title | slug', ':title'],
  ['title | slugify', ':title'],
])

function fill(
  pattern: string,
  { name, days: [day], categories, own, title }: AddressParts & { own: string; title: string },
): string | undefined {
  const parts = new Map(
    Object.entries({
      ...toDayParts(day),
      title,
      slug: own,
      slugorfilename: own,
      slugorcontentbasename: own,
      filename: name.slug,
      contentbasename: name.slug,
      basename: name.slug,
      name: name.slug,
      path: [...name.folders, name.slug].join('/'),
      categories: toLabels(categories),
      slugified_categories: toLabels(categories),
      category: toLabels(categories.slice(0, 1)),
      section: name.folders[0] ?? '',
      sections: name.folders.join('/'),
      below: name.folders.slice(1).join('/'),
      output_ext: '.html',
    }),
  )
  const filled = pattern
    .replace(/:(\w+)/g, (whole, key: string) => parts.get(key) ?? whole)
    .replace(/\/{2,}/g, '/')
  return /[:{}]/.test(filled) ? undefined : filled.replace(/^(?!\/|\w+:)/, '/')
}

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const DAY_MS = 86_400_000

/** Returns the parts of a day; none without one, so that a pattern that needs them is not filled. */
function toDayParts(day: string | undefined): Record<string, string> {
  if (day === undefined) return {}
  const [year = '', month = '', date = ''] = day.split('-')
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  const monthName = MONTHS.format(moment)
  const ofYear = `${(moment.getTime() - Date.UTC(Number(year), 0, 1)) / DAY_MS + 1}`
  return {
    year,
    month: month.padStart(2, '0'),
    day: date.padStart(2, '0'),
    i_month: month.replace(/^0/, ''),
    i_day: date.replace(/^0/, ''),
    short_year: year.slice(2),
    short_month: monthName.slice(0, 3),
    long_month: monthName,
    monthname: monthName.toLowerCase(),
    yearday: ofYear,
    y_day: ofYear.padStart(3, '0'),
  }
}
