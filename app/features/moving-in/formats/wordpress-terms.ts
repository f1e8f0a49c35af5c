import { isLanguage } from './file-names.ts'
import { toPlainText } from './source-texts.ts'
import type { WordpressItem } from './wordpress-xml.ts'

// `tag` is that of exports before WordPress 3; those of the first exports have no name.
const TAGS = new Set(['', 'category', 'post_tag', 'tag', 'product_cat', 'product_tag'])
const LANGUAGE = 'language' // of Polylang
const AUTHOR = 'author' // of Co-Authors Plus
// WPML keeps languages in a table that no export has. Its own exporter and other tools write them as meta data.
const LANGUAGE_META = [
  '_wpml_import_language_code',
  '_wpml_language',
  'wpml_language',
  '_icl_lang_code',
  '_icl_lang',
]
const OF_WPML = /^_?(?:wpml|icl)_/

interface Site {
  /** The address of its home page. */
  link: string
  /** Display names by sign-in name. */
  authors: Map<string, string>
  guests: Map<string, string>
}

/** The terms of an article, each by its taxonomy. */
export interface Terms {
  tags: string[]
  author: string
  lang: string | undefined
  /** What is neither a tag, nor a language, nor an author, by kind. */
  lost: string[]
}

/** Returns the terms of an article. Only those of categories and tags are tags: others are the records of a plugin. */
export function readTerms(item: WordpressItem, site: Site): Terms {
  const of = (domain: string) => item.categories.filter((term) => term.domain === domain)
  const others = item.categories.map(({ domain }) => domain).filter((domain) => !isKnown(domain))
  const coAuthors = of(AUTHOR).map(
    ({ name, slug }) =>
      findName(site, name) ?? findName(site, slug.replace(/^cap-/, '')) ?? toPlainText(name),
  )
  const login = item.texts.get('dc:creator')?.trim() ?? ''
  return {
    tags: item.categories
      .filter(({ domain }) => TAGS.has(domain))
      .map(({ name }) => toPlainText(name))
      .filter((name) => name !== 'Uncategorized'),
    author: coAuthors.join(', ') || (findName(site, login) ?? login),
    lang: (of(LANGUAGE)[0]?.slug || findWpmlLanguage(item, site))?.replace('_', '-'),
    lost: others.map((domain) => `term of ${domain} (no tag)`),
  }
}

function findWpmlLanguage(
  { meta, categories, texts }: WordpressItem,
  { link: home }: Site,
): string | undefined {
  const written = LANGUAGE_META.map((key) => meta.get(key)).find(Boolean)
  const isOfWpml =
    [...meta.keys()].some((key) => OF_WPML.test(key)) ||
    categories.some(({ domain }) => domain === 'translation_priority')
  return written ?? (isOfWpml ? findInLink(texts.get('link')?.trim() ?? '', home) : undefined)
}

// WPML shows a language in a folder (`/fr/tides/`) or in a parameter (`/tides/?lang=fr`).
function findInLink(link: string, home: string): string | undefined {
  const url = URL.parse(link)
  const base = (URL.parse(home)?.pathname ?? '').replace(/\/$/, '')
  const path = url?.pathname ?? ''
  const [, folder] = (path.startsWith(`${base}/`) ? path.slice(base.length) : path).split('/')
  return [url?.searchParams.get('lang') ?? undefined, folder].find(isLanguage)
}

const isKnown = (domain: string) => TAGS.has(domain) || domain === LANGUAGE || domain === AUTHOR

const findName = ({ authors, guests }: Site, login: string) =>
  guests.get(login) || authors.get(login) || undefined
