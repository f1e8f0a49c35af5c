import { toPlainText } from './files.ts'
import type { WordpressItem } from './wordpress-xml.ts'

// `tag` is that of exports before WordPress 3; those of the first exports have no name.
const TAGS = new Set(['', 'category', 'post_tag', 'tag', 'product_cat', 'product_tag'])
const LANGUAGE = 'language' // of Polylang
const AUTHOR = 'author' // of Co-Authors Plus
// A plugin that imports and exports translations for WPML.
const LANGUAGE_META = ['_wpml_import_language_code', 'wpml_language', '_icl_lang']

interface Names {
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
export function readTerms(item: WordpressItem, names: Names): Terms {
  const of = (domain: string) => item.categories.filter((term) => term.domain === domain)
  const others = item.categories.map(({ domain }) => domain).filter((domain) => !isKnown(domain))
  const coAuthors = of(AUTHOR).map(({ name, slug }) => findName(names, name) ?? findName(names, slug.replace(/^cap-/, '')) ?? toPlainText(name)) // prettier-ignore
  const login = item.texts.get('dc:creator')?.trim() ?? ''
  const [language] = of(LANGUAGE)
  return {
    tags: item.categories
      .filter(({ domain }) => TAGS.has(domain))
      .map(({ name }) => toPlainText(name))
      .filter((name) => name !== 'Uncategorized'),
    author: coAuthors.join(', ') || (findName(names, login) ?? login),
    lang: language?.slug || LANGUAGE_META.map((key) => item.meta.get(key)).find(Boolean),
    lost: others.map((domain) => `term of ${domain} (no tag)`),
  }
}

const isKnown = (domain: string) => TAGS.has(domain) || domain === LANGUAGE || domain === AUTHOR

const findName = ({ authors, guests }: Names, login: string) =>
  guests.get(login) || authors.get(login) || undefined
