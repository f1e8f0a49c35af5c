import { createContext, useContext } from 'react'
import type { SiteLanguage } from '../shared/languages.ts'
import { type Say, sayIn } from '../shared/words/say.ts'

/** The language of the page. The desk has none of its own, so its parts are in English. */
export const LanguageContext = createContext<SiteLanguage>('en')

/** Returns the function that says a text in the language of the page. */
export const useSay = (): Say => sayIn(useContext(LanguageContext))
