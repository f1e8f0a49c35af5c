import { describe, expect, test } from 'vitest'
import { type GroupPage, NO_TRANSLATIONS, toTranslations } from './translations.ts'

const MAIN = 'https://paper.example'

const page = (id: string, more: Partial<GroupPage> = {}): GroupPage => ({
  id,
  originalId: id,
  isFirst: id === 'tides',
  slug: id,
  lang: null,
  originalLang: more.lang ?? null,
  excerpt: 'The tide turned at six.',
  canonicalUrl: null,
  isNoindex: false,
  siteId: 'main',
  siteUrl: '',
  isServed: true,
  siteLanguage: null,
  ...more,
})
const tides = page('tides')
const gezeiten = page('gezeiten', { lang: 'de' })
const hafen = { siteId: 'hafen', siteUrl: 'https://hafen.example', siteLanguage: 'de' }
const of = (pages: GroupPage[], shown: string) => toTranslations(pages, shown, MAIN)
const told = (pages: GroupPage[], shown: string) =>
  Object.fromEntries(of(pages, shown).alternates.map(({ lang, href }) => [lang, href]))

describe('the links between translations', () => {
  test('are the same on each page, with the page itself and the first text for all other languages', () => {
    const both = {
      en: 'https://paper.example/article/tides',
      de: 'https://paper.example/article/gezeiten',
      'x-default': 'https://paper.example/article/tides',
    }
    expect(told([tides, gezeiten], 'tides')).toEqual(both)
    expect(told([tides, gezeiten], 'gezeiten')).toEqual(both)
  })

  test('name each other language in that language', () => {
    const links = of([tides, gezeiten, page('goesto', { lang: 'pt-BR' })], 'tides').links
    expect(links.map(({ name, lang }) => [name, lang])).toEqual([
      ['Deutsch', 'de'],
      ['Português (Brasil)', 'pt-BR'],
    ])
  })

  test('are none for articles in one language, nor for a page that is not among them', () => {
    expect(of([tides, page('ebb', { lang: 'EN' })], 'tides')).toEqual(NO_TRANSLATIONS)
    expect(of([tides, gezeiten], 'unpublished')).toEqual(NO_TRANSLATIONS)
    expect(of([], 'tides')).toEqual(NO_TRANSLATIONS)
  })

  test('leave a language out that two articles have, for search engines', () => {
    const twice = [tides, gezeiten, page('tiden', { lang: 'de' }), page('marees', { lang: 'fr' })]
    expect(Object.keys(told(twice, 'tides'))).toEqual(['en', 'fr', 'x-default'])
    expect(told(twice, 'gezeiten')).toEqual({})
    expect(of(twice, 'tides').links.map(({ href }) => href)).toEqual([
      'https://paper.example/article/gezeiten',
      'https://paper.example/article/marees',
    ])
  })

  test('lead over sites: an article has the language of its letters, or else of its site', () => {
    const copy = page('copy', { ...hafen, originalId: 'watt', slug: 'watt' })
    expect(told([tides, copy], 'copy')).toMatchObject({ de: 'https://hafen.example/article/watt' })
    expect(of([tides, copy], 'tides').siteIds).toEqual(['hafen'])
    const hebrew = page('geut', { excerpt: 'הגאות עולה בשש בבוקר' })
    expect(told([tides, hebrew], 'tides')).toHaveProperty('he')
  })

  test('leave out a site that is switched off, and name it, because it may be back', () => {
    const copy = page('copy', { ...hafen, originalId: 'watt', slug: 'watt', isServed: false })
    expect(of([tides, copy], 'tides')).toEqual({ ...NO_TRANSLATIONS, siteIds: ['hafen'] })
  })

  test('name a site in the same language, because it may get another one', () => {
    const watt = page('watt', { ...hafen, siteLanguage: null })
    expect(of([tides, watt], 'tides')).toEqual({ ...NO_TRANSLATIONS, siteIds: ['hafen'] })
    expect(of([tides, watt], 'watt')).toEqual({ ...NO_TRANSLATIONS, siteIds: ['main'] })
  })

  test('do not take the copy on a site in another language for a translation', () => {
    const copy = page('copy', { ...hafen, originalId: 'tides', canonicalUrl: `${MAIN}/article/tides` })
    expect(of([tides, copy], 'tides')).toEqual({ ...NO_TRANSLATIONS, siteIds: ['hafen'] })
    expect(of([tides, copy], 'copy')).toEqual({ ...NO_TRANSLATIONS, siteIds: ['main'] })
  })

  test('name no page that another one stands for, or that search engines leave out', () => {
    const canonicalUrl = `${MAIN}/article/gezeiten`
    const copy = page('copy', { ...hafen, lang: 'de', originalId: 'gezeiten', canonicalUrl })
    expect(told([tides, gezeiten, copy], 'copy')).toEqual({})
    expect(told([tides, copy, gezeiten], 'tides').de).toBe('https://paper.example/article/gezeiten')
    expect(told([tides, { ...gezeiten, isNoindex: true }], 'tides')).toEqual({})
    expect(of([tides, { ...gezeiten, isNoindex: true }], 'tides').links).toHaveLength(1)
  })

  test('lead readers to a page of the same site, if it is there', () => {
    const here = page('en-here', { ...hafen, lang: 'en', originalLang: 'en', originalId: 'tides' })
    const shown = page('de-here', { ...hafen, lang: 'de' })
    expect(of([tides, here, shown], 'de-here').links).toMatchObject([
      { href: 'https://hafen.example/article/en-here' },
    ])
  })

  test('prefer an article to a text that a model translated', () => {
    const varied = page('varied', { ...hafen, lang: 'de', originalLang: null, originalId: 'tides' })
    expect(told([tides, varied], 'tides').de).toBe('https://hafen.example/article/varied')
    expect(told([tides, varied, gezeiten], 'tides').de).toBe('https://paper.example/article/gezeiten')
    expect(told([tides, varied, gezeiten], 'varied')).toEqual({})
  })
})
