import { createContext, createElement, type HTMLAttributes, type ReactNode, useContext } from 'react'
import { onceFor } from '../shared/once-for.ts'
import { LanguageContext } from './language.ts'

/** Returns the markup of a part. It is drawn once for all that have the same key. */
type MarkupMemory = (key: string, part: ReactNode) => string

/** The memory for the parts of public pages. Without one, as in a browser, parts are drawn like all else. */
export const MarkupMemoryContext = createContext<MarkupMemory | undefined>(undefined)

interface KeptProps extends HTMLAttributes<HTMLElement> {
  as: 'article' | 'aside' | 'footer' | 'header' | 'section'
  /** Names the part, and all data that its content depends on. */
  markupKey: string
  children: ReactNode
}

let last = 0

/**
 * Returns a key of a large object that many pages share and nobody changes, such as their site. It is shorter than its JSON.
 * Another object with the same values has another key.
 */
export const numberOf = onceFor(() => (last += 1))

/**
 * An element whose content is the same on many pages, so that it need not be drawn for each of them. The language of the page
 * is a part of every key.
 */
export function Kept({ as, markupKey, children, ...attributes }: KeptProps) {
  const memory = useContext(MarkupMemoryContext)
  const language = useContext(LanguageContext)
  return memory
    ? createElement(as, {
        ...attributes,
        dangerouslySetInnerHTML: {
          __html: memory(
            `${language} ${markupKey}`,
            <LanguageContext value={language}>{children}</LanguageContext>,
          ),
        },
      })
    : createElement(as, attributes, children)
}
