import { guessLanguage, nameLanguage } from '../../shared/languages.ts'
import { toSiteOrigin } from '../../shared/sites.ts'
import { articlePath, type LanguageLink, type Translations } from './articles.ts'

/** A published page of an article in a group of translations: its own page, or that of a copy. */
export interface GroupPage {
  id: string
  /** The original of a copy; the article itself for any other. */
  originalId: string
  /** The article that the others of the group are translations of. */
  isFirst: boolean
  slug: string
  lang: string | null
  /** The language of the original. */
  originalLang: string | null
  excerpt: string
  canonicalUrl: string | null
  isNoindex: boolean
  siteId: string
  /** Empty for the main site. */
  siteUrl: string
  /** False if the site is switched off. */
  isServed: boolean
  siteLanguage: string | null
}

interface Read extends GroupPage {
  language: string
  href: string
}

/**
 * Returns the links between the translations of an article, for the page that shows one of them. Search engines are told
 * of one page for each language: the first that is canonical and may be indexed. They are told nothing of a language that
 * two articles of the group have, because neither is the translation. Readers get a link to each other language, on the
 * same site if it is there. The sites of all pages are named, also one that is switched off, because it may be back, and
 * also if all are in one language, because a site may get another.
 */
export function toTranslations(pages: GroupPage[], shownId: string, mainOrigin: string): Translations {
  const all = readPages(pages, mainOrigin)
  const shown = all.find(({ id }) => id === shownId)
  if (!shown) return NO_TRANSLATIONS
  const siteIds = [...new Set(all.map(({ siteId }) => siteId))].filter((id) => id !== shown.siteId)
  if (all.every(({ language }) => isSame(language, shown.language))) return { ...NO_TRANSLATIONS, siteIds }
  const read = all.filter(({ isServed }) => isServed)
  const byLanguage = Map.groupBy(read, ({ language }) => language.toLowerCase())
  const told = [...byLanguage.values()].flatMap((same) => choosePage(same) ?? [])
  const isTold = told.length > 1 && told.includes(shown)
  const others = [...byLanguage.values()].flatMap((same) => {
    const [first] = same
    if (!first || isSame(first.language, shown.language)) return []
    return [same.find(({ siteId }) => siteId === shown.siteId) ?? choosePage(same) ?? first]
  })
  return {
    alternates: isTold ? [...told.map(toLink), ...toDefault(told)] : [],
    links: others.map((page) => ({ ...toLink(page), name: nameLanguage(page.language) })),
    siteIds,
  }
}

/** What a page has whose article has no translations. */
export const NO_TRANSLATIONS: Translations = { alternates: [], links: [], siteIds: [] }

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const toLink = ({ language, href }: Read): LanguageLink => ({ lang: language, href })

// Readers of any other language get the text that the others were made from.
const toDefault = (told: Read[]): LanguageLink[] =>
  told.flatMap((page) =>
    page.isFirst && !isTranslated(page) ? [{ lang: 'x-default', href: page.href }] : [],
  )

// A copy has the language of its original. The language of its site does not count.
const readPages = (pages: GroupPage[], mainOrigin: string): Read[] =>
  pages.map((page) => {
    const isOfSame = (other: GroupPage) => other.originalId === page.originalId && !isTranslated(other)
    const home = isTranslated(page) ? page : pages.find(isOfSame)
    const origin = page.siteUrl === '' ? mainOrigin : toSiteOrigin(page.siteUrl, mainOrigin)
    return { ...page, language: toLanguage(home ?? page), href: origin + articlePath(page) }
  })

const isTranslated = ({ lang, originalLang }: GroupPage) => lang !== originalLang

const toLanguage = ({ lang, excerpt, siteLanguage }: GroupPage) =>
  lang ?? guessLanguage(excerpt) ?? siteLanguage ?? 'en'

// A text that its author chose counts before one that a model translated.
function choosePage(pages: Read[]): Read | undefined {
  const listed = pages.filter(
    ({ isNoindex, canonicalUrl, href }) => !isNoindex && (canonicalUrl === null || canonicalUrl === href),
  )
  const own = listed.filter((page) => !isTranslated(page))
  if (new Set(own.map(({ originalId }) => originalId)).size > 1) return undefined
  return own[0] ?? listed[0]
}
